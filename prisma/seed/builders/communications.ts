import { newId, type Given, type Values } from "./records.ts";

const system = { type: "system", id: "system", name: "Caseport" };

/** An open conversation by text. */
export const buildConversation = (values: Given<"Conversation", "organizationId">): Values<"Conversation"> => ({
  id: newId("conversation", values.createdAt),
  channel: "text",
  firmAddress: "+15125550100",
  createdBy: system,
  ...values,
});

export const buildConversationCounterpart = (
  values: Given<"ConversationCounterpart", "organizationId" | "conversationId">,
): Values<"ConversationCounterpart"> => ({ position: 1, address: "+15125550143", ...values });

/** A text that came in, and was logged. */
export const buildMessage = (values: Given<"Message", "organizationId" | "conversationId">): Values<"Message"> => ({
  id: newId("message", values.createdAt),
  channel: "text",
  direction: "inbound",
  status: "received",
  bodyText: "Can we talk on Thursday?",
  occurredAt: values.createdAt ?? new Date().toISOString(),
  provider: "external",
  createdBy: system,
  ...values,
});

export const buildMessageParty = (
  values: Given<"MessageParty", "organizationId" | "messageId" | "role">,
): Values<"MessageParty"> => ({
  position: 1,
  address: values.role === "from" ? "+15125550143" : "+15125550100",
  ...values,
});

/** A call of two minutes from a client. */
export const buildCall = (values: Given<"Call", "organizationId">): Values<"Call"> => ({
  id: newId("call", values.createdAt),
  direction: "inbound",
  status: "completed",
  partyNumber: "+15125550143",
  startedAt: values.createdAt ?? new Date().toISOString(),
  durationSeconds: 120,
  createdBy: system,
  ...values,
});

/** A text that messages begin with. */
export const buildMessageTemplate = (
  values: Given<"MessageTemplate", "organizationId">,
): Values<"MessageTemplate"> => ({
  id: newId("messageTemplate"),
  name: "Checking in on treatment",
  channel: "text",
  body: "Hi {{client.firstName}}, this is {{firm.name}}. How is your treatment going?",
  mergeSources: ["client.firstName", "firm.name"],
  ...values,
});

/** That a client agreed to texts. */
export const buildConsent = (values: Given<"Consent", "organizationId">): Values<"Consent"> => ({
  id: newId("consent"),
  channel: "text",
  status: "opted_in",
  source: "call",
  at: "2026-03-05T16:00:00.000Z",
  ...values,
});

/** A number from which STOP was texted. */
export const buildAddressSuppression = (
  values: Given<"AddressSuppression", "organizationId">,
): Values<"AddressSuppression"> => ({
  id: newId("addressSuppression"),
  channel: "text",
  address: "+15125550182",
  reason: "stop_keyword",
  at: "2026-03-05T16:00:00.000Z",
  ...values,
});
