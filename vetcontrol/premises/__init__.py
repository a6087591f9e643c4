"""Holdings and other places where animals are kept, their keepers and their animals."""
