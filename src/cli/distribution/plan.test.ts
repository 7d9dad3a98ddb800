import { readFileSync } from "node:fs";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../testing/database/clone-database.ts";
import { distribute } from "./distribute.ts";
import { describePlan, planDistribution, referenceTables } from "./plan.ts";

let owner: Client;
beforeAll(async () => {
  owner = new Client({ connectionString: await cloneDatabase() });
  await owner.connect();
});
afterAll(() => owner.end());

test("every table of the migrations has a place, and nothing prevents it", async () => {
  const plan = await planDistribution(owner);
  expect(plan.faults).toEqual([]);
  const count = (wanted: string) => plan.tables.filter(({ place }) => place === wanted).length;
  expect(count("distributed")).toBeGreaterThan(65);
  const reference = plan.tables.filter(({ place }) => place === "reference").map(({ name }) => name);
  expect(reference).toEqual([
    "AssistantConnection",
    "AssistantToken",
    "CalendarFeed",
    "EsignLink",
    "IntegrationKey",
    "IntegrationKeySecret",
    "LegacyCredential",
    "Organization",
    "TextConnection",
    "User",
  ]);
  const guide = readFileSync(new URL("../../guides/scaling.md", import.meta.url), "utf8");
  const row = /^\| Reference: .*$/m.exec(guide)?.[0] ?? "";
  expect([...row.matchAll(/`(\w+)`/g)].map(([, name]) => name).toSorted()).toEqual(reference);
  expect(plan.dropped.map(({ table, references }) => `${table} ${references}`)).toEqual([
    "AssistantConnection Member",
    "CalendarFeed Member",
    "EsignLink EsignRecipient",
    "EsignLink EsignRequest",
    "IntegrationKey Member",
    "IntegrationKey Member",
    "IntegrationKey Contact",
  ]);
  expect(describePlan(plan)).toMatch(/^Case {2,}distributed {2}by organizationId/m);
});

test("no function that runs as the definer writes a table that each node has", async () => {
  const listWritten = async () =>
    (
      await owner.query<{ name: string }>(
        `
    SELECT DISTINCT relname AS name FROM pg_class, unnest('{INSERT,UPDATE}'::text[]) AS privilege
    WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1) AND has_any_column_privilege('caseport_definer', oid, privilege)`,
        [Object.keys(referenceTables)],
      )
    ).rows.map(({ name }) => name);
  expect(await listWritten()).toEqual([]);
  await owner.query(`BEGIN; GRANT UPDATE (name) ON "IntegrationKey" TO caseport_definer`);
  expect(await listWritten()).toEqual(["IntegrationKey"]);
  await owner.query("ROLLBACK");
});

test.each([
  [
    "a table without an organization that is in no class",
    `CREATE TABLE "Wrong" (id text PRIMARY KEY)`,
    '"Wrong" has no organizationId, and is neither a reference table nor one of the coordinator.',
  ],
  [
    "a unique index without the organization",
    `CREATE UNIQUE INDEX wrong ON "Case" (id)`,
    '"Case" is distributed, but wrong does not contain organizationId.',
  ],
  [
    "a foreign key without the organization",
    `CREATE UNIQUE INDEX wrong ON "Case" (id); ALTER TABLE "Document" ADD CONSTRAINT wrongly FOREIGN KEY ("caseId") REFERENCES "Case" (id)`,
    '"wrongly" does not contain organizationId.',
  ],
  [
    "a foreign key from the coordinator to a distributed table",
    `ALTER TABLE "WebhookJob" ADD CONSTRAINT wrong FOREIGN KEY ("organizationId", "deliveryId") REFERENCES "WebhookDelivery" ("organizationId", id)`,
    '"wrong" leads from the coordinator to a distributed table, or back.',
  ],
])("the plan names %s", async (_, statement, fault) => {
  await owner.query("BEGIN");
  try {
    await owner.query(statement);
    expect((await planDistribution(owner)).faults).toContain(fault);
  } finally {
    await owner.query("ROLLBACK");
  }
});

test("a database without the extension is left as it is", async () => {
  await expect(distribute(owner, await planDistribution(owner))).rejects.toThrow(
    "The database has no extension citus.",
  );
});
