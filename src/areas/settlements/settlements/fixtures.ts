import type { Values } from "../../../../prisma/seed/builders/records.ts";
import {
  buildFeeAgreement,
  buildSettlement,
  buildSettlementPayer,
  buildSettlementShare,
} from "../../../../prisma/seed/builders/settlements.ts";
import { asRead, readId, type Arrangement, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import {
  changeRow,
  createCase,
  deleteRow,
  insertFor,
  relateCase,
  type TestTenant,
} from "../../../testing/harness/tenant.ts";
import { changeShown } from "../../../testing/harness/tenant-requests.ts";
import { createNamedContact } from "../../cases/parties/fixtures.ts";
import { createCaseDocument } from "../../medical/fixtures.records.ts";
import { settlement as exampleSettlement } from "./examples.ts";

export interface CreatedSettlement {
  settlementId: string;
  payerId: string;
  shareId: string;
  caseId: string;
  clientId: string;
}

interface Given {
  settlement?: Partial<Values<"Settlement">>;
  payer?: Partial<Values<"SettlementPayer">>;
  share?: Partial<Values<"SettlementShare">>;
}

/** A draft of a settlement for $100,000.00 in a case of its own: a contact pays all of it to the case's client. */
export async function createSettlement(
  tenant: TestTenant,
  { settlement = {}, payer = {}, share = {} }: Given = {},
): Promise<CreatedSettlement> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const contactId = await createNamedContact(tenant, "Acme Insurance");
  const made = buildSettlement({ organizationId, caseId, ...settlement });
  const ofSettlement = { organizationId, settlementId: made.id };
  const madePayer = buildSettlementPayer({ ...ofSettlement, contactId, ...payer });
  const madeShare = buildSettlementShare({ ...ofSettlement, ...share });
  await insertFor(tenant, { Settlement: made, SettlementPayer: madePayer, SettlementShare: madeShare });
  return { settlementId: made.id, payerId: madePayer.id, shareId: madeShare.id, caseId: made.caseId, clientId };
}

const touch = (ofCase: { caseId: string; clientId: string }, id: string) => ({
  entity: "settlement",
  id,
  relatedIds: relateCase(ofCase),
});

/** A draft that can be agreed on: the case has a fee agreement, and its client consents. */
export async function createAgreeable(tenant: TestTenant, given: Given = {}): Promise<CreatedSettlement> {
  const created = await createSettlement(tenant, given);
  const { caseId, shareId } = created;
  const [documentId, consentDocumentId] = [
    await createCaseDocument(tenant, caseId),
    await createCaseDocument(tenant, caseId),
  ];
  const agreement = buildFeeAgreement({ organizationId: tenant.organizationId, caseId, documentId });
  await insertFor(tenant, { FeeAgreement: agreement });
  await changeRow(tenant, "SettlementShare", shareId, { consentOn: "2026-03-12", consentDocumentId });
  return created;
}

/** A request about a settlement that there is. It is gone with its case alone. */
const onSettlement =
  (make: (tenant: TestTenant) => Promise<CreatedSettlement>, more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const created = await make(tenant);
    const { settlementId, caseId } = created;
    return {
      pathValues: { settlementId },
      revision: 1,
      remove: () => deleteRow(tenant, "Case", caseId),
      change: () => changeRow(tenant, "Settlement", settlementId, { terms: "Changed" }),
      touched: () => touch(created, settlementId),
      ...more,
    };
  };

export const settlementScenarios = {
  "settlements.list": async (tenant) => {
    await createSettlement(tenant);
    return { query: { sort: "oldest" } };
  },
  "cases.settlements.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    const [payer] = exampleSettlement.payers;
    const [share] = exampleSettlement.shares;
    return {
      pathValues: { caseId: ofCase.caseId },
      ownValues: {
        [payer?.contactId ?? ""]: await createNamedContact(tenant, "Lone Star Mutual"),
        [share?.consentDocumentId ?? ""]: await createCaseDocument(tenant, ofCase.caseId),
      },
      remove: () => deleteRow(tenant, "Case", ofCase.caseId),
      change: changeShown(tenant, "Settlement", "settlement", { terms: "Changed" }),
      touched: (response) => touch(ofCase, readId(response, "settlement")),
      diff: {},
    };
  },
  "settlements.get": asRead(onSettlement(createSettlement, {})),
  "settlements.calculate": asRead(onSettlement(createAgreeable, {})),
  "settlements.update": onSettlement(createSettlement, {
    diff: ({ title }) => ({ title: { from: null, to: title } }),
  }),
  "settlements.transition": onSettlement(createAgreeable, {
    emitsBefore: ["document.updated", "case.updated"],
    alsoEmits: ["settlement.agreed"],
    diff: ({ agreedOn }) => ({
      status: { from: "draft", to: "agreed" },
      availableTransitions: { from: ["agreed", "voided"], to: ["fell_through", "voided"] },
      agreedOn: { from: null, to: agreedOn },
      feeTrigger: { from: null, to: "pre_suit" },
    }),
  }),
} satisfies Record<string, Scenario>;
