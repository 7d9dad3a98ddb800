#!/bin/sh
# Runs test files once at each of a set of instants, to find what depends on today's date:
#   sh src/testing/at-instants.sh src/areas/tasks src/areas/deadlines
#   INSTANTS="2028-02-29T23:30:00-05:00" sh src/testing/at-instants.sh src/areas/tasks
# Every process of a run reads the set clock, PostgreSQL and what the tests start included: the run has a view of /etc of its own, in which
# the loader preloads set-clock.c with one offset for all. Needs Linux, root and a C compiler.
set -eu
# First and last days, the leap day, both changes of the clocks, New Year in five zones, a day 120 after the first of a long month, a year ahead.
instants=${INSTANTS:-"
2027-01-31T12:00:00Z 2027-02-28T23:59:00Z 2027-03-01T00:01:00Z 2028-02-29T12:00:00Z 2028-03-01T03:30:00Z
2027-03-14T06:55:00Z 2027-03-14T10:30:00Z 2027-11-07T05:55:00Z 2027-11-07T08:30:00Z
2026-12-31T10:01:00Z 2026-12-31T15:01:00Z 2027-01-01T00:01:00Z 2027-01-01T05:01:00Z 2027-01-01T10:01:00Z
2027-08-31T22:30:00Z 2027-11-29T09:00:00Z"}
cd "$(dirname "$0")/../.."
view=$(mktemp -d)
trap 'rm -rf "$view"' EXIT
chmod 755 "$view"
cp -a /etc "$view/etc"
cc -shared -fPIC -O2 -o "$view/etc/set-clock.so" src/testing/set-clock.c
echo /etc/set-clock.so > "$view/etc/ld.so.preload"
failed=""
for instant in $instants; do
  echo "== $instant"
  echo $(($(date -d "$instant" +%s) - $(date +%s))) > "$view/etc/caseport-test-clock"
  # shellcheck disable=SC2016
  unshare --mount sh -c 'mount --bind "$1" /etc && shift && exec "$@"' sh "$view/etc" \
    node_modules/.bin/node node_modules/vitest/vitest.mjs run --config src/testing/vitest.config.ts "$@" || failed="$failed $instant"
done
[ -z "$failed" ] || { echo "Failed at:$failed"; exit 1; }
