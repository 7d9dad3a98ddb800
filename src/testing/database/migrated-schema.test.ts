import { Client } from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { createTablesSql } from "../../cli/schema-engine.ts";
import { nameDatabase, withDatabase } from "../../platform/database/connections/connection-url.ts";
import { cloneDatabase } from "./clone-database.ts";

/**
 * A line for each column, key, index and closed set of values. Migrations have by hand what Prisma's language does not
 * know, and the lines leave it out: partitions, what a generated column is generated from, which rows an index has,
 * when a foreign key is checked. A list of Prisma is never NULL, and has no NOT NULL in its SQL.
 */
const catalog = `
  SELECT format('%s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attnotnull AND format_type(a.atttypid, a.atttypmod) NOT LIKE '%[]' THEN ' NOT NULL' END,
      CASE WHEN a.attgenerated = '' THEN ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) END) AS line
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL SELECT regexp_replace(replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '), ' WHERE .*', '')
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
  UNION ALL SELECT conrelid::regclass || ' ' || regexp_replace(pg_get_constraintdef(n.oid), '( NOT VALID| DEFERRABLE.*)$', '')
    FROM pg_constraint n JOIN pg_class c ON c.oid = n.conrelid
    WHERE n.connamespace = 'public'::regnamespace AND n.contype IN ('f', 'p') AND NOT c.relispartition
  UNION ALL SELECT t.typname || ' ' || string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder)
    FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid GROUP BY t.typname`;

/** `ARRAY[1, 2]` as migrations by hand write it: `'{1,2}'::integer[]`. */
const spellDefault = (line: string) =>
  line
    .replace(/DEFAULT ARRAY\[\]::(\w+)\[\]/, "DEFAULT '{}'::$1[]")
    .replace(
      /DEFAULT ARRAY\[([\d, ]+)\]$/,
      (_, values: string) => `DEFAULT '{${values.replaceAll(" ", "")}}'::integer[]`,
    );

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const readCatalog = async (client: Client) =>
  (await client.query<{ line: string }>(catalog)).rows.map(({ line }) => spellDefault(line));

// A distributed database has no second one beside it.
describe.skipIf(process.env["CASEPORT_CITUS_URL"] !== undefined)(
  "the migrations make what prisma/schema declares",
  () => {
    let declared: string[];
    let migrated: string[];

    beforeAll(async () => {
      const url = await cloneDatabase();
      const name = `${nameDatabase(url)}_declared`;
      const script = await createTablesSql();
      await withClient(url, async (client) => {
        migrated = await readCatalog(client);
        await client.query(`CREATE DATABASE ${name}`);
        declared = await withClient(withDatabase(url, name), async (other) => {
          await other.query(script);
          return readCatalog(other);
        });
        await client.query(`DROP DATABASE ${name}`);
      });
    });

    const findMissing = (expected: readonly string[]) => {
      const present = new Set(migrated);
      return expected.filter((line) => !present.has(line));
    };

    test("every column, key, index and set of values; if not: npm run db:migration", () => {
      expect(declared.length).toBeGreaterThan(2_000);
      expect(findMissing(declared)).toEqual([]);
    });

    test("the control: a type, a NOT NULL, a default, an index or a foreign key that no migration has is found", () => {
      const lines = [
        `Case.id integer NOT NULL`,
        `Case.closedOn date NOT NULL`,
        `Case.caseState text DEFAULT 'PA'::text`,
        `CREATE INDEX "Case_wrong_idx" ON public."Case" USING btree ("organizationId", "closedOn")`,
        `"Case" FOREIGN KEY ("organizationId", "plaintiffId") REFERENCES "Client"("organizationId", id)`,
      ];
      expect(findMissing(lines)).toEqual(lines);
      expect(migrated.filter((line) => line.startsWith("Case.id "))).toEqual(["Case.id text NOT NULL"]);
    });
  },
);
