# Tests the extension through Node. node/client.js runs under the Node with node:sqlite
# that node_path.sh finds or fetches. Otherwise it runs under the machine's own Node with
# better-sqlite3. Without either, the test is a SKIP.
set -u
here=$(dirname "$0")
node=$(sh "$here/node_path.sh")
[ -z "$node" ] || exec "$node" --no-warnings "$here/node/client.js"
command -v node >/dev/null 2>&1 && exec node "$here/node/client.js"
echo "1..0 # SKIP no Node here, and no npm to fetch one"
