import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  buildConversation,
  buildConversationCounterpart,
  buildMessage,
  buildMessageParty,
} from "../../../prisma/seed/builders/communications.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import {
  changeRow,
  createCase,
  createTenant,
  deleteRow,
  insertFor,
  type TestTenant,
} from "../../testing/harness/tenant.ts";
import { createDocument } from "../documents/fixtures.records.ts";
import { createLead } from "../leads/fixtures.ts";
import { signInMember, type SignedInMember } from "../team/fixtures.ts";
import { createCall } from "./calls/fixtures.ts";
import { createConversation } from "./conversations/fixtures.ts";
import type { Conversation } from "./conversations/schema.ts";
import type { Message, MessagePreview } from "./messages/schema.ts";
import { createTextedCase, setSending } from "./sending/fixtures.ts";
import type { Communication } from "./timeline/schema.ts";

let server: TestServer;
let tenant: TestTenant;
let paralegal: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  paralegal = await signInMember(server, tenant, { role: "paralegal" });
});

type Caller = Pick<SignedInMember, "portal">;
interface Inbox {
  conversations: Conversation[];
  nextCursor: string | null;
}
interface Timeline {
  communications: Communication[];
  nextCursor: string | null;
}
const listInbox = async (box: string, more: object = {}, { portal }: Caller = paralegal) =>
  (await portal.query<Inbox>("conversations.listInbox", { box, ...more })).data;
const change = (input: object, { portal }: Caller = paralegal) =>
  portal.mutate<{ conversation: Conversation }>("conversations.change", { expectedRevision: 1, ...input });
const idsOf = ({ conversations }: Inbox) => conversations.map(({ id }) => id);

/** A conversation of nothing, with somebody who wrote at the instant. */
async function createUnlinked(address = "+15125550199", more: object = {}): Promise<string> {
  const { organizationId } = tenant;
  const at = "2026-03-14T15:09:26.535Z";
  const conversation = buildConversation({
    organizationId,
    caseId: null,
    messageCount: 1,
    lastMessageAt: at,
    lastInboundAt: at,
    unansweredSince: at,
    ...more,
  });
  const ofConversation = { organizationId, conversationId: conversation.id };
  const message = buildMessage(ofConversation);
  await insertFor(tenant, {
    Conversation: conversation,
    ConversationCounterpart: buildConversationCounterpart({ ...ofConversation, address }),
    Message: message,
    MessageParty: (["from", "to"] as const).map((role) =>
      buildMessageParty({ organizationId, messageId: message.id, role }),
    ),
  });
  return conversation.id;
}

const listAudited = (entity: string) =>
  tenant.inside((transaction) =>
    transaction.selectFrom("AuditEntry").select(["entityId", "action"]).where("entity", "=", entity).execute(),
  );

describe("the list of conversations", () => {
  test("has who waits first, the longest first; closed ones and those of deleted cases do not wait", async () => {
    const since = (unansweredSince: string | null, more: object = {}) =>
      createConversation(tenant, { unansweredSince, ...more });
    const second = await since("2026-03-12T10:00:00.000Z");
    const first = await since("2026-03-11T10:00:00.000Z");
    const answered = await since(null);
    const closed = await since("2026-03-10T10:00:00.000Z", { status: "closed" });
    const deleted = await since("2026-03-09T10:00:00.000Z");
    await deleteRow(tenant, "Case", deleted.caseId);
    expect(idsOf(await listInbox("waiting"))).toEqual([first.conversationId, second.conversationId]);
    const all = idsOf(await listInbox("all"));
    expect(all.toSorted()).toEqual(
      [first, second, answered, closed].map(({ conversationId }) => conversationId).toSorted(),
    );
    const page = await listInbox("waiting", { limit: 1 });
    expect(idsOf(await listInbox("waiting", { limit: 1, after: page.nextCursor }))).toEqual([second.conversationId]);
    const foreign = await paralegal.portal.query("conversations.listInbox", { box: "all", after: page.nextCursor });
    expect(foreign.error?.data.code).toBe("VALIDATION_FAILED");
  });

  test("has what is not linked, and shows no subject, so that it is no audited read", async () => {
    await createConversation(tenant);
    const unlinked = await createUnlinked("elena@example.com", { channel: "email", subject: "About the offer" });
    const { conversations } = await listInbox("unlinked");
    expect(conversations).toMatchObject([{ id: unlinked, subject: null, contentVisible: false }]);
    expect(await listAudited("conversation")).toEqual([]);
  });

  test("is seen with the permission alone, in the own organization", async () => {
    await createConversation(tenant);
    const billing = await signInMember(server, tenant, { role: "billing" });
    expect((await billing.portal.query("conversations.listInbox", { box: "all" })).status).toBe(403);
    const stranger = await signInMember(server, await createTenant(server.services.database), { role: "paralegal" });
    expect(await listInbox("all", {}, stranger)).toEqual({ conversations: [], nextCursor: null });
  });
});

describe("a timeline in the portal", () => {
  const read = async (name: string, input: object, { portal }: Caller = paralegal) =>
    (await portal.query<Timeline>(name, input)).data;

  test("shows content to whom may see it, and each record that it shows is an audit entry", async () => {
    const { conversationId, messageId } = await createConversation(tenant);
    const shown = await read("conversations.listTimeline", { conversationId });
    expect(shown.communications).toMatchObject([
      { type: "message", id: messageId, message: { bodyText: "Can we talk on Thursday?", contentVisible: true } },
    ]);
    expect(await listAudited("message")).toEqual([{ entityId: messageId, action: "conversations.listTimeline" }]);
    const manager = await signInMember(server, tenant, { role: "case_manager" });
    const hidden = await read("conversations.listTimeline", { conversationId }, manager);
    expect(hidden.communications).toMatchObject([
      { id: messageId, message: { bodyText: null, contentVisible: false } },
    ]);
    expect(JSON.stringify(hidden)).not.toContain("Thursday");
    expect(await listAudited("message")).toHaveLength(1);
  });

  test("of a client has the messages and calls of all their cases by time, and nobody else's", async () => {
    const { organizationId } = tenant;
    const { clientId, messageId, conversationId } = await createConversation(
      tenant,
      {},
      { occurredAt: "2026-03-12T10:00:00.000Z" },
    );
    const second = await createCase(tenant, { plaintiffId: clientId });
    const later = await createCall(tenant, {
      caseId: second.caseId,
      partyClientId: clientId,
      startedAt: "2026-03-13T10:00:00.000Z",
    });
    const reply = buildMessage({
      organizationId,
      conversationId,
      direction: "outbound",
      status: "sent",
      occurredAt: "2026-03-14T10:00:00.000Z",
    });
    await insertFor(tenant, {
      Message: reply,
      MessageParty: (["from", "to"] as const).map((role) =>
        buildMessageParty({ organizationId, messageId: reply.id, role }),
      ),
    });
    await createConversation(tenant);
    const all = await read("clients.listCommunications", { clientId });
    expect(all.communications.map(({ id }) => id)).toEqual([reply.id, later.callId, messageId]);
    const first = await read("clients.listCommunications", { clientId, limit: 2 });
    const rest = await read("clients.listCommunications", { clientId, limit: 2, after: first.nextCursor });
    expect([...first.communications, ...rest.communications].map(({ id }) => id)).toEqual([
      reply.id,
      later.callId,
      messageId,
    ]);
    const strange = await signInMember(server, await createTenant(server.services.database), { role: "paralegal" });
    expect((await strange.portal.query("clients.listCommunications", { clientId })).error?.data.code).toBe("NOT_FOUND");
  });

  test("names its case and its client to whom may view both", async () => {
    const { caseId, clientId } = await createConversation(tenant);
    const get = (input: object, { portal }: Caller = paralegal) =>
      portal.query<{ subject: object }>("communications.getSubject", input);
    expect((await get({ caseId })).data.subject).toMatchObject({ caseId, clientId, sequenceId: expect.any(String) });
    expect((await get({ clientId })).data.subject).toMatchObject({ caseId: null, sequenceId: null, clientId });
    expect((await get({ caseId: "case_0" })).error?.data.code).toBe("NOT_FOUND");
    expect((await get({ caseId, clientId })).error?.data.code).toBe("VALIDATION_FAILED");
    await deleteRow(tenant, "Case", caseId);
    expect((await get({ caseId })).error?.data.code).toBe("NOT_FOUND");
  });
});

describe("the composer", () => {
  const compose = ({ caseId, clientId }: { caseId: string; clientId: string }, more: object = {}) => ({
    caseId,
    channel: "text",
    to: [{ clientId }],
    bodyText: "Your records arrived.",
    ...more,
  });
  const preview = async (input: object, { portal }: Caller = paralegal) =>
    (await portal.mutate<{ preview: MessagePreview }>("messages.preview", input)).data.preview;
  const send = (input: object, { portal }: Caller = paralegal) =>
    portal.mutate<{ message: Message }>("messages.send", input);

  test("says why a text may not be sent, records consent with its proof, and then sends it once", async () => {
    await setSending(tenant);
    const texted = await createTextedCase(tenant, { consent: null });
    expect(await preview(compose(texted))).toMatchObject({ maySend: false, block: "no_consent", segments: 1 });
    expect((await send(compose(texted))).error?.data.code).toBe("INVALID_STATE_TRANSITION");
    const recorded = await paralegal.portal.mutate("consents.record", {
      clientId: texted.clientId,
      channel: "text",
      status: "opted_in",
      source: "call",
      proof: { text: "Asked on the phone whether we may text her. She said yes." },
    });
    expect(recorded.status).toBe(200);
    expect(await preview(compose(texted))).toMatchObject({ maySend: true, block: null, deferral: null });
    const draft = compose(texted, { externalId: "portal-1" });
    const sent = await send(draft);
    expect(sent.data.message).toMatchObject({ status: "queued", createdBy: { type: "member" }, onBehalfOf: null });
    expect((await send(draft)).error?.data.code).toBe("DUPLICATE_ENTRY");
    const messages = await tenant.inside((transaction) => transaction.selectFrom("Message").select("id").execute());
    expect(messages).toEqual([{ id: sent.data.message.id }]);
    const state = await paralegal.portal.query("communications.getState", { caseId: texted.caseId });
    expect(state.data).toEqual({ changedAt: sent.data.message.updatedAt });
  });

  test("schedules, and counts segments as carriers do", async () => {
    await setSending(tenant);
    const texted = await createTextedCase(tenant);
    const sendAt = new Date(Date.now() + 86_400_000).toISOString();
    expect(await preview(compose(texted, { bodyText: "x".repeat(161), sendAt }))).toMatchObject({
      segments: 2,
      sendAt,
    });
    expect((await send(compose(texted, { sendAt }))).data.message).toMatchObject({ status: "scheduled", sendAt });
  });

  test("writes nothing that it checks, in no log and no audit entry", async () => {
    const texted = await createTextedCase(tenant);
    await preview(compose(texted, { bodyText: "Canary 8431" }));
    const rows = await tenant.inside(async (transaction) => [
      await transaction.selectFrom("AuditEntry").selectAll().execute(),
      await transaction.selectFrom("Message").selectAll().execute(),
    ]);
    expect(JSON.stringify(rows)).not.toContain("Canary");
    expect(rows[1]).toEqual([]);
  });

  test("finds documents of the case for an email, and says before it is sent that they are too large", async () => {
    await setSending(tenant, { replyTo: "office@firm.example" });
    const texted = await createTextedCase(tenant);
    await changeRow(tenant, "Client", texted.clientId, { email: "rosa@example.com", emailKey: "rosa@example.com" });
    const { documentId } = await createDocument(tenant, { caseId: texted.caseId, name: "Deposition of Diaz" });
    await createDocument(tenant, { caseId: (await createCase(tenant)).caseId, name: "Deposition of Miller" });
    const find = (input: object, { portal }: Caller = paralegal) =>
      portal.query<{ documents: { id: string; name: string }[] }>("messages.findDocuments", input);
    const { data } = await find({ caseId: texted.caseId, q: "deposition" });
    expect(data.documents).toMatchObject([{ id: documentId, name: "Deposition of Diaz" }]);
    expect((await find({ q: "deposition" })).status).toBe(400);
    const { conversationId } = await createConversation(tenant, { caseId: texted.caseId });
    expect((await find({ conversationId, q: "deposition" })).data).toEqual(data);

    const email = compose(texted, { channel: "email", subject: "Deposition", attachments: [documentId] });
    expect(await preview(email)).toMatchObject({ maySend: true });
    await changeRow(tenant, "Document", documentId, { sizeBytes: 15 * 1024 * 1024 + 1 });
    const rejected = await paralegal.portal.mutate("messages.preview", email);
    expect(rejected.error?.data.faults).toMatchObject([{ path: "attachments" }]);
  });

  test("is of members with the permission, in the own organization", async () => {
    const texted = await createTextedCase(tenant);
    const manager = await signInMember(server, tenant, { role: "case_manager" });
    for (const name of ["messages.preview", "messages.send"])
      expect((await manager.portal.mutate(name, compose(texted))).status).toBe(403);
    const stranger = await signInMember(server, await createTenant(server.services.database), { role: "attorney" });
    expect((await send(compose(texted), stranger)).error?.data.code).toBe("NOT_FOUND");
  });
});

describe("a conversation in the portal", () => {
  test("is linked to a case of those that it suggests: of each client and lead with the number", async () => {
    const one = await createCase(tenant);
    const other = await createCase(tenant);
    for (const { clientId } of [one, other])
      await changeRow(tenant, "Client", clientId, { phone: "(512) 555-0199", phoneE164: "+15125550199" });
    const leadId = await createLead(tenant, { phone: "(512) 555-0199", phoneE164: "+15125550199", status: "spam" });
    const conversationId = await createUnlinked();
    const suggest = () =>
      paralegal.portal.query<{ places: { caseId: string | null; leadId: string | null }[] }>(
        "conversations.suggestPlaces",
        { conversationId },
      );
    const { data } = await suggest();
    expect(data.places).toHaveLength(2);
    await changeRow(tenant, "Lead", leadId, { status: "new" });
    expect((await suggest()).data.places.map((place) => place.leadId)).toContain(leadId);
    expect(data.places.map(({ caseId }) => caseId)).toEqual(expect.arrayContaining([one.caseId, other.caseId]));
    const linked = await change({ conversationId, caseId: one.caseId });
    expect(linked.data.conversation).toMatchObject({ caseId: one.caseId, revision: 2 });
    expect((await change({ conversationId, expectedRevision: 2, caseId: other.caseId })).error?.data.code).toBe(
      "INVALID_STATE_TRANSITION",
    );
    const [event] = await tenant.inside((transaction) =>
      transaction
        .selectFrom("Event")
        .select(["eventType", "actor"])
        .where("eventType", "=", "conversation.updated")
        .execute(),
    );
    expect(event).toMatchObject({ actor: { type: "member" } });
  });

  test("is marked as answered, closed and reopened, with the revision that was read", async () => {
    const { conversationId } = await createConversation(tenant);
    const marked = await change({ conversationId, needsAnswer: false });
    expect(marked.data.conversation).toMatchObject({ unansweredSince: null, status: "open" });
    expect((await change({ conversationId, status: "closed" })).error?.data.code).toBe("STALE_REVISION");
    expect((await change({ conversationId, status: "closed", expectedRevision: 2 })).data.conversation.status).toBe(
      "closed",
    );
    expect((await change({ conversationId, status: "open", expectedRevision: 3 })).data.conversation.status).toBe(
      "open",
    );
  });

  test("is changed with the permission alone, by an attorney and by who is none", async () => {
    const { conversationId } = await createConversation(tenant);
    const manager = await signInMember(server, tenant, { role: "case_manager" });
    expect((await change({ conversationId, needsAnswer: false }, manager)).status).toBe(403);
    const attorney = await signInMember(server, tenant, { role: "attorney" });
    expect((await change({ conversationId, needsAnswer: false }, attorney)).status).toBe(200);
    const stranger = await signInMember(server, await createTenant(server.services.database), { role: "attorney" });
    expect((await change({ conversationId, needsAnswer: false }, stranger)).error?.data.code).toBe("NOT_FOUND");
  });

  test("has a scheduled message that is canceled once", async () => {
    const { organizationId } = tenant;
    const { conversationId, caseId } = await createConversation(tenant);
    const message = buildMessage({
      organizationId,
      conversationId,
      caseId,
      direction: "outbound",
      status: "scheduled",
      provider: null,
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await insertFor(tenant, {
      Message: message,
      MessageParty: (["from", "to"] as const).map((role) =>
        buildMessageParty({ organizationId, messageId: message.id, role }),
      ),
    });
    const cancel = () => paralegal.portal.mutate("messages.cancel", { messageId: message.id, expectedRevision: 1 });
    expect((await cancel()).status).toBe(200);
    expect((await cancel()).error?.data.code).toBe("STALE_REVISION");
  });
});
