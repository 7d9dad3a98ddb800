import { ids } from "../../../contract/examples/example-story.ts";
import {
  anInstant,
  newExternalId,
  readId,
  readRecord,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, deleteRow, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { changeShown } from "../../../testing/harness/tenant-requests.ts";
import { createConversation, type CreatedConversation } from "../conversations/fixtures.ts";
import { createTextedCase, setSending, type TextedCase } from "../sending/fixtures.ts";
import { loggedMessage } from "./examples.ts";

const relateMessage = ({ caseId, clientId, conversationId }: CreatedConversation) => {
  const [ofCase, client] = relateCase({ caseId, clientId });
  return [ofCase, client, { entity: "conversation", id: conversationId }].filter((each) => each !== undefined);
};

const touchMessage = (created: CreatedConversation) => ({
  entity: "message",
  id: created.messageId,
  relatedIds: relateMessage(created),
});

/** What is checked of a request that records a message of a case, which begins a conversation. */
export const arrangeNewMessage = (tenant: TestTenant, ofCase: Parameters<typeof relateCase>[0]) =>
  ({
    change: changeShown(tenant, "Message", "message", { failure: "other" }),
    emitsBefore: ["conversation.created"],
    recordIn: null,
    touched: (response) => ({
      entity: "message",
      id: readId(response, "message"),
      relatedIds: [
        ...relateCase(ofCase),
        { entity: "conversation", id: String(readRecord(response, "message")["conversationId"]) },
      ],
    }),
    diff: {},
  }) satisfies Partial<Awaited<ReturnType<Scenario>>>;

/** A case whose client agreed to texts, of a firm that texts at any hour. */
async function createOpenCase(tenant: TestTenant): Promise<TextedCase> {
  await setSending(tenant);
  return createTextedCase(tenant);
}

export const messageScenarios = {
  "messages.list": async (tenant) => {
    const created = await createConversation(tenant);
    return { query: { caseId: created.caseId }, touched: () => touchMessage(created) };
  },
  "messages.get": async (tenant) => {
    const externalId = newExternalId();
    const created = await createConversation(tenant, {}, { externalId });
    const { messageId, caseId } = created;
    return {
      pathValues: { messageId },
      externalId,
      revision: null,
      remove: () => deleteRow(tenant, "Case", caseId),
      touched: () => touchMessage(created),
    };
  },
  "messages.preview": async (tenant) => {
    const { caseId, clientId } = await createOpenCase(tenant);
    return { ownValues: { [ids.caseId]: caseId, [ids.clientId]: clientId } };
  },
  "messages.create": async (tenant) => {
    const ofCase = await createOpenCase(tenant);
    return {
      ownValues: { [ids.caseId]: ofCase.caseId, [ids.clientId]: ofCase.clientId },
      ...arrangeNewMessage(tenant, ofCase),
      alsoEmits: ["message.created"],
    };
  },
  "messages.log": async (tenant) => {
    const ofCase = await createCase(tenant);
    return {
      ownValues: { [ids.caseId]: ofCase.caseId },
      ...arrangeNewMessage(tenant, ofCase),
      alsoEmits: ["message.received"],
    };
  },
  "messages.transition": async (tenant) => {
    const created = await createConversation(tenant);
    const { messageId, caseId } = created;
    return {
      pathValues: { messageId },
      revision: 1,
      remove: () => deleteRow(tenant, "Case", caseId),
      change: () => changeRow(tenant, "Message", messageId, { failure: "other" }),
      touched: () => touchMessage(created),
      alsoEmits: ["message.voided"],
      diff: ({ reason: _reason }) => ({
        availableTransitions: { from: ["voided"], to: [] },
        voidedAt: { from: null, to: anInstant },
        voidReason: { from: null, to: "[redacted]" },
      }),
    };
  },
  "messageDeliveryReports.create": async (tenant) => {
    const created = await createConversation(
      tenant,
      {},
      { direction: "outbound", status: "sent", sentAt: "2026-03-14T15:09:26.535Z" },
    );
    const { messageId } = created;
    return {
      ownValues: { [loggedMessage.id]: messageId },
      change: () => changeRow(tenant, "Message", messageId, { failure: "other" }),
      touched: () => touchMessage(created),
      alsoEmits: ["message.delivered"],
      recordIn: null,
      diff: {
        status: { from: "sent", to: "delivered" },
        deliveredAt: { from: null, to: anInstant },
      },
    };
  },
} satisfies Record<string, Scenario>;
