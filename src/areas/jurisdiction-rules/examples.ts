import { ids, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import type { JurisdictionRule } from "./schema.ts";

export const jurisdictionRule = {
  id: "jur_01kjp8v6s0b3d5f7h9k1m3p5t1",
  key: "limitation.pa.personal_injury",
  kind: "limitation",
  jurisdiction: "PA",
  rule: {
    type: "statute_of_limitations", claim: "personal_injury", period: { years: 2, months: 0, days: 0 }, from: "incident", discovery: "none", discoveryPeriod: null, repose: null,
    effectiveFrom: null, effectiveUntil: null, direction: "after", rollRule: "none", entity: null,
  },
  citation: "42 Pa.C.S. § 5524(2)",
  summary: "2 years from the incident",
  source: "default",
  verification: "verified",
  verifiedBy: { id: ids.attorneyId, firstName: "Margaret", lastName: "Okafor" },
  verifiedAt: times.now,
  asOf: "2025-06",
  note: null,
  revision: 1,
  updatedAt: times.now,
} satisfies JurisdictionRule;

export const jurisdictionRuleExamples = {
  "jurisdictionRules.list": { parameters: { jurisdiction: "PA", claim: "personal_injury" }, response: { jurisdictionRules: [jurisdictionRule] } },
} satisfies Record<string, OperationExample>;
