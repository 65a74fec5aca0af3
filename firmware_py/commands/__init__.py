"""The commands of ``tabularius``, one module each with ``run(arguments) -> exit status``."""
