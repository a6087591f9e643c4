"""How fast the services answer, beside the floor that the same machine reaches in the same run.

`ours` is taken from the service call to the bytes of the JSON answer, in the process, without
HTTP. `floor` is the least work that answers the same question at all: candidates by the
database's own index, and the geometry on them. docs/bench.md says what stands in each.
"""
