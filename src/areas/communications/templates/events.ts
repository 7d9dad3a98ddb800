import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { messageTemplate } from "./examples.ts";
import { MessageTemplateInEvent } from "./schema.ts";

const { subject: _subject, body: _body, ...inEvent } = messageTemplate;

export const messageTemplateEvents = defineEvents({
  entity: "message_template",
  area: "communications",
  scope: "communications:read",
  payload: MessageTemplateInEvent,
  exampleRelatedIds: (id) => [{ entity: "message_template", id }],
  types: {
    "message_template.created": { description: "A message template was created.", example: { payload: inEvent } },
    "message_template.updated": {
      description: "A message template was changed or archived.",
      example: { payload: { ...inEvent, archived: true, revision: 2 }, before: { archived: false } },
    },
  },
});
