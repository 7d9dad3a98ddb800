import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { observeMails, type SeenMails } from "../../../testing/harness/seen-mails.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createEsignRequest, standings } from "../fixtures.ts";
import { createBounceHandler } from "./domain.bounces.ts";
import { expireEsignRequests, purgeSigningAccess, sendEsignReminders } from "./domain.clock.ts";
import { newId } from "../../../../prisma/seed/builders/records.ts";

let server: TestServer;
let tenant: TestTenant;
let mails: SeenMails;
beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  mails = await observeMails(server);
});
afterAll(async () => {
  await mails.close();
  await server.close(1000);
});

const sentAt = "2026-03-05T16:00:00.000Z";
const out = { ...standings.sent, sentAt, expiresAt: "2099-03-20T03:59:59.999Z" };

async function read(id: string) {
  const { body } = await openApi(server, tenant.secret).get(`/esign-requests/${id}`);
  return body["esignRequest"] as Record<string, unknown> & { recipients: { status: string }[] };
}

const listActions = async (requestId: string) =>
  (
    await tenant.inside((transaction) =>
      sql<{
        action: string;
      }>`SELECT action FROM "EsignTrailEntry" WHERE "requestId" = ${requestId} ORDER BY number`.execute(transaction),
    )
  ).rows.map(({ action }) => action);

const typesOf = async (requestId: string) =>
  (await readEvents(tenant)).filter(({ entityId }) => entityId === requestId).map(({ eventType }) => eventType);

describe("a request whose time is over", () => {
  const over = { ...out, expiresAt: "2026-03-20T03:59:59.999Z" };

  test("expires once, however many workers look, and its recipient is not asked any more", async () => {
    const { esignRequestId } = await createEsignRequest(tenant, over, { status: "sent", sentAt });
    const { database } = server.services;
    const counts = await Promise.all([expireEsignRequests(database), expireEsignRequests(database)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await read(esignRequestId)).toMatchObject({
      status: "expired",
      nextReminderAt: null,
      recipients: [{ status: "cancelled", isActive: false }],
    });
    expect(await listActions(esignRequestId)).toEqual(["created", "expired"]);
    expect(await typesOf(esignRequestId)).toEqual(["esign_request.expired"]);
  });

  test("stays if all have signed, or its case is deleted", async () => {
    const sealing = await createEsignRequest(tenant, { ...over, ...standings.sealing });
    const gone = await createEsignRequest(tenant, over);
    await changeRow(tenant, "Case", gone.caseId, { deletedAt: sentAt });
    expect(await expireEsignRequests(server.services.database)).toBe(0);
    expect((await read(sealing.esignRequestId))["status"]).toBe("sealing");
  });
});

describe("a reminder", () => {
  const due = { ...out, nextReminderAt: "2026-03-08T14:00:00.000Z" };
  const at = () => "2026-03-08T14:03:00.000Z";

  test("is emailed to the recipient whose turn it is, once, and the next one is on its day", async () => {
    const { esignRequestId } = await createEsignRequest(tenant, due, { status: "viewed", sentAt, viewedAt: sentAt });
    await mails.take();
    await Promise.all([sendEsignReminders(server.services, at), sendEsignReminders(server.services, at)]);
    const [mail, ...others] = await mails.take();
    expect([mail?.to, others]).toEqual(["rosa@example.com", []]);
    // Neither title nor purpose.
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/fee agreement|retainer/i);
    expect(await read(esignRequestId)).toMatchObject({
      reminderCount: 1,
      nextReminderAt: "2026-03-11T14:00:00.000Z",
    });
    expect(await listActions(esignRequestId)).toEqual(["created", "reminded"]);
    expect(await typesOf(esignRequestId)).toEqual(["esign_request.reminded"]);
  });

  test("is not sent to recipients who get their link from a client application", async () => {
    const { esignRequestId } = await createEsignRequest(tenant, due, { status: "sent", sentAt, delivery: "link" });
    await mails.take();
    expect(await sendEsignReminders(server.services, at)).toBe(1);
    expect(await mails.take()).toEqual([]);
    expect(await read(esignRequestId)).toMatchObject({ reminderCount: 0, nextReminderAt: "2026-03-11T14:00:00.000Z" });
  });
});

describe("an email that was given up", () => {
  const bounce = (id: string, to = "rosa@example.com") =>
    createBounceHandler(server.services.database)({ organizationId: tenant.organizationId, id, to });

  test("marks its recipient once, and says so", async () => {
    const { esignRequestId, recipientId } = await createEsignRequest(tenant, out, { status: "sent", sentAt });
    await bounce(recipientId, "ROSA@example.com");
    await bounce(recipientId);
    expect(await read(esignRequestId)).toMatchObject({
      status: "sent",
      needsAttention: true,
      recipients: [{ status: "bounced", isActive: false }],
    });
    expect(await listActions(esignRequestId)).toEqual(["created", "bounced"]);
    expect(await typesOf(esignRequestId)).toEqual(["esign_request.delivery_failed"]);
  });

  test.each<[string, object, object, string]>([
    ["whose address was corrected", {}, { email: "new@example.com" }, "sent"],
    ["who signed", {}, { status: "signed", signedAt: sentAt }, "signed"],
    ["of a request that ended", standings.voided, { status: "cancelled" }, "cancelled"],
  ])("lets alone a recipient %s", async (_what, values, ofRecipient, status) => {
    const { esignRequestId, recipientId } = await createEsignRequest(
      tenant,
      { ...out, ...values },
      { status: "sent", sentAt, ...ofRecipient },
    );
    await bounce(recipientId);
    expect(await read(esignRequestId)).toMatchObject({ needsAttention: false, recipients: [{ status }] });
  });

  test("of an unknown recipient is nothing", async () => {
    await expect(bounce("esp_unknown")).resolves.toBeUndefined();
  });
});

test("links and sessions are purged 30 days after their end", async () => {
  const { esignRequestId: requestId, recipientId } = await createEsignRequest(tenant, out);
  const day = 86_400_000;
  for (const [ago, count] of [
    [29, 1],
    [31, 0],
  ] as const) {
    const expiresAt = new Date(Date.now() - ago * day).toISOString();
    const ofRecipient = { organizationId: tenant.organizationId, requestId, recipientId, expiresAt };
    const linkId = newId("esignLink");
    const digest = Buffer.alloc(32, ago);
    await insertFor(tenant, {
      EsignLink: { ...ofRecipient, id: linkId, kind: "mail", tokenDigest: digest },
      EsignSession: { ...ofRecipient, id: newId("esignSession"), linkId, tokenDigest: digest },
    });
    await purgeSigningAccess(server.services.database);
    const { rows } = await tenant.inside((transaction) =>
      sql<{ count: number }>`SELECT count(*)::integer AS count FROM "EsignLink" WHERE id = ${linkId}`.execute(
        transaction,
      ),
    );
    expect(rows).toEqual([{ count }]);
  }
});
