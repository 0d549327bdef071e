"""`python -m overheat`."""

from overheat.cli.main import main

main()
