"""What a battle is about: the three scenarios of the book (pp. 36-39), and mapsheets to fight on."""
