"""One question a module, all on one sweep: from a grid and positions to rows."""
