"""`python -m local.emulator.support`: prints the CloudFormation types it can make, as JSON."""

import json
import sys

from ministack.services.cloudformation import provisioners

json.dump(sorted(provisioners._RESOURCE_HANDLERS), sys.stdout)  # noqa: SLF001
