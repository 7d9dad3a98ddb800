import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { nameDatabase } from "../../../platform/database/connections/connection-url.ts";
import { createId } from "../../../platform/database/ids.ts";
import { objectKey } from "../../../platform/storage/storage.ts";
import { diskStorageFolder, openStorage, type StorageSettings } from "../../../platform/storage/open-storage.ts";
import { createAreaRows } from "../../../testing/database/area-rows.ts";
import { recordRequest } from "../../../testing/database/organization-deletion.ts";
import { createPortalRows } from "../../../testing/database/portal-rows.ts";
import { createStateReader } from "../../../testing/database/tenant-state.ts";
import { waitForLock } from "../../../testing/database/wait-for-lock.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { createPerson, openSession } from "../../../testing/harness/identity.ts";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { startCommand } from "../../../testing/harness/start-command.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { bucket, startS3 } from "../../../testing/servers/file-storage.ts";
import { Certificate } from "./certificate.ts";
import { deleteOrganization, publishLeftover, type Deletion } from "./delete.ts";

let server: TestServer;
let superuser: Pool;
/**
 * Of a role as an operator's owner is: it owns the tables, row-level security binds it, and it can give itself the
 * application's role. On a cluster the superuser's.
 */
let ownerUrl: string;
let folder: string;
let settings: StorageSettings;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "caseport-deletion-"));
  settings = { storage: "disk", s3: null, dataDirectory: folder };
  server = await startOwnServer({ dataDirectory: folder });
  superuser = new Pool({ connectionString: server.ownerUrl, max: 2 });
  ownerUrl = process.env["CASEPORT_CITUS_URL"] === undefined ? await createOwner() : server.ownerUrl;
});

async function createOwner(): Promise<string> {
  const owner = `owner_${nameDatabase(server.ownerUrl)}`;
  await superuser.query(`CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD 'of-the-owner'; GRANT SET ON PARAMETER session_replication_role TO ${owner};
    GRANT caseport_application, caseport_definer, caseport_reader TO ${owner} WITH ADMIN TRUE, SET FALSE, INHERIT FALSE;
    DO $$ DECLARE t regclass; BEGIN
      FOR t IN SELECT oid FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace) AND relkind IN ('r', 'p') AND relowner <> 'caseport_definer'::regrole LOOP EXECUTE format('ALTER TABLE %s OWNER TO ${owner}', t); END LOOP;
    END $$;
    GRANT ALL ON SCHEMA public, pgboss TO ${owner}; GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${owner}`);
  const url = new URL(server.ownerUrl);
  [url.username, url.password] = [owner, "of-the-owner"];
  return url.toString();
}

afterAll(async () => {
  await superuser.end();
  await server.close(1_000);
  rmSync(folder, { recursive: true, force: true });
});

interface Firm extends TestTenant {
  slug: string;
  deletion: Deletion;
}

/** A firm with rows in every table, a file, and a request to delete it that is due. */
async function createFirm(environment = settings): Promise<Firm> {
  const tenant = await createTenant(server.services.database);
  const { organizationId, inside } = tenant;
  const slug = `firm-${randomUUID()}`;
  await createPortalRows(tenant);
  await createAreaRows(tenant);
  await superuser.query(`UPDATE "Organization" SET slug = $2 WHERE id = $1`, [organizationId, slug]);
  await superuser.query(`UPDATE "Document" SET "legalHold" = false WHERE "organizationId" = $1`, [organizationId]);
  const { caseId } = await createCase(tenant);
  await inside(async (transaction) => {
    await transaction
      .insertInto("CaseAttorney")
      .values({ organizationId, caseId, attorneyId: tenant.attorneyId, role: "lead" })
      .execute();
    await transaction.insertInto("Tag").values({ organizationId, id: "tag_x", name: "x", color: "#000000" }).execute();
    await transaction.insertInto("CaseTag").values({ organizationId, caseId, tagId: "tag_x" }).execute();
  });
  // With its event, its audit entry and its stored response.
  readBody(await openApi(server, tenant.secret).change("POST", `/cases/${caseId}/folders`, { name: "Pleadings" }));
  await superuser.query(`INSERT INTO pgboss.job (name, data) VALUES ('exports', $1)`, [{ organizationId }]);
  const storage = await openStorage(environment);
  for (const { id } of await inside((transaction) => transaction.selectFrom("StoredObject").select("id").execute()))
    await storage.put(objectKey(organizationId, id), Readable.from([Buffer.from("a file")]), 6);
  await recordRequest(tenant, "administration.requestDeletion", 8);
  return {
    ...tenant,
    slug,
    deletion: {
      url: ownerUrl,
      environment,
      organizationId,
      slug,
      file: join(folder, `${slug}.json`),
      settleMilliseconds: 0,
    },
  };
}

const statusOf = async ({ secret }: Pick<Firm, "secret">) => (await openApi(server, secret).get("/me")).status;
const readState = (organizationId: string) => createStateReader(superuser)(organizationId);

/** The tables, with or without rows of organizations, in which a text stands anywhere. */
async function listTablesWith(value: string): Promise<string[]> {
  const { rows: tables } = await superuser.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace) AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await superuser.query(`SELECT FROM ${name} t WHERE position($1 in t::text) > 0 LIMIT 1`, [value]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test("a firm is deleted with its rows, files, jobs and accounts; the certificate counts them; another firm is untouched", async () => {
  const [firm, other] = [await createFirm(), await createFirm()];
  const colleagueId = createId("member");
  await firm.inside((transaction) =>
    transaction
      .insertInto("Member")
      .values({
        organizationId: firm.organizationId,
        id: colleagueId,
        firstName: "Otto",
        lastName: "Both",
        email: "otto@both.example",
        role: "paralegal",
      })
      .execute(),
  );
  const only = await createPerson(server, {
    member: { organizationId: firm.organizationId, memberId: firm.attorneyId },
  });
  const both = await createPerson(server, { member: { organizationId: firm.organizationId, memberId: colleagueId } });
  // A deactivated membership is one, too.
  await other.inside((transaction) =>
    transaction
      .updateTable("Member")
      .set({ userId: both.userId, status: "deactivated" })
      .where("id", "=", other.attorneyId)
      .execute(),
  );
  await openSession(server, only);
  await openSession(server, both);
  // As a browser may call itself.
  await superuser.query(`UPDATE "Session" SET "userAgent" = $1 WHERE "userId" = $2`, [
    firm.organizationId,
    both.userId,
  ]);
  const before = await readState(firm.organizationId);
  const otherBefore = await readState(other.organizationId);
  expect(await listTablesWith(firm.organizationId)).toEqual(
    expect.arrayContaining([
      '"SearchTerm"',
      '"Event"',
      '"WebhookDelivery"',
      '"WebhookJob"',
      '"RequestLog"',
      '"ReportSchedule"',
      '"StoredObject"',
      "pgboss.job",
    ]),
  );

  const certificate = await deleteOrganization(firm.deletion);
  for (const value of [firm.organizationId, firm.keyId, firm.slug, only.userId, only.email])
    expect([value, await listTablesWith(value)]).toEqual([value, []]);
  expect(await listTablesWith(both.userId)).toEqual(expect.arrayContaining(['"User"', '"Member"']));
  expect(existsSync(join(diskStorageFolder(folder), firm.organizationId))).toBe(false);
  expect(readdirSync(join(diskStorageFolder(folder), other.organizationId)).length).toBeGreaterThan(0);
  expect(await readState(other.organizationId)).toEqual(otherBefore);
  expect(await statusOf(firm)).toBe(401);
  expect(await statusOf(other)).toBe(200);

  const rowsOf = (table: string) => [...before.keys()].filter((key) => key.startsWith(`${table} `)).length;
  expect(certificate.accounts).toEqual({ deleted: 1, kept: 1 });
  expect(certificate.objects).toBe(rowsOf("StoredObject"));
  for (const table of ["Case", "SearchTerm", "Event", "AuditEntry", "Member"])
    expect([table, certificate.before[table]?.rows]).toEqual([table, rowsOf(table)]);
  // A new table needs a row here, too.
  expect(Object.keys(certificate.before).filter((table) => certificate.before[table]?.rows === 0)).toEqual([]);
  expect(Object.keys(certificate.after)).toEqual(
    expect.arrayContaining([...Object.keys(certificate.before), "public.User", "public.Session", "pgboss.job"]),
  );
  expect(new Set(Object.values(certificate.after))).toEqual(new Set([0]));
  const written = readFileSync(firm.deletion.file, "utf8");
  expect(Certificate.parse(JSON.parse(written))).toEqual(certificate);
  expect(written).not.toMatch(/Test Firm|Ada|Counsel|@|Otto/);
});

test("a firm's sandboxes go with it, each with a certificate", async () => {
  const firm = await createFirm();
  const create = async () =>
    readBody<{ sandbox: { id: string; slug: string } }>(
      await openApi(server, firm.secret).change("POST", "/sandbox", {}),
    ).sandbox;
  const former = await create();
  await superuser.query(`UPDATE "Organization" SET "sandboxState" = 'deleted' WHERE id = $1`, [former.id]);
  const present = await create();
  // Of made-up records nothing must be kept.
  await superuser.query(`UPDATE "Organization" SET "legalHolds" = '{events}' WHERE id = $1`, [present.id]);
  await deleteOrganization(firm.deletion);
  for (const value of [firm.organizationId, former.id, present.id, present.slug])
    expect([value, await listTablesWith(value)]).toEqual([value, []]);
  for (const { slug, id } of [former, present])
    expect(Certificate.parse(JSON.parse(readFileSync(`${firm.deletion.file}.${slug}.json`, "utf8")))).toMatchObject({
      organizationId: id,
    });
});

test("only a due request deletes, and a legal hold or an office stops it with nothing changed", async () => {
  const firm = await createFirm();
  const attempt = () => deleteOrganization(firm.deletion);
  await superuser.query(
    `UPDATE "Document" SET "legalHold" = true WHERE "organizationId" = $1 AND id = (SELECT min(id) FROM "Document" WHERE "organizationId" = $1)`,
    [firm.organizationId],
  );
  const before = await readState(firm.organizationId);
  await expect(attempt()).rejects.toThrow("Records are on legal hold: 1 of Document. Nothing was deleted.");
  expect(await readState(firm.organizationId)).toEqual(before);
  await superuser.query(`UPDATE "Document" SET "legalHold" = false WHERE "organizationId" = $1`, [firm.organizationId]);
  const hold = (kinds: string[]) =>
    superuser.query(`UPDATE "Organization" SET "legalHolds" = $2 WHERE id = $1`, [firm.organizationId, kinds]);
  await hold(["events", "requests"]);
  await expect(attempt()).rejects.toThrow("Records are on legal hold: all events, all requests. Nothing was deleted.");
  await hold([]);
  // A hold that is not committed yet when the deletion begins.
  const placing = await superuser.connect();
  await placing.query("BEGIN");
  await placing.query(`UPDATE "Organization" SET "legalHolds" = '{events}' WHERE id = $1`, [firm.organizationId]);
  const attempted = attempt().catch(String);
  await waitForLock(superuser);
  await placing.query("COMMIT");
  placing.release();
  expect(await attempted).toContain("Records are on legal hold: all events.");
  await hold([]);
  const office = await createTenant(server.services.database);
  const place = (parent: string | null) =>
    superuser.query(`UPDATE "Organization" SET "parentOrganizationId" = $2 WHERE id = $1`, [
      office.organizationId,
      parent,
    ]);
  await place(firm.organizationId);
  await expect(attempt()).rejects.toThrow("Organizations are below it: Test Firm.");
  await place(null);
  await recordRequest(firm, "administration.withdrawDeletion", 0);
  await expect(attempt()).rejects.toThrow("Its deletion has not been requested");
  await recordRequest(firm, "administration.requestDeletion", 6);
  await expect(attempt()).rejects.toThrow(/Its deletion was requested at .* and can begin at /);
  expect(await statusOf(firm)).toBe(200);
});

test("an interrupted deletion serves nobody, and the same command completes it", async () => {
  const firm = await createFirm();
  const session = await openSession(
    server,
    await createPerson(server, { member: { organizationId: firm.organizationId, memberId: firm.attorneyId } }),
  );
  const rows = [...(await readState(firm.organizationId)).keys()].filter((key) => key.startsWith("Case ")).length;
  for (const last of ["accounts", "purge", "complete"]) {
    await expect(
      deleteOrganization({
        ...firm.deletion,
        onStep: (step) => {
          if (step === last) throw new Error(`stopped at ${last}`);
        },
      }),
    ).rejects.toThrow(`stopped at ${last}`);
    expect(await statusOf(firm)).toBe(401);
    const me = await fetchAccount(session);
    expect([last, me.includes(firm.organizationId)]).toEqual([last, false]);
  }
  await expect(
    deleteOrganization({
      ...firm.deletion,
      onStep: (step) => {
        if (step === "publish") throw new Error("stopped");
      },
    }),
  ).rejects.toThrow("stopped");
  // The organization is gone, and the certificate is not lost.
  expect(existsSync(firm.deletion.file)).toBe(false);
  const certificate = await publishLeftover(ownerUrl, settings, firm.deletion.file, firm.slug);
  expect(certificate).toMatchObject({ organizationId: firm.organizationId, accounts: { deleted: 1, kept: 0 } });
  expect(certificate?.before["Case"]?.rows).toBe(rows);
  expect(Certificate.parse(JSON.parse(readFileSync(firm.deletion.file, "utf8")))).toEqual(certificate);
  expect(await listTablesWith(firm.organizationId)).toEqual([]);
});

/** The memberships that the session's person sees. */
async function fetchAccount(cookie: string): Promise<string> {
  const session = await server.services.identity.findSession(cookie);
  const { rows } = await superuser.query<{ list: string }>(
    "SELECT coalesce(json_agg(m)::text, '[]') AS list FROM list_memberships($1) m",
    [session?.userId ?? ""],
  );
  return rows[0]?.list ?? "";
}

test("without row-level security, as on a cluster, nothing of another firm is changed", async () => {
  const [firm, other] = [await createFirm(), await createFirm()];
  const before = await readState(other.organizationId);
  const certificate = await deleteOrganization({ ...firm.deletion, url: server.ownerUrl, isDistributed: true });
  expect(Object.values(certificate.before).filter(({ rows }) => rows === 0)).toEqual([]);
  expect(await listTablesWith(firm.organizationId)).toEqual([]);
  expect(await readState(other.organizationId)).toEqual(before);
});

test("a row in a table that the deletion does not know stops the certificate", async () => {
  const firm = await createFirm();
  await superuser.query(`CREATE TABLE public."Forgotten" (firm text); GRANT ALL ON public."Forgotten" TO PUBLIC`);
  try {
    await superuser.query(`INSERT INTO public."Forgotten" VALUES ($1)`, [firm.organizationId]);
    await expect(deleteOrganization(firm.deletion)).rejects.toThrow(
      "Other tables have rows with the organization's ID: public.Forgotten (1).",
    );
    expect(existsSync(firm.deletion.file)).toBe(false);
  } finally {
    await superuser.query(`DROP TABLE public."Forgotten"`);
  }
  expect((await deleteOrganization(firm.deletion)).after).not.toHaveProperty("public.Forgotten");
});

const run = (...words: string[]) =>
  startCommand(
    "organization",
    { DATABASE_URL: server.ownerUrl, CASEPORT_DATA_DIR: folder, CASEPORT_BASE_URL: server.origin },
    ...words,
  );

test("the command requests a deletion, rejects another slug, and is killed in the middle", async () => {
  const firm = await createFirm();
  expect(await run(firm.slug, "--delete", "--note", "The contract has ended.").ended).toEqual({
    code: 0,
    output: `The deletion of ${firm.slug} is requested. In 7 days: npm run organization -- ${firm.slug} --delete --confirm ${firm.slug}\n`,
  });
  expect(await run(firm.slug, "--delete", "--confirm", "another").ended).toEqual({
    code: 1,
    output: `confirm: must be ${firm.slug}\n`,
  });
  expect(await statusOf(firm)).toBe(200);
  await recordRequest(firm, "administration.requestDeletion", 8);
  const { child, ended } = run(firm.slug, "--delete", "--confirm", firm.slug);
  await vi.waitUntil(async () => (await statusOf(firm)) === 401, { timeout: 240_000, interval: 50 });
  child.kill("SIGKILL");
  expect(await ended).toMatchObject({ code: null });
  expect(await deleteOrganization(firm.deletion)).toMatchObject({ slug: firm.slug, accounts: { deleted: 0, kept: 0 } });
  expect(await listTablesWith(firm.organizationId)).toEqual([]);
});

test.runIf(isFullExtent)("objects of a bucket are deleted, too", async () => {
  const s3 = await startS3(join(folder, "buckets"));
  onTestFinished(() => s3.close());
  const firm = await createFirm({
    storage: "s3",
    dataDirectory: folder,
    s3: { bucket, region: "us-east-1", endpoint: s3.endpoint, pathStyle: true },
  });
  // This server of the tests cannot abort an upload in parts.
  await superuser.query(`UPDATE "DocumentUpload" SET "storageId" = NULL WHERE "organizationId" = $1`, [
    firm.organizationId,
  ]);
  const list = () =>
    readdirSync(join(folder, "buckets", bucket), { recursive: true, encoding: "utf8" }).filter(
      (name) => name.includes(firm.organizationId) && name.endsWith("_object"),
    );
  const stored = list().length;
  expect(stored).toBeGreaterThan(0);
  expect((await deleteOrganization(firm.deletion)).objects).toBe(stored);
  expect(list()).toEqual([]);
});
