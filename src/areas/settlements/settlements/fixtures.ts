import type { Values } from "../../../../prisma/seed/builders/records.ts";
import {
  buildSettlement,
  buildSettlementPayer,
  buildSettlementShare,
} from "../../../../prisma/seed/builders/settlements.ts";
import { createCase, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createNamedContact } from "../../cases/parties/fixtures.ts";

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
