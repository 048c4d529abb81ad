"""The built-in policies of Fantasy Realms, one file each.

A file defines ``choose`` (compiled to :data:`sim.fantasy_realms.view.CHOOSE`), ``ABOUT``, one line
of what the policy does, and ``PARAMS``, its parameters with their defaults, in the order in which
``choose`` reads them from `params`. ``LIMITS`` has the least and the greatest value of parameters;
one whose default is a whole number takes only whole numbers.
"""
