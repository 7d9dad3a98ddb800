import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEvent } from "../../areas/calendar/fixtures.ts";
import { createCourtAction } from "../../areas/cases/court-actions/fixtures.ts";
import { createClientRow } from "../../areas/clients/fixtures.ts";
import { createContact } from "../../areas/contacts/fixtures.ts";
import { createDocument } from "../../areas/documents/fixtures.records.ts";
import { createLead } from "../../areas/leads/fixtures.ts";
import { createNote } from "../../areas/notes/fixtures.ts";
import { createTask } from "../../areas/tasks/fixtures.ts";
import { migrationsFolder } from "../../platform/database/migrations.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { createCase, createTenant, insertFor, type TestTenant } from "../harness/tenant.ts";

let server: TestServer;
let tenant: TestTenant;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  owner = await server.connectOwner();
});
afterAll(() => server.close(1000));

const readScript = (number: string) => {
  const folder = readdirSync(migrationsFolder).find((name) => name.startsWith(number)) ?? "";
  return readFileSync(join(migrationsFolder, folder, "migration.sql"), "utf8");
};

/** A line for each word and key of the firm's records. */
async function readIndex(): Promise<string[]> {
  const { rows } = await owner.query<{ line: string }>(
    `SELECT entity || ' ' || "recordId" || ' word ' || term AS line FROM "SearchTerm" WHERE "organizationId" = $1
     UNION ALL SELECT entity || ' ' || "recordId" || ' key ' || key FROM "NameKey" WHERE "organizationId" = $1`,
    [tenant.organizationId],
  );
  return rows.map(({ line }) => line).toSorted();
}

/** Records of every kind whose words a version before did not find. */
async function createRecords(): Promise<{ plain: string; named: string; bare: string }> {
  const plain = await createClientRow(tenant, { firstName: "Rosa", lastName: "Diaz" });
  const named = await createClientRow(tenant, { firstName: "Łukasz", lastName: "O’Brien", dateOfBirth: "1984-06-30" });
  const bare = await createClientRow(tenant, { firstName: "Van", lastName: "Le" });
  await createCase(tenant, { title: "Søren O'Neil matter", plaintiffId: named });
  const { caseId } = await createCase(tenant);
  await createCourtAction(tenant, { caseId, caption: "D'Angelo v. Weiß" });
  const contactId = await createContact(tenant, { type: "person", name: "Ben Đức", firstName: "Ben", lastName: "Đức" });
  await insertFor(tenant, {
    ContactEmail: {
      organizationId: tenant.organizationId,
      contactId,
      position: 2,
      label: "work",
      address: "o'hara@mail.example",
      addressKey: "o'hara@mail.example",
      isPrimary: false,
    },
  });
  await createLead(tenant, { firstName: "Işık", lastName: "N'Dri", atFaultParty: "Al Le" });
  await createDocument(tenant, { description: "children's œuvre" });
  await createNote(tenant, { subject: "O'Hara", bodyText: "the client’s brother" });
  await createNote(tenant, { subject: "O'Hara", bodyText: "counsel's advice", visibility: "privileged" });
  await createTask(tenant, { title: "Call Mr. O'Shea" });
  await createEvent(tenant, { title: "Þór's deposition" });
  await createEvent(tenant, { title: "Þór's own day", visibility: "private" });
  return { plain, named, bare };
}

/** Takes away what the version before did not write. */
async function forgetWords({ plain, bare }: { plain: string; bare: string }): Promise<void> {
  await owner.query(
    `DELETE FROM "SearchTerm" WHERE "organizationId" = $1 AND (term IN ('lukasz', 'obrien', 'soren', 'oneil', 'dangelo', 'weiss', 'duc', 'ohara',
      'isik', 'ndri', 'childrens', 'oeuvre', 'clients', 'counsels', 'oshea', 'thor', 'thors', 'þors') OR (term = 'rosa' AND "recordId" = $2))`,
    [tenant.organizationId, plain],
  );
  await owner.query(`DELETE FROM "NameKey" WHERE "organizationId" = $1 AND "recordId" = $2 AND key <> 'FNL'`, [
    tenant.organizationId,
    bare,
  ]);
  await owner.query(
    `DELETE FROM "NameKey" WHERE "organizationId" = $1 AND (key IN ('PN', 'AL', 'L') OR key LIKE 'PN %' OR key LIKE '% PN' OR key LIKE '% L')`,
    [tenant.organizationId],
  );
}

// A distributed database has one owner, and no second one for a test.
test.skipIf(process.env["CASEPORT_CITUS_URL"] !== undefined)(
  "rows of before get the words and keys by which they are searched, and other rows nothing",
  async () => {
    const records = await createRecords();
    const written = await readIndex();
    await owner.query("BEGIN");
    await forgetWords(records);
    const before = await readIndex();
    expect(before.length).toBeLessThan(written.length - 25);
    const steps = ["02", "03", "04", "05", "06", "07", "08"].map((step) => readScript(`202701240000${step}`));
    const tables = [
      ...new Set(steps.flatMap((step) => [...step.matchAll(/ALTER TABLE ("\w+")/g)].map(([, table]) => table))),
    ];
    // As an installation's owner, whom forced row-level security binds: a superuser sees everything.
    await owner.query(`CREATE ROLE trial_owner; GRANT CREATE ON SCHEMA public TO trial_owner;
      ${tables.map((table) => `ALTER TABLE ${table} OWNER TO trial_owner;`).join("\n")} SET LOCAL ROLE trial_owner`);
    for (const step of steps) await owner.query(step);
    await owner.query("RESET ROLE");
    expect(await readIndex()).toEqual(written.filter((line) => line !== `client ${records.plain} word rosa`));
    const { rows } = await owner.query(
      `SELECT DISTINCT relforcerowsecurity FROM pg_class WHERE oid = ANY ($1::text[]::regclass[])`,
      [tables],
    );
    expect(rows).toEqual([{ relforcerowsecurity: true }]);
    await owner.query("ROLLBACK");
  },
);

test("what records have beside the words that are asked for, the version before asks for", async () => {
  const { rows } = await tenant.inside((transaction) =>
    sql<{ missing: string[] }>`
      SELECT ARRAY(SELECT unnest(split_words(text)) EXCEPT SELECT unnest(record_words(text))) AS missing
      FROM unnest(${["Łukasz O’Brien", "Kaʻahumanu", "Straße", "Пётр Σωκράτης", "İşık", "O´Brien", "’n Þór"]}::text[]) AS text`.execute(
      transaction,
    ),
  );
  expect(rows.flatMap(({ missing }) => missing)).toEqual([]);
});
