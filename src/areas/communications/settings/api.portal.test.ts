import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readTextWebhookToken } from "../../../platform/identity/credentials/text-webhook-token.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { buildConversation, buildMessage } from "../../../../prisma/seed/builders/communications.ts";
import { createMember, signInMember, type SignedInMember } from "../../team/fixtures.ts";
import { decryptSecrets } from "../connections/domain.credentials.ts";
import { createConversation } from "../conversations/fixtures.ts";
import type { CommunicationHealth, CommunicationSettings } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  manager = await signInMember(server, tenant, { role: "admin" });
});

type Caller = Pick<SignedInMember, "portal">;
interface Shown {
  communicationSettings: CommunicationSettings;
}
const read = async ({ portal }: Caller = manager) =>
  (await portal.query<Shown>("communicationSettings.get")).data.communicationSettings;
const mutate = (name: string, input: object, { portal }: Caller = manager) =>
  portal.mutate<Shown>(`communicationSettings.${name}`, input);

const authToken = "0123456789abcdef0123456789abcdef";
const twilio = { provider: "twilio", accountSid: `AC${"0".repeat(32)}`, authToken };
const publicKey = Buffer.from(
  generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x ?? "",
  "base64url",
).toString("base64");
const telnyx = { provider: "telnyx", apiKey: "KEY0123456789", publicKey };
const given = { account: twilio, numbers: ["(312) 555-0100", "+13125550101"], handlesStop: true };

const listConnections = () =>
  tenant.inside((transaction) => transaction.selectFrom("TextConnection").selectAll().orderBy("id").execute());

describe("how the firm sends", () => {
  test("has defaults, and is changed with the revision that was read", async () => {
    expect(await read()).toMatchObject({
      id: tenant.organizationId,
      provider: "outbox",
      connection: null,
      senderName: null,
      replyTo: null,
      stopReply: null,
      quietHours: "defer",
      textsFrom: "08:00",
      textsUntil: "21:00",
      dailyLimit: 1_000,
      defaultReplies: { help: "This is a law firm's number for texts. Reply STOP to get no more texts." },
      revision: 1,
    });
    const changes = { replyTo: "office@example.com", textsFrom: "09:30", stopReply: "No more texts." };
    const changed = await mutate("update", { expectedRevision: 1, ...changes });
    expect(changed.data.communicationSettings).toMatchObject({ ...changes, textsUntil: "21:00", revision: 2 });
    expect((await mutate("update", { expectedRevision: 1, ...changes })).error?.data.code).toBe("STALE_REVISION");
    const [entry] = await tenant.inside((transaction) =>
      transaction
        .selectFrom("AuditEntry")
        .select(["entityId", "changes"])
        .where("action", "=", "communicationSettings.update")
        .execute(),
    );
    expect(entry).toMatchObject({
      entityId: tenant.organizationId,
      changes: { textsFrom: { from: 480, to: 570 }, stopReply: { from: null, to: "No more texts." } },
    });
  });

  test.each([
    { replyTo: "office" },
    { senderName: "Hart\r\nBcc: x@example.com" },
    { stopReply: "x".repeat(307) },
    { textsFrom: "07:59" },
    { textsUntil: "21:01" },
    { textsFrom: "18:01" },
    { textsFrom: "8:00" },
    { dailyLimit: 0 },
    { dailyLimit: 100_001 },
    { quietHours: "never" },
    { provider: "twilio" },
  ])("is not changed to %j", async (wrong) => {
    const reply = await mutate("update", { expectedRevision: 1, ...wrong });
    expect([reply.status, reply.error?.data.code]).toEqual([400, "VALIDATION_FAILED"]);
    expect((await read()).revision).toBe(1);
  });

  test("is read and changed with the permission alone, in the own organization", async () => {
    await mutate("connect", { expectedRevision: 1, ...given });
    const attorney = await signInMember(server, tenant, { role: "attorney" });
    expect((await attorney.portal.query("communicationSettings.get")).status).toBe(403);
    expect((await attorney.portal.query("communicationSettings.health")).status).toBe(403);
    expect((await mutate("disconnect", { expectedRevision: 2 }, attorney)).status).toBe(403);
    const stranger = await signInMember(server, await createTenant(server.services.database), { role: "admin" });
    expect((await read(stranger)).connection).toBeNull();
    expect((await mutate("disconnect", { expectedRevision: 1 }, stranger)).error?.data.code).toBe("NOT_FOUND");
  });

  test("takes of two changes with one revision one", async () => {
    const both = await Promise.all([
      mutate("connect", { expectedRevision: 1, ...given }),
      mutate("update", { expectedRevision: 1, dailyLimit: 5 }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe("the account at a provider", () => {
  test("is not connected in a sandbox", async () => {
    const firm = await createTenant(server.services.database);
    await changeRow(tenant, "Organization", tenant.organizationId, {
      sandboxOfOrganizationId: firm.organizationId,
      sandboxState: "ready",
      sandboxContents: "empty",
    });
    await createMember(firm, { userId: manager.person.userId, role: "admin" });
    expect((await mutate("connect", { expectedRevision: 1, ...given })).error?.data.code).toBe(
      "INVALID_STATE_TRANSITION",
    );
    expect(await listConnections()).toEqual([]);
  });

  test("is connected with its secrets encrypted, and never shows them", async () => {
    const connected = await mutate("connect", { expectedRevision: 1, ...given });
    const { provider, connection, revision } = connected.data.communicationSettings;
    expect({ provider, revision }).toEqual({ provider: "twilio", revision: 2 });
    expect(connection).toMatchObject({
      provider: "twilio",
      account: twilio.accountSid,
      numbers: ["+13125550100", "+13125550101"],
      handlesStop: true,
      lastWebhookAt: null,
      rejectedAt: null,
      isUsable: true,
    });
    expect(connected.text).not.toContain(authToken);
    const [row] = await listConnections();
    if (row === undefined || connection === null) throw new Error("nothing is connected");
    expect(row.credentials.includes(authToken)).toBe(false);
    expect(decryptSecrets(server.services.installationKeys, row)).toMatchObject(twilio);
    expect(decryptSecrets(server.services.installationKeys, { ...row, id: "tcn_other" })).toBeNull();
    // The URL finds the account, and nothing else does.
    expect(connection.webhookUrl).toMatch(/^https?:\/\/[^/]+\/api\/text\/cpt_/);
    const token = connection.webhookUrl.split("/").at(-1) ?? "";
    expect(readTextWebhookToken(token)).toEqual(row.tokenDigest);
    const entries = await tenant.inside((transaction) => transaction.selectFrom("AuditEntry").selectAll().execute());
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${authToken}|${token}`));
    expect(entries.find(({ action }) => action === "communicationSettings.connect")?.changes).toMatchObject({
      provider: { from: null, to: "twilio" },
    });
  });

  test("is replaced by another, whose URL is another; the one before ends", async () => {
    const first = (await mutate("connect", { expectedRevision: 1, ...given })).data.communicationSettings;
    const second = await mutate("connect", { expectedRevision: 2, ...given, account: telnyx });
    const { provider, connection } = second.data.communicationSettings;
    expect([provider, connection?.provider, connection?.account]).toEqual(["telnyx", "telnyx", null]);
    expect(connection?.webhookUrl).not.toBe(first.connection?.webhookUrl);
    expect((await listConnections()).map(({ revokedAt }) => revokedAt === null)).toEqual([false, true]);
  });

  test("keeps its URL and its secrets when its numbers change, and its URL when its secrets do", async () => {
    const { connection } = (await mutate("connect", { expectedRevision: 1, ...given })).data.communicationSettings;
    const numbers = ["+13125550109"];
    const changed = await mutate("changeConnection", { expectedRevision: 2, numbers, handlesStop: false });
    expect(changed.data.communicationSettings.connection).toEqual({ ...connection, numbers, handlesStop: false });
    const account = { ...twilio, authToken: "fedcba9876543210fedcba9876543210" };
    const rotated = await mutate("changeConnection", { expectedRevision: 3, account });
    expect(rotated.data.communicationSettings.connection).toEqual({ ...connection, numbers, handlesStop: false });
    const [row] = await listConnections();
    if (row === undefined) throw new Error("nothing is connected");
    expect(decryptSecrets(server.services.installationKeys, row)).toMatchObject(account);
    const other = await mutate("changeConnection", { expectedRevision: 4, account: telnyx });
    expect([other.status, other.error?.data.code]).toEqual([400, "VALIDATION_FAILED"]);
  });

  test("is disconnected: the firm has none, and texts go to the outbox", async () => {
    await mutate("connect", { expectedRevision: 1, ...given });
    const ended = (await mutate("disconnect", { expectedRevision: 2 })).data.communicationSettings;
    expect(ended).toMatchObject({ provider: "outbox", connection: null, revision: 3 });
    expect((await mutate("disconnect", { expectedRevision: 3 })).error?.data.code).toBe("NOT_FOUND");
    expect((await mutate("changeConnection", { expectedRevision: 3, handlesStop: true })).error?.data.code).toBe(
      "NOT_FOUND",
    );
  });

  test("whose secrets another installation encrypted is shown as unusable, and can be replaced", async () => {
    await mutate("connect", { expectedRevision: 1, ...given });
    await tenant.inside((transaction) =>
      transaction
        .updateTable("TextConnection")
        .set({ credentials: Buffer.alloc(80) })
        .execute(),
    );
    expect((await read()).connection).toMatchObject({ isUsable: false, account: null, webhookUrl: "" });
    expect((await mutate("changeConnection", { expectedRevision: 2, handlesStop: true })).error?.data.code).toBe(
      "INVALID_STATE_TRANSITION",
    );
    const again = await mutate("connect", { expectedRevision: 2, ...given });
    expect(again.data.communicationSettings.connection?.isUsable).toBe(true);
  });

  test.each([
    { numbers: [] },
    { numbers: ["555"] },
    { numbers: ["+13125550100", "(312) 555-0100"] },
    { account: { ...twilio, accountSid: "AC1" } },
    { account: { ...twilio, authToken: "with a space" } },
    { account: { ...telnyx, publicKey: "AAAA" } },
    { account: { ...twilio, provider: "telnyx" } },
  ])("is not connected with %j", async (wrong) => {
    const reply = await mutate("connect", { expectedRevision: 1, ...given, ...wrong });
    expect([reply.status, reply.error?.data.code]).toEqual([400, "VALIDATION_FAILED"]);
    expect(await listConnections()).toEqual([]);
  });
});

test("a test is sent to the member's own number, and is no conversation that waits for a link", async () => {
  const sendTest = () => manager.portal.mutate<{ sentTo: string }>("communicationSettings.sendTest", {});
  expect((await sendTest()).error?.message).toContain("You have no phone number");
  await tenant.inside((transaction) =>
    transaction.updateTable("Member").set({ phone: "(312) 555-0177" }).where("id", "=", manager.memberId).execute(),
  );
  const sent = await sendTest();
  expect(sent.data).toEqual({ sentTo: "+13125550177" });
  const messages = await tenant.inside((transaction) =>
    transaction.selectFrom("Message").select(["channel", "direction", "isAutomated", "caseId"]).execute(),
  );
  expect(messages).toEqual([{ channel: "text", direction: "outbound", isAutomated: true, caseId: null }]);
  const { data } = await manager.portal.query<{ health: CommunicationHealth }>("communicationSettings.health");
  expect(data.health.unlinked).toBe(0);
  const inbox = await manager.portal.query<{ conversations: unknown[] }>("conversations.listInbox", {
    box: "unlinked",
  });
  expect(inbox.data.conversations).toEqual([]);
});

test("the last 24 hours are counted: outbound messages by what became of them, and conversations without a link", async () => {
  const { organizationId } = tenant;
  const { conversationId, caseId } = await createConversation(tenant);
  // A closed one is in no box.
  for (const status of ["open", "closed"])
    await insertFor(tenant, {
      Conversation: buildConversation({ organizationId, caseId: null, messageCount: 1, status }),
    });
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const message = (status: string, hours = 1, direction = "outbound") =>
    buildMessage({
      organizationId,
      conversationId,
      caseId,
      direction,
      status,
      occurredAt: hoursAgo(hours),
      block: status === "blocked" ? "opted_out" : null,
      sendAt: status === "scheduled" ? hoursAgo(-1) : null,
    });
  await insertFor(tenant, {
    Message: [
      ...["sent", "delivered", "read", "bounced", "undelivered", "failed", "blocked", "scheduled"].map((status) =>
        message(status),
      ),
      message("sent", 25),
      message("received", 1, "inbound"),
    ],
  });
  const { data } = await manager.portal.query<{ health: CommunicationHealth }>("communicationSettings.health");
  expect(data.health).toMatchObject({ sent: 5, failed: 3, blocked: 1, unlinked: 1 });
});
