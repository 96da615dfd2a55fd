#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
# needs.sh -- says all that this machine lacks, and the one command that installs it, before anything
# is built. What has a Python package is not asked for: it installs itself into .tools.
#   sh sim/needs.sh [python] [compiler] [cmake] [browser] [library]
missing='' packages=''

# lacks NAME DEBIAN FEDORA ARCH BREW: a missing thing, and its packages ("-" comes with another one)
lacks() {
  missing="$missing${missing:+, }$1"
  case $manager in
    apt-get) package=$2 ;; dnf) package=$3 ;; pacman) package=$4 ;; brew) package=$5 ;; *) package=- ;;
  esac
  [ "$package" = - ] || packages="$packages $package"
}

manager=''
for name in apt-get dnf pacman brew; do
  if command -v $name >/dev/null 2>&1; then manager=$name; break; fi
done
# Ubuntu's package of Chromium has a name of its own.
chromium=chromium
if grep -qs '^ID=ubuntu' /etc/os-release; then chromium=chromium-browser; fi
python=${PYTHON:-python3}

for need in "$@"; do
  case $need in
    python)
      if ! command -v "$python" >/dev/null 2>&1; then
        lacks 'Python 3' python3 python3 python python
        lacks "Python's venv module" python3-venv - - -
      elif ! "$python" -c 'import venv, ensurepip' >/dev/null 2>&1; then
        lacks "Python's venv module" python3-venv python3 python python
      fi ;;
    compiler)
      command -v "${CXX:-g++}" >/dev/null 2>&1 || lacks 'a C++ compiler' g++ gcc-c++ gcc gcc ;;
    cmake)
      command -v cmake >/dev/null 2>&1 || lacks CMake cmake cmake cmake cmake ;;
    browser)
      command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 ||
        command -v google-chrome >/dev/null 2>&1 || lacks Chromium $chromium chromium chromium chromium ;;
    library)
      # cocotb's simulators load Python as a library.
      "$python" -c '
import ctypes, os, sysconfig
value = sysconfig.get_config_var
for name in filter(None, (value("INSTSONAME"), value("LDLIBRARY"))):
    for path in name, os.path.join(value("LIBDIR") or "", name):
        try:
            ctypes.CDLL(path)
            raise SystemExit(0)
        except OSError:
            pass
raise SystemExit(1)' 2>/dev/null || lacks "Python's library" libpython3-dev python3-libs - - ;;
    *) echo "needs.sh: $need? want python, compiler, cmake, browser or library" >&2; exit 2 ;;
  esac
done

[ -n "$missing" ] || exit 0
sudo='sudo '
if [ "$(id -u)" = 0 ] || [ "$manager" = brew ]; then sudo=''; fi
case $manager in
  pacman) install="${sudo}pacman -S$packages" ;;
  '') install='' ;;
  *) install="$sudo$manager install$packages" ;;
esac
echo "This machine lacks $missing.${install:+ Install it with: $install}" >&2
exit 1
