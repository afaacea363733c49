"""The game, the searches and what they evaluate: no counting, no files, no drawing."""
