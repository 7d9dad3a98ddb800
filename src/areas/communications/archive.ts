import type { ArchiveDeclaration } from "../../rpc/archive.ts";

const part = "communications";

export const communicationArchive: readonly ArchiveDeclaration[] = [
  { table: "Conversation", part, file: "conversations", order: ["id"], owners: { caseId: "Case", leadId: "Lead" } },
  {
    table: "ConversationCounterpart",
    part,
    file: "conversation-counterparts",
    order: ["conversationId", "position"],
    owners: { conversationId: "Conversation" },
  },
  { table: "Message", part, file: "messages", order: ["id"], owners: { conversationId: "Conversation" } },
  {
    table: "MessageParty",
    part,
    file: "message-correspondents",
    order: ["messageId", "role", "position"],
    owners: { messageId: "Message" },
  },
  {
    table: "MessageAttachment",
    part,
    file: "message-attachments",
    order: ["messageId", "position"],
    owners: { messageId: "Message" },
  },
  { table: "Call", part, file: "calls", order: ["id"], owners: { caseId: "Case", leadId: "Lead" } },
  {
    table: "CallDocument",
    part,
    file: "call-attachments",
    order: ["callId", "documentId"],
    owners: { callId: "Call" },
  },
  { table: "Consent", part, file: "consents", order: ["id"], isOfOrganization: true },
  {
    table: "ConsentChange",
    part,
    file: "consent-evidence",
    order: ["consentId", "number"],
    owners: { consentId: "Consent" },
  },
  { table: "AddressSuppression", omitted: "Consents show the suppressions of their persons; no operation lists them." },
  { table: "MessageTemplate", part, file: "message-templates", order: ["id"], isOfOrganization: true },
  { table: "CommunicationSetting", omitted: "How the firm sends, set in the portal." },
  { table: "TextConnection", omitted: "The secrets of the firm's account at its provider of texts." },
];
