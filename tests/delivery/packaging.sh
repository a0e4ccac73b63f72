#!/bin/bash
# packaging.sh BUILD -- what is in packaging/, as far as it can be tried without Spack and ReFrame: the recipe and the
# test are run with stand-ins for the modules that they import (tests/packaging), and with what bench really prints.
set -euo pipefail

[[ $TRIPTYCH_PRESET != [at]san ]] || exit 77 # what is tested here is packaging, not the code

root=${TRIPTYCH_SOURCE_DIR:?}
build=${1:?the build folder}
command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The command, for the programs that lie side by side in a build folder; and one that says "wrong" with status 0.
cat >"$work/triptych" <<COMMAND
#!/bin/sh
program=\$1
shift
exec "$build/\$program" "\$@"
COMMAND
printf '#!/bin/sh\necho VERDICT: wrong: vecadd\n' >"$work/liar"
chmod +x "$work/liar" "$work/triptych"

export PYTHONPATH=$root/tests/packaging PYTHONDONTWRITEBYTECODE=1
python3 "$root/tests/packaging/recipe.py" "$root" "$work/triptych" "$work/liar"
python3 "$root/tests/packaging/reframe_test.py" "$root" "$work/triptych"
