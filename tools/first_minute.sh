#!/usr/bin/env bash
# How long a newcomer waits: clones this repository into a new folder, runs `make play` there and tells when the page and
# a first battle answered. `tools/first_minute.sh --cold` empties the caches of pip and npm for it. Uncommitted changes are
# left out, as a clone does. What else the machine has to do stands beside the figures.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
if [ "${1:-}" = --cold ]; then
	export PIP_NO_CACHE_DIR=1 npm_config_cache="$folder/npm"
fi
export LANCEMATE_HOME="$folder/home"
echo "load before: $(cut -d' ' -f1-3 /proc/loadavg 2> /dev/null || uptime), cores: $(getconf _NPROCESSORS_ONLN)"
git clone --quiet "$here" "$folder/lancemate"
cd "$folder/lancemate"
begun=$(date +%s.%N)
set -m
make --no-print-directory play WITH="--no-browser --port 0" > "$folder/said.txt" 2>&1 &
running=$!
finish() {
	kill -INT -- "-$running" 2> /dev/null || true
	kill -TERM -- "-$running" 2> /dev/null || true
	wait "$running" 2> /dev/null || true
	rm -rf "$folder"
}
trap finish EXIT
address=
while [ -z "$address" ]; do
	kill -0 "$running" 2> /dev/null || { cat "$folder/said.txt"; echo "make play has ended"; exit 1; }
	sleep 0.2
	address=$(sed -n 's/.* ready at \(http[^ ]*\).*/\1/p' "$folder/said.txt")
done
cat "$folder/said.txt"
.venv/bin/python - "$begun" "$address" <<'END'
import sys, time
from urllib.request import Request, urlopen

begun, address = float(sys.argv[1]), sys.argv[2]
urlopen(address).read()
print(f"the page answers: {time.time() - begun:.1f} s")
asked = Request(f"{address}api/games", data=b'{"quick": {}}', headers={"Content-Type": "application/json"})
urlopen(asked).read()
print(f"a first battle lies on the table: {time.time() - begun:.1f} s")
END
echo "load after: $(cut -d' ' -f1-3 /proc/loadavg 2> /dev/null || uptime)"
