# As much of Spack as the recipe uses; directives are noted.
import subprocess
noted = []
def directive(name):
    def note(*args, **more):
        noted.append((name, args, more))
    return note
version, variant, conflicts, depends_on, license, generator = map(
    directive, "version variant conflicts depends_on license generator".split())
def any_combination_of(*values):
    return values
class SkipTest(Exception):
    pass
class Executable:
    def __init__(self, file):
        self.file = file
    def __call__(self, *arguments, output, error):
        done = subprocess.run([str(self.file), *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert done.returncode == 0, done.stdout
        return done.stdout.decode()
class CMakePackage:
    def define(self, name, value):
        value = value if not isinstance(value, bool) else "ON" if value else "OFF"
        return f"-D{name}={value}"
