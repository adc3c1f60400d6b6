# Tests the extension through Node. If node_path.sh finds or fetches a Node with the
# module node:sqlite, node/client.js runs under that Node. Otherwise client.js runs under
# the machine's Node with better-sqlite3. If neither way works, the test is a SKIP.
set -u
here=$(dirname "$0")
node=$(sh "$here/node_path.sh")
[ -z "$node" ] || exec "$node" --no-warnings "$here/node/client.js"
command -v node >/dev/null 2>&1 && exec node "$here/node/client.js"
echo "1..0 # SKIP no Node here, and no npm to fetch one"
