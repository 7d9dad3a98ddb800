import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { MessageTemplate } from "./schema.ts";

export const messageTemplate = exampleRecord(MessageTemplate, {
  id: "mtp_01kpf2w4x6y8z0a2b4c6d8e0f2",
  organizationId: ids.organizationId,
  name: "Checking in on treatment",
  channel: "text",
  language: "en",
  subject: null,
  body: "Hi {{client.firstName}}, this is {{firm.name}}. How is your treatment going?",
  mergeSources: ["client.firstName", "firm.name"],
  archived: false,
  externalId: null,
  revision: 1,
  createdAt: times.stage,
  updatedAt: times.stage,
});

const { id: messageTemplateId, name, channel, body } = messageTemplate;

export const messageTemplateExamples = {
  "messageTemplates.list": {
    parameters: { channel: "text" },
    response: { messageTemplates: [messageTemplate], nextCursor: null },
  },
  "messageTemplates.get": { parameters: { messageTemplateId }, response: { messageTemplate } },
  "messageTemplates.create": { body: { name, channel, body }, response: { messageTemplate } },
  "messageTemplates.update": {
    parameters: { messageTemplateId },
    body: { archived: true },
    response: { messageTemplate: { ...messageTemplate, archived: true, revision: 2, updatedAt: times.now } },
  },
} satisfies Record<string, OperationExample>;
