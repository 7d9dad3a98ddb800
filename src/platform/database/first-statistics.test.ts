import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { cloneDatabase } from "../../testing/database/clone-database.ts";

/** The tables that foreign keys refer to by `organizationId` and `id`. */
const listReferences = `
  SELECT DISTINCT c.confrelid::regclass::text AS table, i.relname AS index
  FROM pg_constraint c
  JOIN pg_class i ON i.oid = c.conindid
  JOIN pg_class t ON t.oid = c.confrelid
  WHERE c.contype = 'f' AND t.relkind = 'r' AND c.connamespace = current_schema()::regnamespace
    AND pg_get_constraintdef(c.oid) LIKE '%("organizationId", id)%'`;

test("in a database without rows, each foreign key is planned to find its row by the index that it refers to", async () => {
  const client = new Client({ connectionString: await cloneDatabase() });
  onTestFinished(() => client.end());
  await client.connect();
  const { rows: references } = await client.query<{ table: string; index: string }>(listReferences);
  expect(references.length).toBeGreaterThan(50);
  await client.query("SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan");
  const planned: string[] = [];
  for (const { table } of references) {
    await client.query(
      `PREPARE reference AS SELECT 1 FROM ONLY ${table} x WHERE "organizationId" = $1 AND id = $2 FOR KEY SHARE OF x`,
    );
    const { rows } = await client.query<{ "QUERY PLAN": string }>("EXPLAIN (COSTS OFF) EXECUTE reference(NULL, NULL)");
    await client.query("DEALLOCATE reference");
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    planned.push(`${table}: ${/(?:using|Bitmap Index Scan on) "?(\w+)/.exec(plan)?.[1] ?? plan}`);
  }
  expect(planned).toEqual(references.map(({ table, index }) => `${table}: ${index}`));
});
