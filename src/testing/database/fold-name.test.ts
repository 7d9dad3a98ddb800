import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foldName } from "../../contract/values/fold-name.ts";
import { migrationsFolder } from "../../platform/database/migrations.ts";
import { cloneDatabase } from "./clone-database.ts";

let owner: Client;
beforeAll(async () => {
  owner = new Client({ connectionString: await cloneDatabase() });
  await owner.connect();
});
afterAll(() => owner.end());

/** The names that the database folds in another way than foldName. */
async function findDifferences(names: readonly string[]): Promise<string[][]> {
  const { rows } = await owner.query<{ name: string; key: string }>(
    // A later Unicode in Node knows characters that PostgreSQL does not.
    "SELECT name, fold_name(name) AS key FROM unnest($1::text[]) AS name WHERE unicode_assigned(regexp_replace(name, '[\\u2065\\ufff0-\\ufff8\\U000e0000-\\U000e0fff]', '', 'g'))",
    [names],
  );
  expect(rows.length).toBeGreaterThan(names.length / 4);
  return rows.filter(({ name, key }) => foldName(name) !== key).map(({ name, key }) => [name, foldName(name), key]);
}

/**
 * Each code point between two letters. Ideographs, Hangul syllables and private characters have no case and are all
 * alike.
 */
test.each([
  [0x1, 0x3400],
  [0xa000, 0xac00],
  [0xf900, 0x1_2000],
  [0x1_2000, 0x2_0000],
  [0xe_0000, 0xe_1000],
])("the database folds %i to %i as foldName does", async (from, to) => {
  const points = Array.from({ length: to - from }, (_, index) => from + index);
  expect(await findDifferences(points.map((point) => `a${String.fromCodePoint(point)}B`))).toEqual([]);
});

test.each([
  "",
  " ",
  " Medical  Records ",
  "\u200b",
  " a \u00a0\u1680 b\u2028 ",
  "ΟΔΟΣ ΣΑΣ",
  "Straße STRAẞE",
  "İıIi",
  "e\u0301\u034f\u0323",
  "👩‍👩‍👧‍👦",
  "ᾼ ᾳ ΐ ǰ ŉ և",
  "한글 가",
  "a´",
  "\u3164\uffa0",
])("the database folds %j as foldName does", async (name) => {
  expect(await findDifferences([name])).toEqual([]);
});

test("the migration sets the keys of existing names under row-level security, and keeps names distinct that now fold alike", async () => {
  const script = readFileSync(join(migrationsFolder, "20261123040000_names", "migration.sql"), "utf8");
  const update = script.slice(script.indexOf('ALTER TABLE "Tag" NO FORCE'), script.indexOf("CREATE TRIGGER fold_name"));
  // Past triggers and foreign keys, with the keys of before.
  await owner.query("SET session_replication_role = replica");
  await owner.query(`INSERT INTO "Tag" ("organizationId", id, name, "nameKey", color) VALUES
    ('org', '1', 'Fall', 'fall', '#b45309'), ('org', '2', E'Fall\u200b', E'fall\u200b', '#b45309'), ('else', '3', E'Fall\u200b', E'fall\u200b', '#b45309')`);
  await owner.query(`INSERT INTO "Folder" ("organizationId", id, "caseId", name, "nameKey", depth, "deletedAt") VALUES
    ('org', '1', 'cas', E'Bills\u00ad', E'bills\u00ad', 1, NULL), ('org', '2', 'cas', 'Bills', 'bills', 1, NULL),
    ('org', '3', 'cas', E'Bills\u200d', E'bills\u200d', 1, now()), ('org', '4', 'cas', 'Bills', 'bills', 1, now()),
    ('org', '5', 'cas', E'Notes\\u200d', E'notes\\u200d', 1, NULL), ('org', '6', 'cas', E'Notes\\u00ad', E'notes\\u00ad', 1, NULL)`);
  await owner.query(`SET session_replication_role = origin; BEGIN; CREATE ROLE trial_owner; GRANT CREATE ON SCHEMA public TO trial_owner;
    ALTER TABLE "Tag" OWNER TO trial_owner; ALTER TABLE "Folder" OWNER TO trial_owner; SET LOCAL ROLE trial_owner`);
  await owner.query(update);
  await owner.query("RESET ROLE");
  const keysOf = async (table: string) =>
    (
      await owner.query<{ key: string }>(`SELECT "nameKey" || ' ' || revision AS key FROM "${table}" ORDER BY id`)
    ).rows.map(({ key }) => key);
  expect([await keysOf("Tag"), await keysOf("Folder")]).toEqual([
    ["fall 1", "fall 2 1", "fall 1"],
    ["bills 1 1", "bills 1", "bills 1", "bills 1", "notes 1", "notes 6 1"],
  ]);
  const { rows } = await owner.query(
    `SELECT DISTINCT relforcerowsecurity, tgenabled FROM pg_class c JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT tgisinternal WHERE relname IN ('Tag', 'Folder')`,
  );
  expect(rows).toEqual([{ relforcerowsecurity: true, tgenabled: "O" }]);
  await owner.query("ROLLBACK");
});
