import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { encryptFileToken } from "../../../platform/storage/file-tokens.ts";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { dropObject, purgeObjects } from "../../documents/uploads/domain.ts";
import { readTraces, signInMember } from "../../team/fixtures.ts";
import { enqueueDueExports } from "../work/domain.expiry.ts";
import { insertCompleted } from "../fixtures.ts";
import { openWorkHarness, type WorkHarness } from "../work/fixtures.ts";
import type { Export } from "../schema.ts";

let t: WorkHarness;
let tenant: TestTenant;

beforeAll(async () => {
  t = await openWorkHarness();
});
afterAll(() => t.close());
beforeEach(async () => {
  tenant = await createTenant(t.server.services.database);
  await createCase(tenant);
});

const shown = ({ body }: Reply) => body["export"] as Export;
const offer = (exportId: string, secret = tenant.secret) =>
  openApi(t.server, secret).get(`/exports/${exportId}/download`);
const urlOf = async (exportId: string, secret = tenant.secret) => shown(await offer(exportId, secret)).downloadUrl;
const inThePast = () => new Date(Date.now() - 1_000).toISOString();
const setKey = (keyId: string, values: object) =>
  tenant.inside((transaction) =>
    transaction.updateTable("IntegrationKey").set(values).where("id", "=", keyId).execute(),
  );

/** An export of the firm's cases whose file is there. */
async function make(): Promise<Export> {
  const { id } = await t.create(tenant);
  await t.execute(tenant, id);
  return shown(await openApi(t.server, tenant.secret).get(`/exports/${id}`));
}

describe("the download URL of an export", () => {
  test("serves the file like a document for five minutes, and creating it is audited", async () => {
    const { id, sha256, sizeBytes, fileName } = await make();
    const before = Date.now();
    const offered = shown(await offer(id));
    const endsAt = Date.parse(offered.downloadUrlExpiresAt ?? "") - 300_000;
    expect(endsAt).toBeGreaterThanOrEqual(before - 1_000);
    expect(endsAt).toBeLessThanOrEqual(Date.now() + 1_000);
    const { status, headers, bytes } = await t.fetchFile(offered.downloadUrl);
    expect([status, bytes.length, headers]).toEqual([
      200,
      sizeBytes,
      expect.objectContaining({
        etag: `"${sha256}"`,
        "content-type": "text/csv; charset=utf-8",
        "accept-ranges": "bytes",
        "cache-control": "private, no-store",
        "content-disposition": `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`,
      }),
    ]);
    const part = await t.fetchFile(offered.downloadUrl, { Range: "bytes=3-5" });
    expect([part.status, part.bytes.equals(bytes.subarray(3, 6))]).toEqual([206, true]);
    expect((await t.fetchFile(offered.downloadUrl, { "If-None-Match": `"${sha256}"` })).status).toBe(304);
    const head = await t.fetchFile(offered.downloadUrl, {}, "HEAD");
    expect([head.status, head.bytes.length, head.headers["content-length"]]).toEqual([200, 0, String(sizeBytes)]);
    expect((await readTraces(tenant, id)).audited.filter(({ action }) => action === "exports.download")).toMatchObject([
      { actorId: tenant.keyId },
    ]);
  });

  test("expires, and rejects another organization's, key's or export's token", async () => {
    const { id } = await make();
    const { installationKeys } = t.server.services;
    const address = {
      organizationId: tenant.organizationId,
      exportId: id,
      keyId: tenant.keyId,
      memberId: null,
      expiresAt: Date.now() + 60_000,
    };
    const fetchEncrypted = async (changes: Partial<typeof address>) =>
      (
        await t.fetchFile(
          `${t.server.baseUrl}/api/files/${encryptFileToken(installationKeys, "export", { ...address, ...changes })}`,
        )
      ).status;
    const other = await createTenant(t.server.services.database);
    expect(await fetchEncrypted({})).toBe(200);
    expect(await fetchEncrypted({ expiresAt: Date.now() - 1 })).toBe(404);
    expect(await fetchEncrypted({ organizationId: other.organizationId })).toBe(404);
    expect(await fetchEncrypted({ keyId: other.keyId })).toBe(404);
    expect(await fetchEncrypted({ exportId: "exp_nobodys" })).toBe(404);
  });

  test.each<[string, object]>([
    ["revoked", { revokedAt: inThePast(), revokeReason: "stolen" }],
    ["paused", { pausedAt: inThePast() }],
    ["over", { expiresAt: inThePast() }],
    ["without a scope of the data", { scopes: ["exports:write", "cases:read"] }],
    ["without exports:write", { scopes: ["clients:read", "cases:read"] }],
    ["bound to networks elsewhere", { allowedNetworks: ["203.0.113.0/24"] }],
  ])("stops working when the key is %s", async (_, change) => {
    const { id } = await make();
    const { keyId, secret } = await createKey(tenant, {});
    const url = await urlOf(id, secret);
    expect((await t.fetchFile(url)).status).toBe(200);
    await setKey(keyId, change);
    expect((await t.fetchFile(url)).status).toBe(404);
    // Another key's own holds on.
    expect((await t.fetchFile(await urlOf(id))).status).toBe(200);
  });

  test.each<[string, object]>([
    ["is deactivated", { status: "deactivated" }],
    ["may not see the data any more", { role: "intake_specialist", permissions: ["reports:export"] }],
    ["may not export any more", { role: "read_only" }],
  ])("stops working when the member %s", async (_, change) => {
    const { memberId, portal } = await signInMember(t.server, tenant, { role: "billing" });
    const { id } = (await portal.mutate<{ export: Export }>("exports.create", { type: "cases", format: "csv" })).data
      .export;
    await t.execute(tenant, id);
    const { downloadUrl } = (await portal.query<{ export: Export }>("exports.download", { exportId: id })).data.export;
    expect((await t.fetchFile(downloadUrl)).status).toBe(200);
    await changeRow(tenant, "Member", memberId, change);
    expect((await t.fetchFile(downloadUrl)).status).toBe(404);
    expect((await portal.query("exports.download", { exportId: id })).error?.data.code).toMatch(
      /^(FORBIDDEN|NOT_FOUND)$/,
    );
  });
});

describe("a download is rejected for", () => {
  test.each(["queued", "running", "failed", "cancelled", "expired"])("an export that is %s", async (status) => {
    const reply = await offer(await insertCompleted(tenant, { status }));
    expect([reply.status, reply.body["error"]]).toEqual([
      409,
      `The export is ${status}: only a completed export can be downloaded`,
    ]);
  });

  test("an export past its expiry, before the job has marked it", async () => {
    const { id } = await make();
    const url = await urlOf(id);
    await changeRow(tenant, "Export", id, { expiresAt: inThePast() });
    expect((await t.fetchFile(url)).status).toBe(404);
    expect((await offer(id)).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: "The export has expired and its file was deleted; create another export",
    });
  });
});

describe("cleaning up a file", () => {
  const countObjects = async () =>
    (await tenant.inside((transaction) => transaction.selectFrom("StoredObject").select("id").execute())).length;
  const countJobs = async (exportId: string) =>
    (
      await t.server.services.database.pool.query(
        "SELECT FROM pgboss.job WHERE name = 'exports' AND state = 'created' AND data->>'exportId' = $1",
        [exportId],
      )
    ).rows.length;
  const forgetJobs = () => t.server.services.database.pool.query("DELETE FROM pgboss.job WHERE name = 'exports'");

  test("an export past its expiry becomes expired, and its file is deleted", async () => {
    const { id } = await make();
    await forgetJobs();
    await changeRow(tenant, "Export", id, { expiresAt: inThePast() });
    await enqueueDueExports(t.server.services.database);
    expect(await countJobs(id)).toBe(1);
    const files = t.listFiles().length;
    await t.execute(tenant, id);
    expect(await t.read(tenant, id)).toMatchObject({ status: "expired", objectId: null, sha256: expect.any(String) });
    expect([t.listFiles().length, await countObjects()]).toEqual([files - 1, 0]);
    const { events } = await readTraces(tenant, id);
    expect(events.at(-1)).toMatchObject({
      eventType: "export.expired",
      actor: { type: "system" },
      diff: { status: { from: "completed", to: "expired" } },
    });
    // Once: whatever comes again finds nothing.
    await t.execute(tenant, id);
    await forgetJobs();
    await enqueueDueExports(t.server.services.database);
    expect([(await readTraces(tenant, id)).events.length, await countJobs(id)]).toEqual([events.length, 0]);
  });

  test("deleting an export invalidates its URL at once, and a worker deletes its file", async () => {
    const { id } = await make();
    const url = await urlOf(id);
    await forgetJobs();
    expect((await openApi(t.server, tenant.secret).change("DELETE", `/exports/${id}`)).status).toBe(200);
    expect([(await t.fetchFile(url)).status, await countJobs(id), await countObjects()]).toEqual([404, 1, 1]);
    const files = t.listFiles().length;
    await t.execute(tenant, id);
    expect([t.listFiles().length, await countObjects()]).toEqual([files - 1, 0]);
  });

  test("another worker continues when one dies between deleting the bytes and the row", async () => {
    const { id } = await make();
    await openApi(t.server, tenant.secret).change("DELETE", `/exports/${id}`);
    const { tools } = t.server.services.files;
    const dying = {
      ...tools.storage,
      remove: (key: string) => tools.storage.remove(key).then(() => Promise.reject(new Error("killed"))),
    };
    const files = {
      storage: dying,
      baseUrl: "",
      name: () => Promise.reject(new Error()),
      drop: () => Promise.reject(new Error()),
      take: () => Promise.reject(new Error()),
    };
    await expect(t.execute(tenant, id, { files })).rejects.toThrow("killed");
    expect(await countObjects()).toBe(1);
    await forgetJobs();
    await enqueueDueExports(t.server.services.database);
    expect(await countJobs(id)).toBe(1);
    await t.execute(tenant, id);
    expect(await countObjects()).toBe(0);
  });

  test("the purge keeps a file that an export references, and deletes unreferenced ones", async () => {
    const { id } = await make();
    const { tools } = t.server.services.files;
    const { objectId } = await t.read(tenant, id);
    const owner = new Client({ connectionString: t.server.ownerUrl });
    await owner.connect();
    await owner.query(`UPDATE "StoredObject" SET "createdAt" = now() - interval '30 hours' WHERE id = $1`, [objectId]);
    await purgeObjects(tools, 25);
    expect(await dropObject(tools, tenant.organizationId, objectId ?? "")).toBe(false);
    expect((await t.fetchFile(await urlOf(id))).status).toBe(200);
    // As a worker that dies between its last two steps leaves it.
    await owner.query(`UPDATE "Export" SET status = 'expired', "objectId" = NULL WHERE id = $1`, [id]);
    await owner.end();
    await purgeObjects(tools, 25);
    expect(await countObjects()).toBe(0);
  });
});
