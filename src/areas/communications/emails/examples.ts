import { ids, shownClient, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { counterpart } from "../conversations/examples.ts";
import { receivedMessage } from "../messages/examples.ts";
import type { Message } from "../messages/schema.ts";

const client = { ...counterpart, address: "elena.marsh@example.com" };
const firm = { ...counterpart, name: null, address: "intake@okafor.example.com", clientId: null };

/** An email as its sender's server wrote it. */
export const writeEmail = (messageId: string): string =>
  [
    `From: ${shownClient.firstName} ${shownClient.lastName} <${client.address}>`,
    `To: ${firm.address}`,
    "Subject: Records from the clinic",
    `Message-ID: ${messageId}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Here is what the clinic gave me today.",
    "",
  ].join("\r\n");

const messageIdHeader = "<20260314150926.1@example.com>";
export const emailContent = Buffer.from(writeEmail(messageIdHeader)).toString("base64");
const fileName = "records-from-the-clinic.eml";

/** Elena Marsh's email, as its file was sent. */
const emailMessage = {
  ...receivedMessage,
  id: "msg_01kjp8z4d6f8h0k2n4q6s8v0x2",
  conversationId: "cnv_01kjp8z5e7g9j1m3p5r7t9w1y3",
  channel: "email",
  from: client,
  to: [firm],
  attachments: [
    {
      documentId: "doc_01kjp8z6f8h0k2n4q6s8v0x2z4",
      name: null,
      sizeBytes: Buffer.byteLength(writeEmail(messageIdHeader)),
      contentType: "message/rfc822",
    },
  ],
  occurredAt: times.now,
  providerMessageId: null,
  messageIdHeader,
} satisfies Message;

export const emailExamples = {
  "emails.create": {
    body: { caseId: ids.caseId, fileName, content: emailContent },
    response: { message: emailMessage },
  },
} satisfies Record<string, OperationExample>;
