"""The armoury: everything that can be built in, worn or loaded, with every figure that some rules have for it."""
