# Muniment: every verb sets up what it needs, and may be repeated.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help demo up down status token test lint mutate openapi swagger reindex redrive bench cost cost-usage gate-report eval calibrate near-duplicates extraction-report deploy clean lock model

VENV := build/venv
PYTHON := $(VENV)/bin/python
READY := $(VENV)/.ready
LOCAL := $(PYTHON) -m local

# The stack that a verb means; another name is another stack, on ports of its own.
STACK ?= local
DESCRIPTION = build/$(STACK)/stack.json
# Where recall looks: sqlite (one file) or opensearch (a URL, Docker, or JDK 17 and Maven).
INDEX ?= sqlite
TENANT ?= acme
SUBJECT ?= ada
PURPOSES ?=
AGENT ?=
SCOPE ?= memory:read memory:write memory:erase
STAGE ?= dev
# A file of routes of models (docs/models.md), and on this machine what answers for Bedrock.
MODELS ?=
BEDROCK ?=
QUEUE ?= extraction

export PATH := $(CURDIR)/$(VENV)/bin:$(CURDIR)/build/tools/bin:$(PATH)
export UV_PROJECT_ENVIRONMENT := $(CURDIR)/$(VENV)
# As in the functions: a second thread of numpy only spins, and sums hang on how many there are.
export OPENBLAS_NUM_THREADS := 1
export MPLCONFIGDIR := $(CURDIR)/build/cache/matplotlib
unexport VIRTUAL_ENV PYTHONPATH PYTHONHOME

help: ## This list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-26s %s\n", $$1, $$2}'

demo: $(READY) ## Deploy on this machine and tell a story on it (STORY=file plays another one)
	@$(if $(STORY),$(PYTHON) -m examples.demo --check "$(STORY)")
	@$(LOCAL) up --stack $(STACK) --index $(INDEX)
	@$(PYTHON) -m examples.demo --stack $(DESCRIPTION) $(if $(STORY),"$(STORY)")

up: $(READY) ## Deploy the real stack on the local emulator (INDEX=opensearch for a real OpenSearch)
	@$(LOCAL) up --stack $(STACK) --index $(INDEX) --models "$(MODELS)" --bedrock "$(BEDROCK)"

down: $(READY) ## Stop what `up` started, and throw away what it was told
	@$(LOCAL) down --stack $(STACK)

status: $(READY) ## What runs, and where it listens; fails unless the stack is up
	@$(LOCAL) status --stack $(STACK)

token: $(READY) ## Print a token (TENANT=acme SUBJECT=ada SCOPE="memory:read" PURPOSES="work" AGENT=bot)
	@$(LOCAL) token --stack $(STACK) --tenant "$(TENANT)" --subject "$(SUBJECT)" --scope "$(SCOPE)" \
		--purposes "$(PURPOSES)" --agent "$(AGENT)"

test: $(READY) ## Run every test, on a stack and ports of its own (ARGS= goes to pytest)
	@$(LOCAL) test $(ARGS)

lint: $(READY) ## Style, types and the arrows between the rooms
	@ruff check .
	@ruff format --check .
	@mypy
	@PYTHONPATH=layers/core/python lint-imports

mutate: $(READY) ## Break each law on purpose and expect its tests to notice
	@$(PYTHON) -m tests.mutations $(ARGS)

openapi: $(READY) ## Write the API's document to docs/openapi.json
	@PYTHONPATH=layers/core/python $(PYTHON) -m muniment.edge.openapi > docs/openapi.json

swagger: $(READY) ## Show the API's document in a browser, and try it on the local stack (`make up`)
	@$(LOCAL) swagger --stack $(STACK)

reindex: $(READY) ## Rebuild the search index from the store
	@$(LOCAL) reindex --stack $(STACK)

redrive: $(READY) ## Try again what lies in the dead letters (QUEUE=extraction)
	@$(LOCAL) redrive --stack $(STACK) --queue "$(QUEUE)"

bench: $(READY) ## Measure speed beside floors (ONLY="recall scale" DOCUMENTS=10000,1000000), see docs/benchmarks.md
	@$(LOCAL) up --stack $(STACK) --index $(INDEX)
	@PYTHONPATH=layers/core/python $(PYTHON) -m bench $(ONLY) --stack $(DESCRIPTION) \
		$(if $(TURNS),--turns $(TURNS)) $(if $(DOCUMENTS),--documents "$(DOCUMENTS)") \
		$(if $(ENGINES),--engines "$(ENGINES)") $(if $(RECORDS),--records $(RECORDS)) $(ARGS)

cost: $(READY) ## What a month costs at list prices (ARGS="--stage dev --months 12"), see docs/costs.md
	@$(PYTHON) -m costs $(ARGS)

cost-usage: $(READY) ## Measure again what the cost sheet rests on (ARGS=--search: the index's disk, too)
	@PYTHONPATH=layers/core/python $(PYTHON) -m tests.usage $(ARGS)

gate-report: $(READY) ## How well the gates tell secrets, personal data, injection (FILE=texts)
	@PYTHONPATH=layers/core/python $(PYTHON) -m evaluation.gates $(if $(BY),--by $(BY)) $(if $(FILE),"$(FILE)")

eval: $(READY) ## Measure recall beside simpler memories (DATA=path MODELS=file ARGS=), see docs/evaluation.md
	@PYTHONPATH=layers/core/python $(PYTHON) -m evaluation.recall $(if $(DATA),"$(DATA)") \
	    $(if $(MODELS),--models "$(MODELS)") $(ARGS)

calibrate: $(READY) ## Make the relevance floor of an encoder (DATA=dialogues ARGS=), see docs/calibration.md
	@test -n "$(DATA)" || { echo 'say which dialogues: make calibrate DATA=folder'; exit 2; }
	@PYTHONPATH=layers/core/python $(PYTHON) -m evaluation.calibration "$(DATA)" $(ARGS)

near-duplicates: $(READY) ## How well repetition is told from news (DATA=file of conversations)
	@PYTHONPATH=layers/core/python $(PYTHON) -m evaluation.near_duplicates $(if $(DATA),"DATA=$(DATA)")

extraction-report: $(READY) ## What extraction finds and costs (DATA=dialogues ARGS=), see docs/extraction.md
	@test -n "$(DATA)" || { echo 'say which dialogues: make extraction-report DATA=folder'; exit 2; }
	@PYTHONPATH=layers/core/python $(PYTHON) -m evaluation.extraction "$(DATA)" $(ARGS)

deploy: $(READY) ## Deploy to your AWS account (STAGE=dev ISSUER=https://... AUDIENCE=... MODELS=file)
	@$(LOCAL) deploy --stage "$(STAGE)" --issuer "$(ISSUER)" --audience "$(AUDIENCE)" \
	    --models "$(MODELS)"

clean: ## Stop the stacks and remove everything generated
	@if test -x $(PYTHON); then $(LOCAL) down --all; fi
	@rm -rf build

# Internal helpers.

model: $(READY)
	@$(LOCAL) model

lock: $(READY)
	@uv lock --quiet
	@uv pip compile --quiet --universal --python-version 3.13 --no-header --no-annotate \
	    --no-emit-index-url local/emulator/requirements.in -o local/emulator/requirements.txt

$(READY): pyproject.toml uv.lock .python-version local/bootstrap.sh
	@sh local/bootstrap.sh
	@touch $@
