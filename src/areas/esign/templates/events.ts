import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { describeTemplateInEvent } from "./domain.events.ts";
import { esignTemplate, newTemplate } from "./examples.ts";
import { EsignTemplateInEvent } from "./schema.ts";

const { recipients } = describeTemplateInEvent(newTemplate);

export const esignTemplateEvents = defineEvents({
  entity: "esign_template",
  area: "esign",
  scope: "esign:read",
  payload: EsignTemplateInEvent,
  exampleRelatedIds: (id) => [{ entity: "esign_template", id }],
  types: {
    "esign_template.created": {
      description: "A signature template was created.",
      example: { payload: describeTemplateInEvent(newTemplate) },
    },
    "esign_template.updated": {
      description: "A signature template was changed, archived or got another file.",
      example: { payload: describeTemplateInEvent(esignTemplate), before: { recipients } },
    },
  },
});
