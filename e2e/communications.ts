import { buildCall, buildMessage, buildMessageParty } from "../prisma/seed/builders/communications.ts";
import { createConversation, type CreatedConversation } from "../src/areas/communications/conversations/fixtures.ts";
import { changeRow, createCase, insertFor, openTenant, type TestTenant } from "../src/testing/harness/tenant.ts";
import { onDatabase } from "./database.ts";
import { readDemoData } from "./demo-data.ts";

const withTenant = <Result>(work: (tenant: TestTenant) => Promise<Result>): Promise<Result> => {
  const { keys, ids } = readDemoData();
  const { organizationId } = ids;
  return onDatabase((database) =>
    work(openTenant(database, { organizationId, attorneyId: "", secret: keys.full, keyId: "key_browser" })),
  );
};

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

let made = 0;

/** A number that no other test has: each worker of a run has a hundred. */
export function createNumber(): string {
  made += 1;
  return `+1512555${String(Number(process.env["TEST_WORKER_INDEX"] ?? 0) * 100 + made).padStart(4, "0")}`;
}

export interface TalkedCase extends CreatedConversation {
  /** Of the client; as people write it: `shown`. */
  name: string;
}

/**
 * A client of the demo's firm with a case, who wrote last: texts of three days, one that failed, one that is scheduled,
 * and a call. No other test has it.
 */
export function createTalk(): Promise<TalkedCase> {
  return withTenant(async (tenant) => {
    const { organizationId } = tenant;
    const created = await createConversation(
      tenant,
      { messageCount: 5, lastMessageAt: hoursAgo(1), lastInboundAt: hoursAgo(1), unansweredSince: hoursAgo(1) },
      { occurredAt: hoursAgo(1), bodyText: "Thank you. When do I have to be at the deposition?" },
    );
    const { conversationId, caseId, clientId } = created;
    const name = `Nora Vance ${Date.now()}`;
    const [firstName = "", ...rest] = name.split(" ");
    await changeRow(tenant, "Client", clientId, { firstName, lastName: rest.join(" ") });
    await tenant.inside((transaction) =>
      transaction
        .updateTable("ConversationCounterpart")
        .set({ name })
        .where("conversationId", "=", conversationId)
        .execute(),
    );
    const own = { organizationId, conversationId, caseId, failure: null, sendAt: null };
    const messages = [
      buildMessage({ ...own, occurredAt: hoursAgo(50), bodyText: "I saw Dr. Ruiz today. He wants an MRI next week." }),
      buildMessage({
        ...own,
        direction: "outbound",
        status: "delivered",
        provider: "twilio",
        occurredAt: hoursAgo(49),
        bodyText: "Good. Send us the appointment card, and keep the receipts for parking.",
      }),
      buildMessage({
        ...own,
        direction: "outbound",
        status: "undelivered",
        failure: "carrier_filtered",
        provider: "twilio",
        occurredAt: hoursAgo(26),
        bodyText: "Your deposition is on Thursday.",
      }),
      buildMessage({
        ...own,
        direction: "outbound",
        status: "scheduled",
        provider: null,
        sendAt: hoursAgo(-20),
        occurredAt: hoursAgo(0.5),
        bodyText: "Reminder: bring your photo ID tomorrow.",
      }),
    ];
    await insertFor(tenant, {
      Message: messages,
      MessageParty: messages.flatMap(({ id }) =>
        (["from", "to"] as const).map((role) =>
          buildMessageParty({ organizationId, messageId: id, role, name: role === "from" ? name : null }),
        ),
      ),
      Call: buildCall({
        organizationId,
        caseId,
        partyClientId: clientId,
        partyName: name,
        startedAt: hoursAgo(25),
        summary: "Explained how the deposition goes. She will bring her calendar.",
      }),
    });
    return { ...created, name };
  });
}

/** A case of the demo's firm whose client has a number, and has not agreed to texts. */
export const createTextable = (): Promise<{ caseId: string; clientId: string }> =>
  withTenant(async (tenant) => {
    const { caseId, clientId } = await createCase(tenant);
    const number = createNumber();
    await changeRow(tenant, "Client", clientId, { phone: number, phoneE164: number });
    return { caseId, clientId };
  });

/** A text of a stranger whose number two clients have: nobody knows which case it belongs to. */
export function createStranger(number: string): Promise<{ conversationId: string; caseIds: readonly string[] }> {
  return withTenant(async (tenant) => {
    const at = hoursAgo(2);
    const two = [await createConversation(tenant), await createConversation(tenant)];
    for (const { clientId } of two) await changeRow(tenant, "Client", clientId, { phone: number, phoneE164: number });
    const { conversationId } = await createConversation(tenant, {
      caseId: null,
      unansweredSince: at,
      lastMessageAt: at,
      lastInboundAt: at,
    });
    await tenant.inside((transaction) =>
      transaction
        .updateTable("ConversationCounterpart")
        .set({ clientId: null, name: null, address: number })
        .where("conversationId", "=", conversationId)
        .execute(),
    );
    return { conversationId, caseIds: two.map(({ caseId }) => caseId) };
  });
}
