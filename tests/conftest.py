"""How the property tests look for counterexamples.

./check tries the same examples each time, so that it fails for what was changed; ./check --long
looks at random for what nobody has met yet.
"""

from hypothesis import settings

# No deadline: a busy machine is no failure. What must be quick has a test of its own, and the time
# limit of every test ends what hangs.
settings.register_profile("check", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("check")
