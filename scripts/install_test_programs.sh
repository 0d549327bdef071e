#!/bin/sh
# Installs the programs that some tests drive: Chromium for the pages, PostgreSQL for the store.
# Where that cannot be done (no apt-get, not root, no network), the tests say in their last line what they leave out.
set -u

has() { command -v "$1" >/dev/null; }
install() { apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1; }

# Chromium without windows does the same in three quarters of the time; where it is not to be had, the whole one will do.
shell=""
has chromium-headless-shell || shell="chromium-headless-shell"
whole=""
has chromium || has chromium-browser || has google-chrome || whole="chromium"
store=""
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || has initdb || store="postgresql"
[ -n "$shell$store" ] || exit 0

if [ "$(id -u)" != 0 ] || ! has apt-get; then
  echo "Not installed here: $shell $store; the tests that need them run with what there is, or not at all." >&2
  exit 0
fi
echo "Installing $shell $store" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq >/dev/null 2>&1
[ -z "$shell" ] || install $shell fonts-dejavu-core || [ -z "$whole" ] || install $whole fonts-dejavu-core ||
  echo "Could not install Chromium; the tests that need it cannot run." >&2
[ -z "$store" ] || install $store || echo "Could not install $store; the tests that need it cannot run." >&2
exit 0
