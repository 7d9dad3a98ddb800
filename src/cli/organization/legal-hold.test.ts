import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createDocument } from "../../areas/documents/fixtures.records.ts";
import { createFolder } from "../../areas/documents/folders/fixtures.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { createId } from "../../platform/database/ids.ts";
import { dropPartitions, partitionedTables } from "../../platform/database/partitions.ts";
import { purgeUsageAndNotifications } from "../../platform/jobs/maintenance.ts";
import { purgeSubscriptions } from "../../areas/webhooks/jobs.ts";
import { createSubscription } from "../../areas/webhooks/fixtures.ts";
import { remakePartitions } from "../../testing/database/remake-partitions.ts";
import { waitForLock } from "../../testing/database/wait-for-lock.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { anyRevision } from "../../testing/harness/requests/example-request.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { heldKinds } from "./legal-hold.ts";
import { listDatabaseChecks } from "../doctor/database-checks.ts";
import { runOrganizationCommand } from "./command.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

let server: TestServer;
let owner: Client;
let database: Database;
let tenant: TestTenant;
let slug = "";

beforeAll(async () => {
  server = await startOwnServer();
  // One connection, as the command has.
  database = openDatabase(server.applicationUrl, { poolSize: 1, hooks });
  owner = await server.connectOwner();
});
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  slug = tenant.organizationId.replaceAll("_", "-");
  await owner.query(`UPDATE "Organization" SET slug = $2 WHERE id = $1`, [tenant.organizationId, slug]);
});
afterEach(() => owner.query(`UPDATE "Organization" SET "legalHolds" = '{}'`));
afterAll(async () => {
  await database.close();
  await server.close(1_000);
});

const run = (...words: string[]) =>
  runOrganizationCommand(database, [slug, ...words, "--note", "Letter of March 3."], server.origin);
const readHolds = async () =>
  (
    await owner.query<{ legalHolds: string[] }>(`SELECT "legalHolds" FROM "Organization" WHERE id = $1`, [
      tenant.organizationId,
    ])
  ).rows[0]?.legalHolds;
const readEntries = async () =>
  (
    await owner.query(
      `SELECT action, entity, "actorType" AS actor, changes FROM "AuditEntry" WHERE "organizationId" = $1 AND entity = 'organization' ORDER BY id`,
      [tenant.organizationId],
    )
  ).rows;

describe("the command", () => {
  test("places a hold and releases it, each once, with an audit entry that has the note; the doctor names it", async () => {
    const describeHolds = async () =>
      (
        await listDatabaseChecks(database)
          .find(({ name }) => name === "Legal holds")
          ?.run()
      )?.finding;
    expect(await describeHolds()).toBe("None.");
    expect(await run("--hold", "requests,events")).toBe(`${slug} has on legal hold: events, requests.`);
    expect(await run("--hold", "events")).toBe(`${slug} has on legal hold: events, requests.`);
    expect(await describeHolds()).toBe(`${slug} (events, requests).`);
    expect(await run("--release-hold", "events, documents")).toBe(`${slug} has on legal hold: requests.`);
    expect(await run("--hold", "all")).toBe(`${slug} has on legal hold: ${heldKinds.join(", ")}.`);
    expect(await run("--release-hold", "all")).toBe(`${slug} has nothing on legal hold.`);
    expect(await run("--release-hold", "all")).toBe(`${slug} has nothing on legal hold.`);
    expect(await readHolds()).toEqual([]);
    const entry = (action: string, from: readonly string[], to: readonly string[]) => ({
      action: `administration.${action}`,
      entity: "organization",
      actor: "system",
      changes: { legalHolds: { from, to }, note: { from: null, to: "Letter of March 3." } },
    });
    expect(await readEntries()).toEqual([
      entry("placeLegalHold", [], ["events", "requests"]),
      entry("releaseLegalHold", ["events", "requests"], ["requests"]),
      entry("placeLegalHold", ["requests"], heldKinds),
      entry("releaseLegalHold", heldKinds, []),
    ]);
  });

  test("rejects what it does not know, and changes nothing", async () => {
    for (const [words, message] of [
      [
        [slug, "--hold", "events,emails", "--note", "x"],
        "emails: must be all, or of audit_entries, events, requests, deliveries, documents",
      ],
      [
        [slug, "--release-hold", "", "--note", "x"],
        ": must be all, or of audit_entries, events, requests, deliveries, documents",
      ],
      [[slug, "--hold", "all"], "note: required"],
      [[slug, "--hold", "all", "--note", " "], "note: required"],
      [["oak", "--hold", "all", "--note", "x"], "No organization has the slug oak."],
      [
        [slug, "--hold", "events", "--release-hold", "events", "--note", "x"],
        expect.stringContaining("npm run organization -- <slug> (--hold <kinds> | --release-hold <kinds>)"),
      ],
    ] as const) {
      await expect(runOrganizationCommand(database, words, server.origin), words.join(" ")).rejects.toMatchObject({
        message,
      });
    }
    await expect(
      owner.query(`UPDATE "Organization" SET "legalHolds" = '{emails}' WHERE id = $1`, [tenant.organizationId]),
    ).rejects.toMatchObject({ constraint: "Organization_legalHolds" });
    expect([await readHolds(), await readEntries()]).toEqual([[], []]);
  });

  test("rejects a hold once the deletion has begun", async () => {
    await owner.query(
      `INSERT INTO "AuditEntry" ("organizationId", id, action, "actorType", "actorId", "actorName", entity, "entityId", "requestId")
       VALUES ($1, $2, 'administration.deleteOrganization', 'system', 'system', 'Caseport', 'organization', $1, 'req')`,
      [tenant.organizationId, createId("auditEntry")],
    );
    await expect(run("--hold", "all")).rejects.toMatchObject({ message: `The deletion of ${slug} has begun.` });
    expect(await readHolds()).toEqual([]);
  });
});

describe("months", () => {
  const tablesOf: Record<string, readonly string[]> = {
    audit_entries: ["AuditEntry"],
    events: ["Event", "EventCase"],
    requests: ["RequestLog"],
    deliveries: ["WebhookDelivery"],
  };
  const countMonths = async (): Promise<Record<string, number>> => {
    const { rows } = await owner.query<{ name: string; months: number }>(
      "SELECT t.name, (SELECT count(*)::int FROM list_partition_months(t.name)) AS months FROM partitioned_tables() t",
    );
    return Object.fromEntries(rows.map(({ name, months }) => [name, months]));
  };
  const withoutAudit = partitionedTables.filter((name) => name !== "AuditEntry");

  test("that are due stay while an organization has their kind on hold, also for a direct call of the function; once it is released, they are dropped, and no others", async () => {
    expect(Object.keys(tablesOf)).toEqual(heldKinds.filter((kind) => kind !== "documents"));
    await remakePartitions(owner, withoutAudit, 5);
    await remakePartitions(owner, ["AuditEntry"], 87);
    const before = await countMonths();
    await run("--hold", "all");
    expect(await dropPartitions(server.services.database, 7)).toBe(0);
    for (const table of partitionedTables) {
      expect(
        (
          await database.pool.query("SELECT drop_partitions($1, $2) AS dropped", [
            table,
            table === "AuditEntry" ? 2_557 : null,
          ])
        ).rows,
        table,
      ).toEqual([{ dropped: 0 }]);
    }
    expect(await countMonths()).toEqual(before);
    const released: string[] = [];
    for (const [kind, tables] of Object.entries(tablesOf)) {
      await run("--release-hold", kind);
      await dropPartitions(server.services.database, 7);
      released.push(...tables);
      const after = await countMonths();
      expect(partitionedTables.filter((table) => (after[table] ?? 0) < (before[table] ?? 0)).toSorted(), kind).toEqual(
        released.toSorted(),
      );
    }
  });

  test("a hold that is placed while a month is dropped waits for it, and a drop that waits for a hold drops nothing", async () => {
    await remakePartitions(owner, withoutAudit, 5);
    const before = await countMonths();
    const other = new Client({ connectionString: server.applicationUrl });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query("BEGIN");
    await other.query("SELECT drop_partitions('Event', NULL)");
    let isPlaced = false;
    const placed = run("--hold", "all").then(() => (isPlaced = true));
    await Promise.race([waitForLock(owner), placed]);
    expect([isPlaced, await readHolds()]).toEqual([false, []]);
    await other.query("COMMIT");
    await placed;

    await run("--release-hold", "all");
    const holding = await server.connectOwner();
    onTestFinished(() => holding.end());
    await holding.query("BEGIN");
    await holding.query(`LOCK TABLE "RequestLog" IN ACCESS SHARE MODE`);
    await holding.query(`UPDATE "Organization" SET "legalHolds" = '{requests}' WHERE id = $1`, [tenant.organizationId]);
    const dropped = other.query("SELECT drop_partitions('RequestLog', NULL) AS dropped");
    await waitForLock(owner);
    await holding.query("COMMIT");
    expect((await dropped).rows).toEqual([{ dropped: 0 }]);
    expect((await countMonths())["RequestLog"]).toBe(before["RequestLog"]);
    // Once the hold is committed, requests that use the table wait for nothing.
    await holding.query("BEGIN");
    await holding.query(`LOCK TABLE "RequestLog" IN ACCESS SHARE MODE`);
    expect((await other.query("SELECT drop_partitions('RequestLog', NULL) AS dropped")).rows).toEqual([{ dropped: 0 }]);
  });
});

test("rows that belong to a kind stay for the organization on hold, and go for others", async () => {
  const other = await createTenant(server.services.database);
  for (const each of [tenant, other]) {
    const [secretId, subscriptionId] = [createId("webhookSecret"), await createSubscription(each)];
    await owner.query(
      `INSERT INTO "WebhookSecret" ("organizationId", id, "subscriptionId", prefix, sealed, "expiresAt") VALUES ($1, $2, $3, 'whsec_', 'x', now() - interval '31 days')`,
      [each.organizationId, secretId, subscriptionId],
    );
    await owner.query(
      `INSERT INTO "RequestLogGap" VALUES ($1, $2, now() - interval '401 days', now() - interval '401 days', 1)`,
      [each.organizationId, createId("requestLogGap")],
    );
  }
  const purge = async () => {
    await purgeUsageAndNotifications(database);
    await purgeSubscriptions(database);
    const { rows } = await owner.query<{ name: string; isHeld: boolean }>(
      `
      SELECT name, "organizationId" = $1 AS "isHeld" FROM (SELECT 'gap' AS name, "organizationId" FROM "RequestLogGap" UNION ALL SELECT 'secret', "organizationId" FROM "WebhookSecret") t
      WHERE "organizationId" IN ($1, $2) ORDER BY 1`,
      [tenant.organizationId, other.organizationId],
    );
    return rows.map(({ name, isHeld }) => (isHeld ? name : `${name} of another`));
  };
  await run("--hold", "requests,deliveries");
  expect(await purge()).toEqual(["gap", "secret"]);
  await run("--release-hold", "requests");
  expect(await purge()).toEqual(["secret"]);
  await run("--release-hold", "deliveries");
  expect(await purge()).toEqual([]);
});

test("a document of an organization on hold is not deleted, nor a folder with one; an empty folder is, and so are documents of others", async () => {
  const other = await createTenant(server.services.database);
  const create = async (each: TestTenant) => {
    const { caseId } = await createCase(each);
    const [folderId, emptyId] = [
      await createFolder(each, caseId, { name: "Pleadings" }),
      await createFolder(each, caseId, { name: "Empty" }),
    ];
    const { documentId } = await createDocument(each, { caseId, folderId });
    const remove = async (path: string) => {
      const { status, body } = await openApi(server, each.secret).change("DELETE", path, undefined, {
        "If-Match": anyRevision,
      });
      return [status, body["code"], body["error"]];
    };
    return {
      document: () => remove(`/documents/${documentId}`),
      folder: () => remove(`/folders/${folderId}?recursive=true`),
      empty: () => remove(`/folders/${emptyId}`),
    };
  };
  const [held, free] = [await create(tenant), await create(other)];
  await run("--hold", "documents");
  const rejection = [409, "INVALID_STATE_TRANSITION", "The document is on legal hold and cannot be deleted"];
  expect(await held.document()).toEqual(rejection);
  expect(await held.folder()).toEqual(rejection);
  expect((await held.empty())[0]).toBe(200);
  expect((await free.document())[0]).toBe(200);
  await run("--release-hold", "documents");
  await run("--hold", "audit_entries,events,requests,deliveries");
  expect((await held.folder())[0]).toBe(200);
});
