"""What all commands share: the terminal, forms of output, rules and questions from the command line."""
