import { defineEvents } from "../../contract/events/event-declaration.ts";
import { times } from "../../contract/examples/example-story.ts";
import { jurisdictionRule } from "./examples.ts";
import { JurisdictionRule } from "./schema.ts";

const { verification, verifiedBy, verifiedAt } = jurisdictionRule;
const unverified = { verification: "unverified", verifiedBy: null, verifiedAt: null } as const;

export const jurisdictionRuleEvents = defineEvents({
  entity: "jurisdiction_rule",
  area: "deadlines",
  scope: "org:read",
  payload: JurisdictionRule,
  exampleRelatedIds: (id) => [{ entity: "jurisdiction_rule", id }],
  types: {
    "jurisdiction_rule.updated": {
      description: "The firm wrote its own text for a rule, stopped using one, or took its verification back.",
      example: {
        payload: {
          ...jurisdictionRule,
          ...unverified,
          source: "organization",
          note: "Checked against the session laws.",
          revision: 2,
          updatedAt: times.now,
        },
        before: { source: "default", note: null, verification, verifiedBy, verifiedAt },
      },
    },
    "jurisdiction_rule.verified": {
      description: "An attorney of the firm verified a rule.",
      example: { payload: jurisdictionRule, before: unverified },
    },
  },
});
