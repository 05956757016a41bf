"""The vocabulary of the domain's tests: boards drawn in text, scripted dice, cases, random play."""
