import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { buildSettlementPayer, buildSettlementShare } from "../../../../prisma/seed/builders/settlements.ts";
import { createId } from "../../../platform/database/ids.ts";
import { changeRow, createCase, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createExpense } from "../../billing/expenses/fixtures.ts";
import { createNamedContact } from "../../cases/parties/fixtures.ts";
import { createCaseDocument } from "../../medical/fixtures.records.ts";
import { createFeeAgreement } from "../fee-agreements/fixtures.ts";
import { createLien } from "../liens/fixtures.ts";
import { createSettlement } from "../settlements/fixtures.ts";

type Rate = { basisPoints: number } | { numerator: number; denominator: number };

/** A settlement as the worked examples give it. Amounts are US cents. */
export interface Arranged {
  /** Of the shares; the first is the client's. */
  grossCents?: readonly number[];
  rate?: Rate;
  base?: "gross" | "net_of_costs";
  /** What the firm paid. */
  costs?: readonly number[];
  /** Of the client; without a final amount it is asserted. */
  liens?: readonly { type: string; assertedCents: number; finalCents?: number }[];
  /** What a payer pays on which no fee is due. */
  exemptCents?: number;
  case?: Partial<Values<"Case">>;
  client?: Partial<Values<"Client">>;
  agreement?: Partial<Values<"FeeAgreement">>;
  settlement?: Partial<Values<"Settlement">>;
  payer?: Partial<Values<"SettlementPayer">>;
  share?: Partial<Values<"SettlementShare">>;
}

export interface ArrangedSettlement {
  caseId: string;
  clientId: string;
  settlementId: string;
  shareIds: string[];
  /** A PDF of the case. */
  documentId: string;
  expenseIds: string[];
  lienIds: string[];
}

const third: Rate = { numerator: 1, denominator: 3 };

/** A settlement that was agreed on, with what its statements rest on. */
export async function arrangeSettlement(tenant: TestTenant, given: Arranged = {}): Promise<ArrangedSettlement> {
  const { grossCents = [10_000_000], rate = third, base = "gross", exemptCents = 0 } = given;
  const tiers = [{ trigger: "pre_suit", rate, brackets: null, capCents: null }];
  const { caseId, clientId, documentId } = await createFeeAgreement(tenant, { base, tiers, ...given.agreement });
  if (given.case !== undefined) await changeRow(tenant, "Case", caseId, given.case);
  if (given.client !== undefined) await changeRow(tenant, "Client", clientId, given.client);
  const whole = grossCents.reduce((sum, cents) => sum + cents, 0);
  const { settlementId, shareId } = await createSettlement(tenant, {
    settlement: { caseId, status: "agreed", agreedOn: "2026-03-02", grossCents: whole, ...given.settlement },
    payer: { grossCents: whole - exemptCents, ...given.payer },
    share: { grossCents: grossCents[0] ?? 0, ...given.share },
  });
  const shareIds = [shareId, ...(await addShares(tenant, { caseId, settlementId }, grossCents.slice(1)))];
  if (exemptCents > 0) await addExemptPayer(tenant, settlementId, exemptCents);
  const expenseIds: string[] = [];
  for (const paidCents of given.costs ?? []) {
    const paid = { caseId, status: "paid", amountCents: paidCents, paidCents };
    expenseIds.push((await createExpense(tenant, paid)).expenseId);
  }
  const lienIds: string[] = [];
  for (const lien of given.liens ?? []) lienIds.push(await addLien(tenant, { caseId, documentId }, lien));
  return { caseId, clientId, settlementId, shareIds, documentId, expenseIds, lienIds };
}

/** Shares of other claimants, who are parties of the case. */
async function addShares(
  tenant: TestTenant,
  { caseId, settlementId }: { caseId: string; settlementId: string },
  grossCents: readonly number[],
): Promise<string[]> {
  const { organizationId } = tenant;
  const shareIds: string[] = [];
  for (const [place, cents] of grossCents.entries()) {
    const contactId = await createNamedContact(tenant, `Claimant ${place + 2}`);
    const party = {
      organizationId,
      id: createId("caseParty"),
      caseId,
      contactId,
      role: "plaintiff",
      side: "plaintiff",
      isClient: true,
    };
    const share = buildSettlementShare({
      organizationId,
      settlementId,
      position: place + 2,
      claimantPartyId: party.id,
      grossCents: cents,
    });
    await insertFor(tenant, { CaseParty: party, SettlementShare: share });
    shareIds.push(share.id);
  }
  return shareIds;
}

async function addExemptPayer(tenant: TestTenant, settlementId: string, grossCents: number): Promise<void> {
  const contactId = await createNamedContact(tenant, "Property insurer");
  const payer = buildSettlementPayer({
    organizationId: tenant.organizationId,
    settlementId,
    position: 2,
    contactId,
    category: "property_damage",
    isFeeBearing: false,
    grossCents,
  });
  await insertFor(tenant, { SettlementPayer: payer });
}

/** A lien of the case's client. */
export async function addLien(
  tenant: TestTenant,
  { caseId, documentId }: { caseId: string; documentId: string },
  { type, assertedCents, finalCents }: NonNullable<Arranged["liens"]>[number],
): Promise<string> {
  const final =
    finalCents === undefined
      ? { status: "asserted" }
      : {
          status: "final",
          finalCents,
          finalOn: "2026-03-12",
          finalMethod: "negotiated",
          finalLetterDocumentId: documentId,
        };
  return (await createLien(tenant, { caseId, type, assertedCents, ...final })).lienId;
}

/** A PDF of a case of its own, of which nothing else is. */
export async function createOtherDocument(tenant: TestTenant): Promise<string> {
  return createCaseDocument(tenant, (await createCase(tenant)).caseId);
}
