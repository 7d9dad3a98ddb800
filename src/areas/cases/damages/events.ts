import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase, times } from "../../../contract/examples/example-story.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { damage } from "./examples.ts";
import { DamageInEvent, type Damage } from "./schema.ts";

const shown = (record: Damage) => redactMembers(record, ["notes"]);

export const damageEvents = defineEvents({
  entity: "damage",
  area: "cases",
  scope: "cases:read",
  payload: DamageInEvent,
  exampleRelatedIds: relateToCase,
  types: {
    "damage.created": {
      description: "A damage of a case was recorded. Notes in events of damages read `[redacted]`.",
      example: { payload: shown(damage) },
    },
    "damage.updated": {
      description: "A damage of a case was changed.",
      example: { payload: shown({ ...damage, amountCents: 1_050_000, revision: 2 }), before: { amountCents: 980_000 } },
    },
    "damage.deleted": {
      description: "A damage of a case was deleted.",
      example: { payload: shown({ ...damage, revision: 2, deletedAt: times.now }), before: { deletedAt: null } },
    },
  },
});
