"""Optional rules and rulings that offer a choice: one file each, switched on by its name, known to no other room."""
