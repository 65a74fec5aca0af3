"""Hansa Teutonica (Andreas Steding, 2009; Big Box 2020) for 2 to 5 players."""
