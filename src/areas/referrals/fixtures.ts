import type { Values } from "../../../prisma/seed/builders/records.ts";
import {
  buildReferralDocument,
  buildReferralHistory,
  buildReferralPayout,
  buildReferralUpdate,
} from "../../../prisma/seed/builders/referrals.ts";
import {
  anInstant,
  asRead,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../testing/harness/requests/example-request.ts";
import { changeRow, deleteRow, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import { createDocument } from "../documents/fixtures.records.ts";
import { document as exampleDocument } from "../documents/examples.ts";
import { partnerFirmScenarios } from "./partner-firms/fixtures.ts";
import {
  createReferral,
  due,
  engaged,
  referralScenarios,
  touchReferral,
  type CreatedReferral,
} from "./referrals/fixtures.ts";

/** A referral with $8,000.00 paid of its fee, and a row in every table below it. */
export async function createPaidReferral(tenant: TestTenant): Promise<CreatedReferral & { payoutId: string }> {
  const { organizationId } = tenant;
  const created = await createReferral(tenant, {
    ...due,
    // Of a copy of its case there is none: the lists are tested with many.
    status: "closed",
    outcome: "won_settled",
    closedOn: "2026-03-14",
    feeStatus: "partially_paid",
    paidCents: 800_000,
  });
  const { referralId } = created;
  const payout = buildReferralPayout({ organizationId, referralId });
  const { documentId } = await createDocument(tenant, { caseId: created.caseId });
  await insertFor(tenant, {
    ReferralUpdate: buildReferralUpdate({ organizationId, referralId }),
    ReferralPayout: payout,
    ReferralDocument: buildReferralDocument({ organizationId, referralId, documentId }),
    ReferralHistory: buildReferralHistory({ organizationId, referralId }),
  });
  return { ...created, payoutId: payout.id };
}

export async function createReferralRows(tenant: TestTenant): Promise<void> {
  await createPaidReferral(tenant);
  await insertFor(tenant, {
    ReferralProfile: { organizationId: tenant.organizationId, displayName: "Okafor & Lindqvist LLP" },
  });
}

const listed: Scenario = asRead(async (tenant) => {
  const { referralId, caseId } = await createPaidReferral(tenant);
  return { pathValues: { referralId }, revision: null, remove: () => deleteRow(tenant, "Case", caseId) };
});

/** A request that adds a record below a referral, which its event names. */
const onReferralWith =
  (values: Partial<Values<"Referral">>, key: string, entity: string, more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const created = await createReferral(tenant, values);
    const { referralId, caseId } = created;
    return {
      pathValues: { referralId },
      remove: () => deleteRow(tenant, "Case", caseId),
      change: () => changeRow(tenant, "Referral", referralId, { notes: "Changed" }),
      touched: (response) => touchReferral(created, referralId, { entity, id: readId(response, key) }),
      recordIn: null,
      ...more,
    };
  };

const readDocuments = (response: ResponseBody) => response["documents"] as { id: string }[];

const later = { from: null, to: anInstant };

export const referralAreaScenarios = {
  ...partnerFirmScenarios,
  ...referralScenarios,
  "referrals.updates.list": listed,
  "referrals.updates.create": onReferralWith(engaged, "update", "referral_update", {
    diff: {
      lastUpdateAt: later,
      nextUpdateDueOn: {
        from: engaged.nextUpdateDueOn,
        to: { asymmetricMatch: (value: unknown) => typeof value === "string" },
      },
    },
  }),
  "referrals.documents.list": listed,
  "referrals.documents.create": async (tenant) => {
    const created = await createReferral(tenant, engaged);
    const { referralId, caseId } = created;
    const { documentId } = await createDocument(tenant, { caseId });
    return {
      pathValues: { referralId },
      ownValues: { [exampleDocument.id]: documentId },
      dataScopes: ["documents:read"],
      remove: () => deleteRow(tenant, "Case", caseId),
      change: () => changeRow(tenant, "Referral", referralId, { notes: "Changed" }),
      touched: (response) =>
        touchReferral(
          created,
          referralId,
          { entity: "referral_document", id: readDocuments(response)[0]?.id ?? "" },
          { entity: "document", id: documentId },
        ),
      recordIn: null,
      diff: {},
    };
  },
  "referrals.payouts.list": listed,
  "referrals.payouts.create": onReferralWith(due, "payout", "referral_payout", {
    diff: ({ amountCents }) => ({
      feeStatus: { from: "due", to: "partially_paid" },
      paidCents: { from: 0, to: amountCents },
    }),
  }),
  "referrals.payouts.transition": async (tenant) => {
    const created = await createPaidReferral(tenant);
    const { referralId, payoutId, caseId } = created;
    return {
      pathValues: { referralId, payoutId },
      revision: 1,
      remove: () => deleteRow(tenant, "Case", caseId),
      change: () => changeRow(tenant, "Referral", referralId, { notes: "Changed" }),
      touched: () => touchReferral(created, referralId, { entity: "referral_payout", id: payoutId }),
      alsoEmits: ["referral.payout_confirmed"],
      recordIn: null,
      diff: {},
    };
  },
  "referrals.history.list": listed,
} satisfies Record<string, Scenario>;
