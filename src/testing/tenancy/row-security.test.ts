import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createInvoice } from "../../areas/billing/fixtures.ts";
import { createFullCase } from "../../areas/cases/fixtures.ts";
import { createFolder } from "../../areas/documents/folders/fixtures.ts";
import { createEvents } from "../../areas/events/fixtures.ts";
import { createAnswer } from "../../areas/intake/answers/fixtures.ts";
import { createRetrievalRequest } from "../../areas/medical/fixtures.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { createAreaRows } from "../database/area-rows.ts";
import { createPortalRows } from "../database/portal-rows.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** Row-level security alone: statements of the application role without filters. */
let owner: Client;
let database: Database;
let ours: TestTenant;
let theirs: TestTenant;
let tables: string[] = [];

async function fillTenant(): Promise<TestTenant> {
  const tenant = await createTenant(database);
  const { caseId } = await createFullCase(tenant);
  await createRetrievalRequest(tenant);
  await createEvents(tenant, 3);
  await createFolder(tenant, caseId);
  await createAnswer(tenant, caseId, "incident.place", "Main Street");
  await createInvoice(tenant);
  await createPortalRows(tenant);
  await createAreaRows(tenant);
  const { organizationId, keyId } = tenant;
  await tenant.inside(async (transaction) => {
    const stored = {
      idempotencyKey: "x",
      fingerprint: Buffer.alloc(32),
      status: 200,
      body: "",
      requestId: "req",
      expiresAt: new Date().toISOString(),
    };
    await transaction
      .insertInto("IdempotencyRecord")
      .values({ organizationId, keyId, ...stored })
      .execute();
    const action = {
      action: "x",
      actorType: "x",
      actorId: "x",
      actorName: "x",
      entity: "x",
      entityId: "x",
      requestId: "req",
    };
    await transaction
      .insertInto("AuditEntry")
      .values({ organizationId, id: `aud_${organizationId}`, ...action })
      .execute();
  });
  return tenant;
}

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  database = openDatabase(await ensureApplicationRole(ownerUrl), { poolSize: 10, hooks });
  owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  ours = await fillTenant();
  theirs = await fillTenant();
  const { rows } = await owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'organizationId' AND table_schema = 'public' ORDER BY 1`,
  );
  tables = rows.map(({ name }) => name);
});

afterAll(async () => {
  await owner.end();
  await database.close();
});

function readOrganizations(transaction: Parameters<Parameters<TestTenant["inside"]>[0]>[0], table: string) {
  return sql<{ organizationId: string }>`SELECT DISTINCT "organizationId" FROM ${sql.table(table)}`.execute(
    transaction,
  );
}

describe("with one organization's setting", () => {
  test("an unfiltered SELECT returns only that organization's rows, in every table", async () => {
    expect(tables.length).toBeGreaterThan(18);
    for (const table of tables) {
      const { rows } = await ours.inside((transaction) => readOrganizations(transaction, table));
      expect([table, rows]).toEqual([table, [{ organizationId: ours.organizationId }]]);
    }
  });

  test("an unfiltered UPDATE changes only that organization's rows, in every table", async () => {
    for (const table of tables) {
      const { rows } = await owner.query(
        `SELECT has_table_privilege('caseport_application', format('%I', $1::text), 'UPDATE') AS allowed`,
        [table],
      );
      if (rows[0].allowed !== true) continue;
      const changed = await ours.inside((transaction) =>
        sql<{
          organizationId: string;
        }>`UPDATE ${sql.table(table)} SET "organizationId" = "organizationId" RETURNING "organizationId"`.execute(
          transaction,
        ),
      );
      expect([table, [...new Set(changed.rows.map((row) => row.organizationId))]]).toEqual([
        table,
        [ours.organizationId],
      ]);
    }
  });

  test("an unfiltered DELETE deletes only that organization's rows", async () => {
    for (const table of ["CaseTag", "ClientSsn", "ClientTag", "CaseAttorney", "WebhookJob"]) {
      const before = await owner.query(`SELECT FROM "${table}" WHERE "organizationId" = $1`, [theirs.organizationId]);
      await ours.inside((transaction) => sql`DELETE FROM ${sql.table(table)}`.execute(transaction));
      expect(
        (await owner.query(`SELECT FROM "${table}" WHERE "organizationId" = $1`, [ours.organizationId])).rowCount,
      ).toBe(0);
      expect(
        (await owner.query(`SELECT FROM "${table}" WHERE "organizationId" = $1`, [theirs.organizationId])).rowCount,
      ).toBe(before.rowCount);
    }
  });

  test("DELETE is granted on no other tenant table", async () => {
    const { rows } = await owner.query(
      `SELECT c.relname AS name FROM pg_class c WHERE c.relname = ANY ($1) AND has_table_privilege('caseport_application', c.oid, 'DELETE') ORDER BY 1`,
      [tables],
    );
    expect(rows.map(({ name }) => name)).toEqual([
      "AttentionSnooze",
      "BarAdmission",
      "BulkItem",
      "BulkJob",
      "CalendarAttendee",
      "CalendarDocument",
      "CalendarException",
      "CalendarOccurrence",
      "CalendarReminder",
      "CalendarTag",
      "CallDocument",
      "CaseAttorney",
      "CaseTag",
      "ClientSsn",
      "ClientTag",
      "ContactAddress",
      "ContactEmail",
      "ContactPhone",
      "ContactRelationship",
      "ContactRole",
      "DateSetter",
      "DeadlineAssignee",
      "DocumentTag",
      "EsignDocument",
      "EsignField",
      "EsignLink",
      "EsignRecipient",
      "EsignSession",
      "FormQuestion",
      "ImportRow",
      "InvoiceLineItem",
      "NameKey",
      "NoteDocument",
      "NoteMention",
      "NoteTag",
      "SearchTerm",
      "SettlementPayer",
      "SettlementShare",
      "StoredObject",
      "TaskAssignee",
      "TaskChecklistItem",
      "TaskDependency",
      "TaskDocument",
      "TaskReminder",
      "TaskTag",
      "TeamMember",
      "TollingSegment",
      "UnsentDeadlineNotice",
      "WebhookJob",
    ]);
  });

  test("a row of another organization can be neither inserted nor created by an update", async () => {
    const insert = ours.inside((transaction) =>
      transaction
        .insertInto("Tag")
        .values({ organizationId: theirs.organizationId, id: "tag_x", name: "x", color: "#000000" })
        .execute(),
    );
    await expect(insert).rejects.toMatchObject({ code: "42501" });
    const update = ours.inside((transaction) =>
      transaction.updateTable("Tag").set({ organizationId: theirs.organizationId }).execute(),
    );
    await expect(update).rejects.toMatchObject({ code: "42501" });
  });

  test("only the own organization is visible, also when another is its parent", async () => {
    await owner.query(`UPDATE "Organization" SET "parentOrganizationId" = $1 WHERE id = $2`, [
      theirs.organizationId,
      ours.organizationId,
    ]);
    const seen = await ours.inside((transaction) => transaction.selectFrom("Organization").select("id").execute());
    expect(seen).toEqual([{ id: ours.organizationId }]);
  });
});

describe("without a setting", () => {
  test("no table returns a row", async () => {
    for (const table of [...tables, "Organization"]) {
      const { rows } = await sql`SELECT FROM ${sql.table(table)} LIMIT 1`.execute(database.withoutTenant);
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });

  test("no table can be written", async () => {
    const insert = database.withoutTenant
      .insertInto("Tag")
      .values({ organizationId: ours.organizationId, id: "tag_y", name: "y", color: "#000000" })
      .execute();
    await expect(insert).rejects.toMatchObject({ code: "42501" });
    expect(
      (await database.withoutTenant.updateTable("Tag").set({ color: "#ffffff" }).executeTakeFirst()).numUpdatedRows,
    ).toBe(0n);
  });

  test("an empty setting and an unknown organization return no rows", async () => {
    for (const setting of ["", "org_unknown"]) {
      const rows = await database.withTenantTransaction(setting, (transaction) =>
        transaction.selectFrom("Case").select("id").execute(),
      );
      expect(rows).toEqual([]);
    }
  });

  test("an invalid ID is rejected before any statement", async () => {
    for (const setting of ["%", "*", 'x\'; DROP TABLE "Case"; --', "a b", "\u00e9"]) {
      await expect(database.withTenantTransaction(setting, () => Promise.resolve("ran"))).rejects.toThrow(
        "Invalid organization ID",
      );
    }
  });
});

test("600 interleaved transactions of two organizations in one pool read only their own rows", async () => {
  const leaks: unknown[] = [];
  let next = 0;
  // More than the pool has connections; not so many that a busy machine lets one wait for a connection too long.
  const work = async () => {
    for (let index = next++; index < 600; index = next++) {
      const tenant = index % 2 === 0 ? ours : theirs;
      const running = tenant.inside(async (transaction) => {
        const rows = await transaction.selectFrom("Case").select("organizationId").execute();
        if (rows.length === 0 || rows.some((row) => row.organizationId !== tenant.organizationId)) leaks.push(rows);
        // Some end badly: the setting must not outlive a rollback either.
        if (index % 7 === 0) throw new Error("on purpose");
      });
      await running.catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== "on purpose") throw error;
      });
      const outside = await database.withoutTenant.selectFrom("Case").select("id").execute();
      if (outside.length > 0) leaks.push(outside);
    }
  };
  await Promise.all(Array.from({ length: 40 }, work));
  expect(leaks).toEqual([]);
});
