import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { customFieldDefinition } from "./examples.ts";
import { CustomFieldDefinition } from "./schema.ts";

export const customFieldEvents = defineEvents({
  entity: "custom_field_definition",
  area: "cases",
  scope: "cases:read",
  payload: CustomFieldDefinition,
  exampleRelatedIds: (id) => [{ entity: "custom_field_definition", id }],
  types: {
    "custom_field_definition.created": {
      description: "A custom field was defined.",
      example: { payload: customFieldDefinition },
    },
    "custom_field_definition.updated": {
      description: "The definition of a custom field was changed.",
      example: { payload: { ...customFieldDefinition, revision: 2 }, before: { required: false } },
    },
  },
});
