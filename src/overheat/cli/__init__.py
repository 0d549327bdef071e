"""The command line. Each module holds one command; heavy imports wait inside the functions that need them."""
