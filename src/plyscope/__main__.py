"""``python -m plyscope``."""

from plyscope.cli import main

main()
