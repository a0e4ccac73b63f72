# packaging/reframe/triptych.py finds verdict and figures in what bench prints.
import builtins
import subprocess
import sys

root, triptych = sys.argv[1:]
# What ReFrame puts into the bodies of its classes.
builtins.parameter = lambda values: values
builtins.variable = lambda kind, value: value
builtins.run_before = lambda stage: lambda function: function
builtins.sanity_function = lambda function: function
names = {}
file = root + "/packaging/reframe/triptych.py"
exec(compile(open(file).read(), file, "exec"), names)
test = names["TriptychTest"]()
listed = subprocess.run([triptych, "bench", "--list"], capture_output=True, text=True, check=True).stdout
own = [line.split()[1] for line in listed.splitlines()
       if line.startswith("hotspot ") and "only where it is named" not in line]
assert sorted(own) == test.hotspot, "the test names other hotspots than bench --list"
test.hotspot, names["HOTSPOTS"]["vecadd"] = "vecadd", "n=100003"
test.set_command()
# There is no GPU here: simd's figures instead, in the same words.
options = [o.replace("offload", "simd") for o in test.executable_opts if not o.startswith("--require")]
run = subprocess.run([triptych, *options], capture_output=True, text=True)
test.stdout = run.stdout.replace("FOM vecadd.simd.", "FOM vecadd.offload.")
test.agrees()
test.set_figures()
assert set(test.perf_variables) == {"float", "double"} and all(v > 0 for v, _ in test.perf_variables.values())
test.stdout = test.stdout.replace("VERDICT: ok", "VERDICT: wrong: vecadd")
try:
    test.agrees()
    sys.exit("a wrong verdict passed")
except AssertionError:
    print("reframe: reads what bench prints")
