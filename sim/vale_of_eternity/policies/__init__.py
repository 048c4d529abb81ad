"""The built-in policies of the second game, one file each.

A file defines ``choose`` (compiled to :data:`sim.vale_of_eternity.view.CHOOSE`), ``ABOUT``, one
line of what the policy does, and ``PARAMS``, its parameters with their defaults, in the order in
which ``choose`` reads them from `params`.
"""
