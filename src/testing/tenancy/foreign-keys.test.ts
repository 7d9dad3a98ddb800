import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createInvoice } from "../../areas/billing/fixtures.ts";
import { createFullCase } from "../../areas/cases/fixtures.ts";
import { createFolder } from "../../areas/documents/folders/fixtures.ts";
import { createEvents } from "../../areas/events/fixtures.ts";
import { createAnswer } from "../../areas/intake/answers/fixtures.ts";
import { createRetrievalRequest, type CreatedRequest } from "../../areas/medical/fixtures.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { createAreaRows } from "../database/area-rows.ts";
import { createPortalRows } from "../database/portal-rows.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** A firm with one record of every kind. */
interface FilledTenant extends CreatedRequest {
  tenant: TestTenant;
  folderId: string;
  answerId: string;
  invoiceId: string;
  tagId: string;
}

let ownerUrl = "";
let owner: Client;
let database: Database;
let ours: FilledTenant;
let theirs: FilledTenant;

async function fillTenant(): Promise<FilledTenant> {
  const tenant = await createTenant(database);
  const { caseId, tagId } = await createFullCase(tenant);
  const request = await createRetrievalRequest(tenant);
  await createEvents(tenant, 3);
  await createPortalRows(tenant);
  await createAreaRows(tenant);
  return {
    ...request,
    tenant,
    tagId,
    caseId,
    folderId: await createFolder(tenant, caseId),
    answerId: await createAnswer(tenant, caseId, "incident.place", "Main Street"),
    invoiceId: (await createInvoice(tenant)).invoiceId,
  };
}

beforeAll(async () => {
  ownerUrl = await cloneDatabase();
  database = openDatabase(await ensureApplicationRole(ownerUrl), { poolSize: 10, hooks });
  owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  ours = await fillTenant();
  theirs = await fillTenant();
});

afterAll(async () => {
  await owner.end();
  await database.close();
});

/** Takes the table's other walls away, to the end of the transaction: checks, and keys of tables that point to it. */
const leaveAlone = (table: string, key: string) => `DO $$
  DECLARE other record;
  BEGIN
    FOR other IN SELECT conrelid::regclass AS holder, conname FROM pg_constraint
      WHERE conparentid = 0 AND conislocal AND conname <> '${key}' AND ((contype = 'c' AND conrelid = '${table}'::regclass) OR (contype = 'f' AND confrelid = '${table}'::regclass))
    LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', other.holder, other.conname);
    END LOOP;
  END $$`;

describe("no row can reference another organization, not even when written by a superuser", () => {
  /** Every foreign key between tenant tables, tried with a row of ours that points to a row of theirs. */
  test("every composite foreign key rejects a foreign reference", async () => {
    const { rows: keys } = await owner.query<{
      name: string;
      table: string;
      columns: string[];
      target: string;
      targets: string[];
    }>(`
      SELECT conname AS name, conrelid::regclass::text AS table, confrelid::regclass::text AS target,
        ARRAY(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY k(n, i) JOIN pg_attribute ON attrelid = conrelid AND attnum = n ORDER BY i) AS columns,
        ARRAY(SELECT attname::text FROM unnest(confkey) WITH ORDINALITY k(n, i) JOIN pg_attribute ON attrelid = confrelid AND attnum = n ORDER BY i) AS targets
      FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND cardinality(conkey) > 1 ORDER BY 1`);
    expect(keys.length).toBeGreaterThan(20);
    const tried: string[] = [];
    const wrong: unknown[] = [];
    for (const { name, table, columns, target, targets } of keys) {
      const column = columns.at(-1) ?? "";
      const { rows } = await owner.query<{ id: string }>(
        `SELECT "${targets.at(-1)}" AS id FROM ${target} WHERE "organizationId" = $1 LIMIT 1`,
        [theirs.tenant.organizationId],
      );
      // One row, since two that point to the same may be against another rule; one that points somewhere already, if there is any, for
      // it keeps to its checks when it points elsewhere.
      const where = `WHERE (tableoid, ctid) = (SELECT tableoid, ctid FROM ${table} WHERE "organizationId" = $1 ORDER BY "${column}" IS NULL LIMIT 1)`;
      const { rowCount } = await owner.query(`SELECT FROM ${table} ${where}`, [ours.tenant.organizationId]);
      if (rowCount === 0 || rows.length === 0) continue;
      // What three columns point to may be theirs only when all of them are.
      const together =
        targets.length > 2
          ? `, ${columns
              .slice(1, -1)
              .map(
                (each, index) =>
                  `"${each}" = (SELECT t."${targets[index + 1]}" FROM ${target} t WHERE t."organizationId" = '${theirs.tenant.organizationId}' LIMIT 1)`,
              )
              .join(", ")}`
          : "";
      const codes: unknown[] = [];
      for (const others of ["", together]) {
        // A generated column can be written when it is none.
        await owner.query(
          `BEGIN; ALTER TABLE ${table} DISABLE TRIGGER USER; ALTER TABLE ${table} ALTER COLUMN "${column}" DROP EXPRESSION IF EXISTS; ${leaveAlone(table, name)}`,
        );
        const update = owner.query(`UPDATE ${table} SET "${column}" = $2${others} ${where}`, [
          ours.tenant.organizationId,
          rows[0]?.id,
        ]);
        codes.push(
          await update.then(
            () => "done",
            ({ code, constraint }: { code: string; constraint?: string }) => `${code} ${constraint ?? ""}`,
          ),
        );
        await owner.query("ROLLBACK");
      }
      if (!codes.includes(`23503 ${name}`) || (targets.length === 2 && codes.includes("done")))
        wrong.push([name, ...codes]);
      tried.push(name);
    }
    expect(wrong).toEqual([]);
    // What is left has no row in this test: stored responses.
    expect(keys.map(({ name }) => name).filter((name) => !tried.includes(name))).toEqual([
      "IdempotencyRecord_organizationId_integrationKeyId_fkey",
      "IdempotencyRecord_organizationId_legacyCredentialId_fkey",
    ]);
  });

  test("an insert that references another organization is rejected", async () => {
    const insert = `INSERT INTO "Folder" ("organizationId", id, "caseId", name, "nameKey", depth) VALUES ($1, 'fld_x', $2, 'x', 'x', 1)`;
    await expect(owner.query(insert, [ours.tenant.organizationId, theirs.caseId])).rejects.toMatchObject({
      code: "23503",
    });
    await owner.query("BEGIN");
    await owner.query(insert, [ours.tenant.organizationId, ours.caseId]);
    await owner.query("ROLLBACK");
  });

  test("a stored response cannot belong to another organization's key", async () => {
    const insert = `INSERT INTO "IdempotencyRecord" ("organizationId", "keyId", "idempotencyKey", fingerprint, status, body, "requestId", "expiresAt")
      VALUES ($1, $2, 'x', '\\x00', 200, '', 'req', now())`;
    await expect(owner.query(insert, [ours.tenant.organizationId, theirs.tenant.keyId])).rejects.toMatchObject({
      code: "23503",
    });
  });

  test("a row cannot move to another organization while others reference it", async () => {
    const move = owner.query(`UPDATE "Case" SET "organizationId" = $1 WHERE id = $2`, [
      theirs.tenant.organizationId,
      ours.caseId,
    ]);
    await expect(move).rejects.toMatchObject({ code: expect.stringMatching(/^23(503|001)$/) });
  });
});
