import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { objectKey } from "../../../platform/storage/storage.ts";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import type { Document } from "../../documents/schema.ts";
import { signInMember } from "../../team/fixtures.ts";
import { createDocument, pdfBytes } from "../../documents/fixtures.records.ts";
import { createReferral, engaged, sent as offered } from "../referrals/fixtures.ts";
import { copyDocument } from "./domain.copying.ts";
import { enqueueLostCopies } from "./domain.jobs.ts";
import { createEngagedPair, createStoredDocument, type EngagedPair } from "./fixtures.ts";
import type { ReferralDocument } from "./schema.ts";
import { sharingQueue } from "./store.queue.ts";

let server: TestServer;

beforeAll(async () => {
  // A worker would do the jobs first.
  server = await startOwnServer({ worker: "none" });
});
afterAll(() => server.close(1000));

const newTenant = () => createTenant(server.services.database);
const apiOf = ({ secret }: TestTenant) => openApi(server, secret);
const openPair = async (): Promise<EngagedPair> => createEngagedPair(await newTenant(), await newTenant());
const share = (tenant: TestTenant, referralId: string, body: object) =>
  apiOf(tenant).change("POST", `/referrals/${referralId}/documents`, body);
const list = async (tenant: TestTenant, referralId: string) =>
  readBody<{ documents: ReferralDocument[] }>(await apiOf(tenant).get(`/referrals/${referralId}/documents`)).documents;
const listOf = async (tenant: TestTenant, caseId: string) =>
  readBody<{ documents: Document[] }>(await apiOf(tenant).get(`/documents?caseId=${caseId}`)).documents;

/** What the worker has of a running server. */
const tools = () => {
  const { database, installationKeys, files } = server.services;
  return {
    database,
    installationKeys,
    files: {
      storage: files.tools.storage,
      name: (organizationId: string) => files.name(organizationId),
      drop: (organizationId: string, objectId: string) => files.drop(organizationId, objectId),
    },
  };
};
const copyTo = ({ organizationId }: TestTenant, referralDocumentId: string) =>
  copyDocument(tools(), { organizationId, referralDocumentId });

async function objectsOf(tenant: TestTenant, documentId: string): Promise<{ objectId: string; sha256: string }[]> {
  return tenant.inside((transaction) =>
    transaction
      .selectFrom("DocumentVersion")
      .select(["objectId", "sha256"])
      .where("documentId", "=", documentId)
      .execute(),
  );
}
const countObjects = (tenant: TestTenant) =>
  tenant.inside(async (transaction) => (await transaction.selectFrom("StoredObject").select("id").execute()).length);

const listNotices = (tenant: TestTenant) =>
  tenant.inside((transaction) => transaction.selectFrom("Notification").select(["kind", "parameters"]).execute());
/** The jobs of a copy that wait or run. */
const listJobs = async (tenant: TestTenant, id: string) =>
  (
    await tenant.inside((transaction) =>
      sql`SELECT FROM pgboss.job WHERE name = ${sharingQueue.name} AND state <= 'active'
        AND data->>'referralDocumentId' = ${id}`.execute(transaction),
    )
  ).rows.length;

describe("15. a document that is shared with a firm of the installation", () => {
  test("is copied once, with the same SHA-256, its own ID and object; deleting the original leaves it", async () => {
    const { origin, handler, sent, received } = await openPair();
    const documentId = await createStoredDocument(server, origin, { caseId: sent.caseId, bytes: pdfBytes });
    const reply = await share(origin, sent.referralId, { documentIds: [documentId] });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body["documents"]).toMatchObject([{ direction: "sent", documentId, state: "pending" }]);
    const [pending] = await list(handler, received.referralId);
    expect(pending).toMatchObject({
      direction: "received",
      documentId: null,
      state: "pending",
      name: "ER records",
    });
    // Two workers, and one later: one copy.
    await Promise.all([1, 2].map(() => copyTo(handler, pending?.id ?? "")));
    await copyTo(handler, pending?.id ?? "");
    const [copy, ...others] = await listOf(handler, received.caseId);
    expect(others).toEqual([]);
    expect(copy).toMatchObject({ source: "partner", status: "available", containsPhi: true });
    expect(copy?.id).not.toBe(documentId);
    const [mine, theirs] = [await objectsOf(origin, documentId), await objectsOf(handler, copy?.id ?? "")];
    expect(theirs.map(({ sha256 }) => sha256)).toEqual(mine.map(({ sha256 }) => sha256));
    expect(theirs[0]?.objectId).not.toBe(mine[0]?.objectId);
    expect(await countObjects(handler)).toBe(1);
    expect(await list(handler, received.referralId)).toMatchObject([{ state: "delivered", documentId: copy?.id }]);
    expect(await list(origin, sent.referralId)).toMatchObject([{ state: "delivered", documentId }]);
    expect((await apiOf(origin).change("DELETE", `/documents/${documentId}`)).status).toBeLessThan(300);
    const { storage } = server.services.files.tools;
    const key = objectKey(handler.organizationId, theirs[0]?.objectId ?? "");
    expect((await buffer(await storage.read(key))).equals(pdfBytes)).toBe(true);
    expect((await listOf(handler, received.caseId)).map(({ id }) => id)).toEqual([copy?.id]);
  });

  test("is named in events of both firms, and by no ID of the other", async () => {
    const { origin, handler, sent, received } = await openPair();
    const documentId = await createStoredDocument(server, handler, { caseId: received.caseId, bytes: pdfBytes });
    expect((await share(handler, received.referralId, { documentIds: [documentId] })).status).toBe(200);
    const [pending] = await list(origin, sent.referralId);
    await copyTo(origin, pending?.id ?? "");
    const types = async (tenant: TestTenant) =>
      (await readEvents(tenant)).flatMap(({ eventType }) => (eventType.startsWith("referral.") ? [eventType] : []));
    const expected = ["referral.documents_shared", "referral.documents_received"];
    expect([await types(origin), await types(handler)]).toEqual([expected, expected]);
    const theirs = JSON.stringify([await readEvents(origin), await list(origin, sent.referralId)]);
    for (const secret of [documentId, handler.organizationId, received.referralId, received.caseId, handler.keyId])
      expect(theirs, secret).not.toContain(secret);
  });

  test("that cannot be copied is tried ten times, then both firms have to look at it, and it is shared again", async () => {
    const { origin, handler, sent, received } = await openPair();
    for (const tenant of [origin, handler]) await signInMember(server, tenant, { role: "admin" });
    // Its bytes are nowhere.
    const { documentId } = await createDocument(origin, { caseId: sent.caseId });
    const body = { documentIds: [documentId] };
    expect((await share(origin, sent.referralId, body)).status).toBe(200);
    expect((await share(origin, sent.referralId, body)).body["error"]).toContain("already shared");
    const [pending] = await list(handler, received.referralId);
    for (let attempt = 1; attempt < 10; attempt += 1)
      await expect(copyTo(handler, pending?.id ?? "")).rejects.toThrow();
    await copyTo(handler, pending?.id ?? "");
    for (const [tenant, { referralId }] of [
      [origin, sent],
      [handler, received],
    ] as const) {
      expect(await list(tenant, referralId)).toMatchObject([{ state: "failed" }]);
      expect((await apiOf(tenant).get(`/referrals/${referralId}`)).body["referral"]).toMatchObject({
        attention: "documents_failed",
      });
      expect((await readEvents(tenant)).at(-1)?.eventType).toBe("referral.documents_failed");
      expect(await listNotices(tenant)).toMatchObject([
        { kind: "referral.attention", parameters: { referralId, attention: "documents_failed" } },
      ]);
    }
    expect(await countObjects(handler)).toBe(0);
    expect((await share(origin, sent.referralId, body)).status).toBe(200);
  });

  test("whose job is lost is copied again after a quarter of an hour, once", async () => {
    const owner = await server.connectOwner();
    const { origin, handler, sent, received } = await openPair();
    const documentId = await createStoredDocument(server, origin, { caseId: sent.caseId, bytes: pdfBytes });
    expect((await share(origin, sent.referralId, { documentIds: [documentId] })).status).toBe(200);
    const [pending] = await list(handler, received.referralId);
    const id = pending?.id ?? "";
    const age = (minutes: number) =>
      owner.query(
        `ALTER TABLE "ReferralDocument" DISABLE TRIGGER touch;
         UPDATE "ReferralDocument" SET "updatedAt" = now() - interval '${minutes} minutes' WHERE id = '${id}';
         ALTER TABLE "ReferralDocument" ENABLE TRIGGER touch`,
      );
    const { database } = server.services;
    await age(16);
    expect([await enqueueLostCopies(database), await listJobs(handler, id)]).toEqual([0, 1]);
    await owner.query("DELETE FROM pgboss.job WHERE name = 'referral-documents'");
    await age(14);
    expect([await enqueueLostCopies(database), await listJobs(handler, id)]).toEqual([0, 0]);
    await age(16);
    expect([await enqueueLostCopies(database), await listJobs(handler, id)]).toEqual([1, 1]);
    expect(await enqueueLostCopies(database)).toBe(0);
    await copyTo(handler, id);
    expect(await list(handler, received.referralId)).toMatchObject([{ state: "delivered" }]);
    await owner.query("DELETE FROM pgboss.job WHERE name = 'referral-documents'");
    await age(16);
    expect(await enqueueLostCopies(database)).toBe(0);
    await owner.end();
  });

  test("is neither privileged nor work product, has a file, and is of the matter, which is accepted", async () => {
    const tenant = await newTenant();
    const { referralId, caseId } = await createReferral(tenant, engaged);
    const refuse = async (values: object) => {
      const { documentId } = await createDocument(tenant, { caseId, ...values });
      const { status, body } = await share(tenant, referralId, { documentIds: [documentId] });
      return [status, String(body["error"]).replace(documentId, "doc")];
    };
    expect(await refuse({ isPrivileged: true })).toEqual([409, "Document doc is privileged"]);
    expect(await refuse({ isWorkProduct: true })).toEqual([409, "Document doc is work product"]);
    expect(await refuse({ status: "pending_upload" })).toEqual([409, "Document doc has no file yet"]);
    const { documentId } = await createDocument(tenant);
    expect((await share(tenant, referralId, { documentIds: [documentId] })).body["error"]).toContain(
      "does not belong to the",
    );
    expect((await share(tenant, referralId, { documentIds: [documentId, documentId] })).status).toBe(400);
    const open = await createReferral(tenant, offered);
    const early = (await createDocument(tenant, { caseId: open.caseId })).documentId;
    expect((await share(tenant, open.referralId, { documentIds: [early] })).body["error"]).toBe(
      "The referral is sent; documents are shared once it is accepted",
    );
  });

  test("is shared by a key that reads documents", async () => {
    const tenant = await newTenant();
    const { referralId, caseId } = await createReferral(tenant, engaged);
    const { documentId } = await createDocument(tenant, { caseId });
    const { secret } = await createKey(tenant, { scopes: ["referrals:read", "referrals:write"] });
    const reply = await openApi(server, secret).change("POST", `/referrals/${referralId}/documents`, {
      documentIds: [documentId],
    });
    expect([reply.status, reply.headers["x-error-detail"]]).toEqual([403, "documents:read"]);
  });

  test("of another organization, or a referral of one: 404 alike", async () => {
    const { origin, handler, sent, received } = await openPair();
    const { documentId } = await createDocument(handler, { caseId: received.caseId });
    const replies = [
      await share(origin, sent.referralId, { documentIds: [documentId] }),
      await share(origin, received.referralId, { documentIds: [documentId] }),
      await apiOf(origin).get(`/referrals/${received.referralId}/documents`),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await list(handler, received.referralId)).toEqual([]);
  });

  test("waits for a lead or case of the other firm", async () => {
    const { origin, handler, sent, received } = await openPair();
    await changeRow(handler, "Referral", received.referralId, {
      caseId: null,
      status: "accepted",
      feeStatus: "none",
      engagedOn: null,
      nextUpdateDueOn: null,
    });
    const { documentId } = await createDocument(origin, { caseId: sent.caseId });
    expect((await share(origin, sent.referralId, { documentIds: [documentId] })).body["error"]).toBe(
      "The other firm has no lead or case for the documents yet",
    );
    expect(await list(origin, sent.referralId)).toEqual([]);
  });
});

test("with a firm elsewhere it is recorded what was sent, and what was received", async () => {
  const tenant = await newTenant();
  const { referralId, caseId } = await createReferral(tenant, engaged);
  const [one, other] = [await createDocument(tenant, { caseId }), await createDocument(tenant, { caseId })];
  await share(tenant, referralId, { documentIds: [one.documentId] });
  await share(tenant, referralId, { documentIds: [other.documentId], direction: "received" });
  expect(await list(tenant, referralId)).toMatchObject([
    { direction: "received", documentId: other.documentId, state: "delivered" },
    { direction: "sent", documentId: one.documentId, state: "delivered" },
  ]);
  const pair = await openPair();
  const { documentId } = await createDocument(pair.origin, { caseId: pair.sent.caseId });
  const reply = await share(pair.origin, pair.sent.referralId, { documentIds: [documentId], direction: "received" });
  expect(reply.status).toBe(400);
});
