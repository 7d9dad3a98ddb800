import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrationsFolder } from "../../platform/database/migrations.ts";

/**
 * A migration runs while servers of the version before serve: it adds, and what it takes away no version before it uses
 * (decision 0067).
 */

/** Since then installations exist that are upgraded. */
const firstBound = "20261127";

const contracting: readonly [name: string, pattern: RegExp][] = [
  ["drops a table or column", /\bDROP (TABLE|COLUMN|VIEW)\b/i],
  ["renames", /\bRENAME (TO|COLUMN|CONSTRAINT)\b/i],
  ["changes a type", /\bALTER COLUMN "?\w+"? (SET DATA )?TYPE\b/i],
  [
    "requires a value",
    /\bALTER COLUMN "?\w+"? SET NOT NULL\b|\bADD COLUMN "?\w+"? [^,;]*NOT NULL(?![^,;]*(DEFAULT|GENERATED))/i,
  ],
  ["checks all rows under a lock", /\bADD CONSTRAINT [^;]*\b(CHECK|FOREIGN KEY)\b(?![^;]*NOT VALID)/i],
];
const indexOf = /\bCREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)(?:IF NOT EXISTS )?"?\w+"? ON (?:ONLY )?"?(\w+)"?/gi;

/**
 * What in a migration an older server, or a table that is full, does not stand. A line `-- Contracts: <reason>` allows
 * it.
 */
function findFaults(sql: string): string[] {
  if (/^-- Contracts: \S/m.test(sql)) return [];
  const statements = sql.replace(/--.*$/gm, "");
  const created = new Set(
    [...statements.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/gi)].map(([, table]) => table),
  );
  const onNewTables = statements
    .split(";")
    .filter((statement) => created.has(/^\s*ALTER TABLE (?:ONLY )?"?(\w+)"?/i.exec(statement)?.[1]));
  const others = onNewTables.reduce((left, statement) => left.replace(statement, ""), statements);
  const indexes = [...others.matchAll(indexOf)].filter(([, table]) => !created.has(table));
  return [
    ...contracting.filter(([, pattern]) => pattern.test(others)).map(([name]) => name),
    ...(indexes.length > 0 ? ["indexes a table of rows without CONCURRENTLY"] : []),
  ];
}

const names = readdirSync(migrationsFolder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && entry.name >= firstBound ? [entry.name] : [],
);

test("no migration takes away what the version before it uses, or blocks writers", () => {
  const faults = names.flatMap((name) =>
    findFaults(readFileSync(join(migrationsFolder, name, "migration.sql"), "utf8")).map((fault) => `${name}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test.each([
  [`ALTER TABLE "Client" DROP COLUMN phone`, "drops a table or column"],
  [`ALTER TABLE "Client" RENAME COLUMN phone TO mobile`, "renames"],
  [`ALTER TABLE "Client" ALTER COLUMN phone SET DATA TYPE varchar(50)`, "changes a type"],
  [`ALTER TABLE "Client" ADD COLUMN mobile text NOT NULL`, "requires a value"],
  [`ALTER TABLE "Client" ALTER COLUMN "phone" SET NOT NULL`, "requires a value"],
  [`ALTER TABLE "Client" ADD CONSTRAINT c CHECK (phone <> '')`, "checks all rows under a lock"],
  [`CREATE INDEX "Client_phone" ON "Client" (phone)`, "indexes a table of rows without CONCURRENTLY"],
])("%s is found", (sql, fault) => {
  expect(findFaults(sql)).toEqual([fault]);
  expect(findFaults(`-- Contracts: nothing has read it since 1.4.\n${sql}`)).toEqual([]);
});

test.each([
  `ALTER TABLE "Client" ADD COLUMN mobile text; ALTER TABLE "Client" ADD COLUMN color text NOT NULL DEFAULT 'grey'`,
  `CREATE TABLE "Bookmark" (id text NOT NULL); CREATE INDEX "Bookmark_id" ON "Bookmark" (id); ALTER TABLE "Bookmark" ADD CONSTRAINT "Bookmark_case" FOREIGN KEY (id) REFERENCES "Case" (id)`,
  `CREATE INDEX CONCURRENTLY "Client_phone" ON "Client" (phone)`,
  `ALTER TABLE "Client" ADD CONSTRAINT c CHECK (phone <> '') NOT VALID`,
])("%s is allowed", (sql) => {
  expect(findFaults(sql)).toEqual([]);
});
