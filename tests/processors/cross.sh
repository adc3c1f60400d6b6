# Scripts read this file with `.`. It finds compilers and emulators for other processors.
# Debian has packages of these tools, and of SQLite and libyaml for each processor.

# describe PROCESSOR: sets $emulator and $prefix, as in $prefix-gcc.
describe() {
  case $1 in
  arm64) prefix=aarch64-linux-gnu emulator=qemu-aarch64-static ;;
  armhf) prefix=arm-linux-gnueabihf emulator=qemu-arm-static ;;
  i386) prefix=i686-linux-gnu emulator=qemu-i386-static ;;
  s390x) prefix=s390x-linux-gnu emulator=qemu-s390x-static ;;
  *) echo "$1 is not one of arm64, armhf, i386, s390x" >&2 && exit 2 ;;
  esac
}

# Succeeds if the compiler, the emulator and the libraries are installed.
is_there() {
  command -v "$emulator" >/dev/null 2>&1 &&
    echo 'int main(void) { return 0; }' |
    "$prefix-gcc" -x c -o /dev/null - -l:libsqlite3.so.0 -l:libyaml-0.so.2 2>/dev/null
}

# what_it_needs PROCESSOR: prints the commands that install compiler, emulator and
# libraries.
what_it_needs() {
  echo "dpkg --add-architecture $1; apt-get update;" \
    "apt-get install qemu-user-static gcc-$prefix libc6-dev-$1-cross" \
    "libsqlite3-0:$1 libyaml-0-2:$1"
}
