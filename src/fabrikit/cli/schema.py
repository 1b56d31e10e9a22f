"""`fabrikit schema`: print the JSON Schema of scene files."""

import typer

from fabrikit.formats import scene_schema_text

SCHEMA_EPILOG = """\b
Example:
  fabrikit schema > scene.schema.json
"""


def schema() -> None:
    """Print the JSON Schema of scene files, for editors and other programs."""
    typer.echo(scene_schema_text().rstrip("\n"))
