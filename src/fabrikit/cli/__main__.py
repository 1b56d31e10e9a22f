"""Let `python -m fabrikit.cli` be the command line."""

from fabrikit.cli.app import main

main()
