import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { PartnerFirm } from "./schema.ts";

export const partnerFirm = exampleRecord(PartnerFirm, {
  id: "pfm_01kjp8z1a3c5e7g9j1m3p5r7t9",
  organizationId: ids.organizationId,
  kind: "external",
  contactId: "con_01kjp8z2b4d6f8h0k2n4q6s8v0",
  name: "Castillo Trial Group",
  attorneyName: "Renata Castillo",
  email: "referrals@castillo.example",
  phone: "+1 210 555 0177",
  states: ["TX"],
  caseTypes: ["truck_accident", "medical_malpractice"],
  status: "active",
  defaultTerms: {
    type: "percentage_of_fee",
    rate: { numerator: 1, denominator: 3 },
    flatCents: null,
    basis: "joint_responsibility",
    workSplit: null,
    jurisdiction: null,
    writtenAgreementOn: null,
    updatesEveryDays: 90,
  },
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

const numbers = { sent: 9, received: 2, accepted: 7, engaged: 6, feesDueCents: 4_182_333, feesPaidCents: 2_849_000 };

const ofFirm = { partnerFirmId: partnerFirm.id };
const { kind, contactId, name, attorneyName, email, phone, states, caseTypes, defaultTerms } = partnerFirm;

export const partnerFirmExamples = {
  "partnerFirms.list": {
    parameters: { status: "active" },
    response: { partnerFirms: [partnerFirm], nextCursor: null },
  },
  "partnerFirms.create": {
    body: { kind, contactId, name, attorneyName, email, phone, states, caseTypes, defaultTerms },
    response: { partnerFirm },
  },
  "partnerFirms.get": { parameters: ofFirm, response: { partnerFirm: { ...partnerFirm, numbers } } },
  "partnerFirms.update": {
    parameters: ofFirm,
    body: { phone: "+1 210 555 0198" },
    response: { partnerFirm: { ...partnerFirm, phone: "+1 210 555 0198", revision: 2 } },
  },
} satisfies Record<string, OperationExample>;
