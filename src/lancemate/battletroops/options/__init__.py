"""One file each: what players agree on."""
