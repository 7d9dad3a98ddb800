import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, matter, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { Lien } from "./schema.ts";

/** Medicare's lien on the settlement of the story: worked example A of the arithmetic. */
export const lien = exampleRecord(Lien, {
  id: "lien_01kjp8y3f5h7k9n1p3r5t7w9y1",
  organizationId: ids.organizationId,
  case: { id: ids.caseId, sequenceId: matter.sequenceId },
  type: "medicare",
  lienholder: { id: "con_01kf3mc3s6v8x0z2b4d6f8h0k2", name: "Benefits Coordination & Recovery Center" },
  medicalBillIds: [],
  noticeReceivedOn: "2026-02-20",
  unrelatedCents: 0,
  paidCents: 0,
  status: "identified",
  availableTransitions: ["asserted", "waived", "withdrawn"],
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
});

export const assertedLien = {
  ...lien,
  assertedCents: 1_248_000,
  auditedCents: 1_248_000,
  status: "asserted",
  availableTransitions: ["disputed", "negotiating", "final", "waived", "withdrawn"],
  revision: 2,
} satisfies Lien;

export const negotiatedLien = {
  ...assertedLien,
  status: "negotiating",
  availableTransitions: ["disputed", "final", "waived", "withdrawn"],
  revision: 3,
} satisfies Lien;

export const finalLien = {
  ...negotiatedLien,
  finalCents: 779_365,
  finalOn: "2026-03-12",
  finalMethod: "procurement_42cfr411",
  finalLetterDocumentId: "doc_01kjp8y4g6j8m0q2s4v6x8z1b3",
  savingsCents: 468_635,
  status: "final",
  availableTransitions: ["negotiating", "waived", "withdrawn"],
  revision: 4,
} satisfies Lien;

export const paidLien = {
  ...finalLien,
  paidCents: 779_365,
  status: "paid",
  availableTransitions: ["released"],
  revision: 5,
} satisfies Lien;

const ofLien = { lienId: lien.id };

export const lienExamples = {
  "liens.list": { parameters: { status: "asserted" }, response: { liens: [assertedLien], nextCursor: null } },
  "cases.liens.create": {
    parameters: { caseId: ids.caseId },
    body: {
      type: lien.type,
      lienholderContactId: lien.lienholder.id,
      noticeReceivedOn: lien.noticeReceivedOn,
    },
    response: { lien },
  },
  "liens.get": { parameters: ofLien, response: { lien: finalLien } },
  "liens.update": {
    parameters: ofLien,
    body: { payByOn: "2026-05-11" },
    response: { lien: { ...lien, payByOn: "2026-05-11", revision: 2 } },
  },
  "liens.transition": {
    parameters: ofLien,
    body: { status: "asserted", assertedCents: assertedLien.assertedCents },
    response: { lien: assertedLien },
  },
} satisfies Record<string, OperationExample>;
