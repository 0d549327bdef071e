#!/bin/sh
# Installs the programs that some tests drive: Chromium for the pages, PostgreSQL for the store.
# Where that cannot be done (no apt-get, not root, no network), the tests say in their last line what they leave out.
set -u

missing=""
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null ||
  missing="chromium fonts-dejavu-core"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || missing="$missing postgresql"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "Not installed here: $missing; the tests that need them cannot run." >&2
  exit 0
fi
echo "Installing $missing" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq >/dev/null 2>&1
apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 ||
  echo "Could not install $missing; the tests that need them cannot run." >&2
exit 0
