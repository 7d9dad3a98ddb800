import { buildFeeAgreement } from "../../../../prisma/seed/builders/settlements.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { asRead, anActor, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import {
  changeRow,
  createCase,
  deleteRow,
  insertFor,
  relateCase,
  type TestTenant,
} from "../../../testing/harness/tenant.ts";
import { createCaseDocument } from "../../medical/fixtures.records.ts";
import { feeAgreement as exampleAgreement } from "./examples.ts";

export interface CreatedFeeAgreement {
  feeAgreementId: string;
  caseId: string;
  clientId: string;
  documentId: string;
}

/** A third, 40% after suit, of a new case. */
export async function createFeeAgreement(
  tenant: TestTenant,
  values: Partial<Values<"FeeAgreement">> = {},
): Promise<CreatedFeeAgreement> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant, { caseState: "TX" });
  const documentId = await createCaseDocument(tenant, caseId);
  const agreement = buildFeeAgreement({ organizationId, caseId, documentId, ...values });
  await insertFor(tenant, { FeeAgreement: agreement });
  return { feeAgreementId: agreement.id, caseId, clientId, documentId };
}

const onAgreement: Scenario = async (tenant) => {
  const created = await createFeeAgreement(tenant);
  const { feeAgreementId: id, caseId, documentId } = created;
  return {
    pathValues: { caseId },
    ownValues: { [exampleAgreement.documentId]: documentId },
    revision: 1,
    // It is gone with its case.
    remove: () => deleteRow(tenant, "Case", caseId),
    change: () => changeRow(tenant, "FeeAgreement", id, { notes: "Changed" }),
    touched: () => ({ entity: "fee_agreement", id, relatedIds: relateCase(created) }),
    diff: {
      triggersReached: { from: [], to: [{ trigger: "suit_filed", on: "2026-03-02", documentId: null }] },
      createdBy: { from: { type: "system", id: "system", name: "Caseport" }, to: anActor },
    },
  };
};

export const feeAgreementScenarios = {
  "cases.feeAgreement.get": asRead(onAgreement),
  "cases.feeAgreement.set": onAgreement,
} satisfies Record<string, Scenario>;
