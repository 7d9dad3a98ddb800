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
  { table: "Call", omitted: "No operation lists calls yet." },
  { table: "CallDocument", omitted: "No operation lists calls yet." },
];
