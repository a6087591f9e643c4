"""The Goa, Daman and Diu Diseases of Animals Act 1974 as pure rules: facts in, decisions out.

Geometry comes in as numbers and relations, figures as `Figures`, the moment as an argument.
"""
