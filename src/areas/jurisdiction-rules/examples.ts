import { ids, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { defaultRules } from "./domain.notation.ts";
import { JurisdictionRule } from "./schema.ts";

export const jurisdictionRule = JurisdictionRule.parse({
  ...defaultRules.get("limitation.pa.personal_injury"),
  id: "jur_01kjp8v6s0b3d5f7h9k1m3p5t1",
  verification: "verified",
  verifiedBy: { id: ids.attorneyId, firstName: "Margaret", lastName: "Okafor" },
  verifiedAt: times.now,
  revision: 1,
  updatedAt: times.now,
});

export const jurisdictionRuleExamples = {
  "jurisdictionRules.list": {
    parameters: { jurisdiction: "PA", claim: "personal_injury" },
    response: { nextCursor: null, jurisdictionRules: [jurisdictionRule] },
  },
} satisfies Record<string, OperationExample>;
