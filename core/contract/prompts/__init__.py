"""The controller's instructions in words, one module for each language."""
