import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createInvoice } from "../../areas/billing/fixtures.ts";
import { createFullCase } from "../../areas/cases/fixtures.ts";
import { findCaseDetail, findLiveCase } from "../../areas/cases/store.ts";
import { listCaseDetails } from "../../areas/cases/store.snapshots.ts";
import { lockClient, updateClientRow } from "../../areas/clients/store.ts";
import { createFolder } from "../../areas/documents/folders/fixtures.ts";
import { lockFolderForShare, readFolderPath } from "../../areas/documents/store.ts";
import { createEvents } from "../../areas/events/fixtures.ts";
import { findEvent, listEvents } from "../../areas/events/store.ts";
import type { Choice } from "../../areas/events/store.ts";
import { createAnswer } from "../../areas/intake/answers/fixtures.ts";
import { createRetrievalRequest } from "../../areas/medical/fixtures.ts";
import type { CreatedRequest } from "../../areas/medical/fixtures.ts";
import { findCallingKey } from "../../areas/platform/store.ts";
import { endSecrets, findKey, listKeys, listSecrets, lockKey as lockIntegrationKey, updateKey } from "../../areas/service-accounts/store.ts";
import { findMemberRow, listActingKeys, updateMemberRow } from "../../areas/team/store.ts";
import { openDatabase } from "../../platform/database/database.ts";
import type { Database } from "../../platform/database/database.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import type { Context } from "../../rpc/context.ts";
import { createTenant } from "../harness/tenant.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { createAreaRows } from "../database/area-rows.ts";
import { createPortalRows } from "../database/portal-rows.ts";
import { cloneDatabase } from "../database/clone-database.ts";

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
let superuser: Database;
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
  database = openDatabase(await ensureApplicationRole(ownerUrl), 10);
  superuser = openDatabase(ownerUrl, 2);
  owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  ours = await fillTenant();
  theirs = await fillTenant();
});

afterAll(async () => {
  await owner.end();
  await superuser.close();
  await database.close();
});

/** Runs store functions of one firm where row-level security does not bind: as a superuser, and rolled back. */
async function withoutRowSecurity<Result>(tenant: TestTenant, work: (context: Context) => Promise<Result>): Promise<Result> {
  const outcome: { result?: Result } = {};
  const rollback = new Error("rolled back");
  const { organizationId, keyId } = tenant;
  await superuser
    .inOrganization(organizationId, async (transaction) => {
      const principal = { keyId, organizationId } as Context["principal"];
      const context = { principal, organizationId, transaction, requestId: "req", expectedRevisions: null } as unknown as Context;
      outcome.result = await work(context);
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  return outcome.result as Result;
}

describe("the first wall: every store function filters by itself, without row-level security", () => {
  const found = (result: unknown) => (Array.isArray(result) ? result.length > 0 : result !== undefined && result !== "");

  const functions: Record<string, (context: Context, records: FilledTenant) => Promise<unknown>> = {
    findCaseDetail: (context, { caseId }) => findCaseDetail(context, caseId),
    listCaseDetails: (context, { caseId }) => listCaseDetails(context, [caseId]),
    findLiveCase: (context, { caseId }) => findLiveCase(context, caseId, "share"),
    lockClient: (context, { clientId }) => lockClient(context, clientId),
    updateClientRow: (context, { clientId }) => updateClientRow(context, clientId, { firstName: "Changed" }),
    lockFolderForShare: (context, { caseId, folderId }) => lockFolderForShare(context, caseId, folderId),
    readFolderPath: (context, { folderId }) => readFolderPath(context, folderId),
    findMemberRow: (context, { tenant }) => findMemberRow(context, tenant.attorneyId),
    updateMemberRow: (context, { tenant }) => updateMemberRow(context, tenant.attorneyId, 1, { role: "assistant" }),
    listActingKeys: (context, { tenant }) => listActingKeys(context, tenant.attorneyId),
    findKey: (context, { tenant }) => findKey(context, tenant.keyId),
    lockIntegrationKey: (context, { tenant }) => lockIntegrationKey(context, tenant.keyId),
    listSecrets: (context, { tenant }) => listSecrets(context, [tenant.keyId]),
    updateKey: async (context, { tenant }) => ((await updateKey(context, tenant.keyId, { name: "Changed" })) === "done" ? "changed" : ""),
    endSecrets: async (context, { tenant }) => {
      await endSecrets(context, tenant.keyId, new Date().toISOString(), 0);
      return context.transaction.selectFrom("IntegrationKeySecret").select("id").where("keyId", "=", tenant.keyId).where("expiresAt", "is not", null).execute();
    },
  };

  test.each(Object.entries(functions))("%s", async (_, call) => {
    expect(found(await withoutRowSecurity(ours.tenant, (context) => call(context, ours)))).toBe(true);
    expect(found(await withoutRowSecurity(ours.tenant, (context) => call(context, theirs)))).toBe(false);
  });

  test.each<Choice>([
    { by: "everything" },
    { by: "entity", entities: ["folder", "case"] },
    { by: "eventType", eventTypes: ["folder.created"] },
  ])("listEvents by $by, and findEvent", async (choice) => {
    const request = { choice, after: 0, since: Date.parse("2026-01-01"), limit: 500 };
    const page = await withoutRowSecurity(ours.tenant, (context) => listEvents(context, request));
    expect(page.events.map(({ organizationId }) => organizationId)).toEqual(Array.from({ length: 3 }, () => ours.tenant.organizationId));
    expect([page.oldest, page.newest]).toEqual([1, 3]);
    const id = page.events[0]?.id ?? "";
    expect(await withoutRowSecurity(ours.tenant, (context) => findEvent(context, id))).toMatchObject({ id });
    expect(await withoutRowSecurity(theirs.tenant, (context) => findEvent(context, id))).toBeUndefined();
  });

  test("listKeys", async () => {
    const keys = await withoutRowSecurity(ours.tenant, (context) => listKeys(context, { after: null, limit: 100, sort: "name" }));
    expect(keys.map(({ id }) => id)).toEqual([ours.tenant.keyId]);
  });

  test("findCallingKey", async () => {
    const call = (keyId: string) =>
      withoutRowSecurity(ours.tenant, (context) => findCallingKey(context, keyId));
    expect((await call(ours.tenant.keyId)).organizationId).toBe(ours.tenant.organizationId);
    await expect(call(theirs.tenant.keyId)).rejects.toThrow("no result");
  });

  test("the superuser of this test sees both firms: the wall that is left out is truly out", async () => {
    const { rows } = await owner.query(`SELECT DISTINCT "organizationId" FROM "Case"`);
    expect(rows).toHaveLength(2);
  });
});

/** Takes the table's other walls away, to the end of the transaction: checks, and keys of tables that point to it. */
const leaveAlone = (table: string, key: string) => `DO $$
  DECLARE other record;
  BEGIN
    FOR other IN SELECT conrelid::regclass AS holder, conname FROM pg_constraint
      WHERE conname <> '${key}' AND ((contype = 'c' AND conrelid = '${table}'::regclass) OR (contype = 'f' AND confrelid = '${table}'::regclass))
    LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', other.holder, other.conname);
    END LOOP;
  END $$`;

describe("the second wall: no row can point into another organization, also for a superuser", () => {
  /** Every foreign key between tenant tables, tried with a row of ours that points to a row of theirs. */
  test("every composite foreign key rejects a foreign reference", async () => {
    const { rows: keys } = await owner.query<{ name: string; table: string; columns: string[]; target: string; targets: string[] }>(`
      SELECT conname AS name, conrelid::regclass::text AS table, confrelid::regclass::text AS target,
        ARRAY(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY k(n, i) JOIN pg_attribute ON attrelid = conrelid AND attnum = n ORDER BY i) AS columns,
        ARRAY(SELECT attname::text FROM unnest(confkey) WITH ORDINALITY k(n, i) JOIN pg_attribute ON attrelid = confrelid AND attnum = n ORDER BY i) AS targets
      FROM pg_constraint WHERE contype = 'f' AND cardinality(conkey) > 1 ORDER BY 1`);
    expect(keys.length).toBeGreaterThan(20);
    const tried: string[] = [];
    const wrong: unknown[] = [];
    for (const { name, table, columns, target, targets } of keys) {
      const column = columns.at(-1) ?? "";
      const { rows } = await owner.query<{ id: string }>(`SELECT "${targets.at(-1)}" AS id FROM ${target} WHERE "organizationId" = $1 LIMIT 1`, [theirs.tenant.organizationId]);
      // One row, since two that point to the same may be against another rule; one that points somewhere already, if there is any, for
      // it keeps to its checks when it points elsewhere.
      const where = `WHERE ctid = (SELECT ctid FROM ${table} WHERE "organizationId" = $1 ORDER BY "${column}" IS NULL LIMIT 1)`;
      const { rowCount } = await owner.query(`SELECT FROM ${table} ${where}`, [ours.tenant.organizationId]);
      if (rowCount === 0 || rows.length === 0) continue;
      // What three columns point to may be theirs only when all of them are.
      const together = targets.length > 2 ? `, ${columns.slice(1, -1).map((each, index) => `"${each}" = (SELECT t."${targets[index + 1]}" FROM ${target} t WHERE t."organizationId" = '${theirs.tenant.organizationId}' LIMIT 1)`).join(", ")}` : "";
      const codes: unknown[] = [];
      for (const others of ["", together]) {
        await owner.query(`BEGIN; ALTER TABLE ${table} DISABLE TRIGGER USER; ${leaveAlone(table, name)}`);
        const update = owner.query(`UPDATE ${table} SET "${column}" = $2${others} ${where}`, [ours.tenant.organizationId, rows[0]?.id]);
        codes.push(await update.then(() => "done", ({ code, constraint }: { code: string; constraint?: string }) => `${code} ${constraint ?? ""}`));
        await owner.query("ROLLBACK");
      }
      if (!codes.includes(`23503 ${name}`) || (targets.length === 2 && codes.includes("done"))) wrong.push([name, ...codes]);
      tried.push(name);
    }
    expect(wrong).toEqual([]);
    // What is left has no row in this test: stored responses.
    expect(keys.map(({ name }) => name).filter((name) => !tried.includes(name))).toEqual([
      "IdempotencyRecord_organizationId_integrationKeyId_fkey",
      "IdempotencyRecord_organizationId_legacyCredentialId_fkey",
    ]);
  });

  test("an insert that points into another organization is rejected", async () => {
    const insert = `INSERT INTO "Folder" ("organizationId", id, "caseId", name, "nameKey", depth) VALUES ($1, 'fld_x', $2, 'x', 'x', 1)`;
    await expect(owner.query(insert, [ours.tenant.organizationId, theirs.caseId])).rejects.toMatchObject({ code: "23503" });
    await owner.query("BEGIN");
    await owner.query(insert, [ours.tenant.organizationId, ours.caseId]);
    await owner.query("ROLLBACK");
  });

  test("a stored response cannot belong to another organization's key", async () => {
    const insert = `INSERT INTO "IdempotencyRecord" ("organizationId", "keyId", "idempotencyKey", fingerprint, status, body, "requestId", "expiresAt")
      VALUES ($1, $2, 'x', '\\x00', 200, '', 'req', now())`;
    await expect(owner.query(insert, [ours.tenant.organizationId, theirs.tenant.keyId])).rejects.toMatchObject({ code: "23503" });
  });

  test("a row cannot be moved to another organization while others point to it", async () => {
    const move = owner.query(`UPDATE "Case" SET "organizationId" = $1 WHERE id = $2`, [theirs.tenant.organizationId, ours.caseId]);
    await expect(move).rejects.toMatchObject({ code: expect.stringMatching(/^23(503|001)$/) });
  });
});
