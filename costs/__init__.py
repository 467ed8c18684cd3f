"""`make cost`: what a month of a workload costs at AWS's list prices, beside a managed service.

Prices are looked up and dated (`prices.toml`), quantities are measured (`usage.json`, made by
`tests/usage`), the rest is said with each line. `lines_*.py` hold what is paid for.
"""
