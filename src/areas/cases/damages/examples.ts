import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { Damage } from "./schema.ts";

const { organizationId, caseId } = ids;

export const damage = exampleRecord(Damage, {
  id: "dmg_01kjp8y1d3f5h7k9n1p3r5t7w9",
  organizationId,
  caseId,
  category: "lost_wages_past",
  kind: "special",
  amountCents: 980_000,
  isEstimate: false,
  startOn: "2026-01-05",
  endOn: "2026-03-15",
  basis: "70 days at $980.00 a week",
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

const ofDamage = { caseId, damageId: damage.id };

export const damageExamples = {
  "cases.damages.list": { parameters: { caseId }, response: { damages: [damage], nextCursor: null } },
  "cases.damages.create": {
    parameters: { caseId },
    body: {
      category: damage.category,
      amountCents: damage.amountCents,
      startOn: damage.startOn,
      endOn: damage.endOn,
      basis: damage.basis,
    },
    response: { damage },
  },
  "cases.damages.update": {
    parameters: ofDamage,
    body: { amountCents: 1_050_000, basis: "75 days at $980.00 a week" },
    response: { damage: { ...damage, amountCents: 1_050_000, basis: "75 days at $980.00 a week", revision: 2 } },
  },
  "cases.damages.delete": { parameters: ofDamage, response: {} },
  "cases.damagesSummary.get": {
    parameters: { caseId },
    response: {
      damagesSummary: {
        categories: [
          { category: "lost_wages_past", kind: "special", amountCents: 980_000 },
          { category: "pain_suffering", kind: "general", amountCents: 6_000_000 },
        ],
        medicalBilledCents: 4_781_095,
        specialCents: 5_761_095,
        generalCents: 6_000_000,
        punitiveCents: 0,
        totalCents: 11_761_095,
        medicalIncluded: true,
      },
    },
  },
} satisfies Record<string, OperationExample>;
