import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { InsurancePolicy } from "./schema.ts";

const { organizationId, caseId } = ids;
const created = { revision: 1, createdAt: times.stage, updatedAt: times.stage } as const;

export const insurancePolicy = exampleRecord(InsurancePolicy, {
  id: "pol_01kf3md3s6v8x0z2b4d6f8h0k2",
  organizationId,
  caseId,
  side: "defendant",
  type: "commercial_auto",
  carrier: { id: "con_01kf3mc1s6v8x0z2b4d6f8h0k2", name: "Lone Star Mutual Insurance", type: "company" },
  adjuster: { id: "con_01kf3mc0s6v8x0z2b4d6f8h0k2", name: "Marta Kessler", type: "person" },
  policyNumber: "CA-7741-0029",
  claimNumber: "26-0119-4417",
  limitsStatus: "requested",
  limitsRequestedOn: "2026-02-16",
  coverageStatus: "pending",
  carrierHasLien: false,
  isPrimary: false,
  ...created,
});

const ofPolicy = { caseId, policyId: insurancePolicy.id };
const changed = { revision: 2, updatedAt: times.now };

export const policyExamples = {
  "cases.insurancePolicies.list": {
    parameters: { caseId, type: insurancePolicy.type },
    response: { insurancePolicies: [insurancePolicy], nextCursor: null },
  },
  "cases.insurancePolicies.get": { parameters: ofPolicy, response: { insurancePolicy } },
  "cases.insurancePolicies.create": {
    parameters: { caseId },
    body: {
      side: "defendant",
      type: "commercial_auto",
      carrierContactId: insurancePolicy.carrier.id,
      adjusterContactId: insurancePolicy.adjuster.id,
      policyNumber: insurancePolicy.policyNumber,
      claimNumber: insurancePolicy.claimNumber,
      limitsStatus: "requested",
      limitsRequestedOn: insurancePolicy.limitsRequestedOn,
    },
    response: { insurancePolicy },
  },
  "cases.insurancePolicies.update": {
    parameters: ofPolicy,
    body: { limitsStatus: "disclosed", limitsDisclosedOn: "2026-03-14" },
    response: {
      insurancePolicy: { ...insurancePolicy, limitsStatus: "disclosed", limitsDisclosedOn: "2026-03-14", ...changed },
    },
  },
  "cases.insurancePolicies.delete": { parameters: ofPolicy, response: {} },
} satisfies Record<string, OperationExample>;
