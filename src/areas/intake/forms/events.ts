import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { changedForm, draftForm, publishedForm } from "./examples.ts";
import { IntakeForm } from "./schema.ts";

export const formEvents = defineEvents({
  entity: "intake_form",
  area: "intake",
  scope: "intake:read",
  payload: IntakeForm,
  exampleRelatedIds: (id) => [{ entity: "intake_form", id }],
  types: {
    "intake_form.created": { description: "An intake form was created.", example: { payload: draftForm } },
    "intake_form.updated": {
      description: "The draft of an intake form was changed.",
      example: { payload: changedForm, before: { name: draftForm.name } },
    },
    "intake_form.published": {
      description: "A version of an intake form was published.",
      example: {
        payload: publishedForm,
        before: { status: "draft", publishedVersion: null, publishedAt: null, isChanged: true },
      },
    },
  },
});
