import { newId, type Values } from "../../../../prisma/seed/builders/records.ts";
import { buildReferral } from "../../../../prisma/seed/builders/referrals.ts";
import {
  anInstant,
  asRead,
  readId,
  aDay,
  anything,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import {
  changeRow,
  createCase,
  deleteRow,
  insertFor,
  relateCase,
  type TestTenant,
} from "../../../testing/harness/tenant.ts";
import { changeShown } from "../../../testing/harness/tenant-requests.ts";
import { createLead } from "../../leads/fixtures.ts";
import { createPartnerFirm } from "../partner-firms/fixtures.ts";
import { referral as exampleReferral } from "./examples.ts";

export interface CreatedReferral {
  referralId: string;
  partnerFirmId: string;
  caseId: string;
  clientId: string;
}

const newNumber = () => `REF-2026-${newId("referral").slice(-6)}`;

/** A draft that refers a case of its own to a firm elsewhere. */
export async function createReferral(
  tenant: TestTenant,
  values: Partial<Values<"Referral">> = {},
): Promise<CreatedReferral> {
  const { organizationId } = tenant;
  const ofCase = await createCase(tenant);
  const partnerFirmId = values.partnerFirmId ?? (await createPartnerFirm(tenant)).partnerFirmId;
  const referral = buildReferral({
    organizationId,
    sequenceId: newNumber(),
    caseId: values.leadId === undefined ? ofCase.caseId : null,
    ...values,
    partnerFirmId,
  });
  await insertFor(tenant, { Referral: referral });
  return { referralId: referral.id, partnerFirmId, ...ofCase };
}

/** What a referral is that was sent. */
export const sent = { status: "sent", sentAt: "2026-03-14T15:00:00Z", expiresAt: "2099-03-21T15:00:00Z" } as const;

/** What a referral is whose client signed with the handling firm, with their consent to the terms. */
export const engaged = {
  ...sent,
  status: "engaged",
  acceptedAt: "2026-03-15T15:00:00Z",
  engagedOn: "2026-03-20",
  feeStatus: "agreed",
  termsAcceptedOn: "2026-03-15",
  consentedOn: "2026-03-13",
  consentTermsRevision: 1,
  consentObtainedBy: "originating",
  nextUpdateDueOn: "2099-06-18",
} as const;

/** What a referral is whose fee is stated: $13,333.33 of $40,000.00 are due. */
export const due = {
  ...engaged,
  feeStatus: "due",
  totalFeeCents: 4_000_000,
  referralFeeDueCents: 1_333_333,
} as const;

/** The event's record and what it points to: a record below it at last. */
export const touchReferral = (
  { partnerFirmId, caseId, clientId }: Omit<CreatedReferral, "referralId">,
  id: string,
  ...below: { entity: string; id: string }[]
) => ({
  entity: "referral",
  id,
  relatedIds: [{ entity: "partner_firm", id: partnerFirmId }, ...relateCase({ caseId, clientId }), ...below],
});

/** A request about a referral that there is. It is gone with its case alone. */
export const onReferral =
  (values: Partial<Values<"Referral">>, more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const created = await createReferral(tenant, values);
    const { referralId, caseId } = created;
    return {
      pathValues: { referralId },
      revision: 1,
      remove: () => deleteRow(tenant, "Case", caseId),
      change: () => changeRow(tenant, "Referral", referralId, { notes: "Changed" }),
      touched: () => touchReferral(created, referralId),
      ...more,
    };
  };

/** Of a change of the status. */
const moved = (from: string, to: string) => ({
  status: { from, to },
  statusChangedAt: { from: anInstant, to: anInstant },
  availableTransitions: { from: anything, to: anything },
});

export const referralScenarios = {
  "referrals.list": async (tenant) => {
    await createReferral(tenant);
    return { query: { sort: "oldest" } };
  },
  "referrals.create": async (tenant) => {
    const { partnerFirmId } = await createPartnerFirm(tenant);
    const leadId = await createLead(tenant, { status: "qualified" });
    return {
      ownValues: { [exampleReferral.partnerFirm.id]: partnerFirmId, [exampleReferral.leadId]: leadId },
      change: changeShown(tenant, "Referral", "referral", { notes: "Changed" }),
      touched: (response) => ({
        entity: "referral",
        id: readId(response, "referral"),
        relatedIds: [
          { entity: "partner_firm", id: partnerFirmId },
          { entity: "lead", id: leadId },
        ],
      }),
      standsAlone: true,
      diff: {},
    };
  },
  "referrals.get": asRead(onReferral({}, {})),
  "referrals.update": onReferral({}, { diff: { notes: { from: null, to: "[redacted]" } } }),
  "referrals.send": onReferral(
    {},
    {
      dataScopes: ["cases:read", "clients:read"],
      emitsBefore: ["case.updated"],
      diff: {
        ...moved("draft", "sent"),
        sentAt: { from: null, to: anInstant },
        expiresAt: { from: null, to: anInstant },
        responseDueOn: { from: null, to: aDay },
        warnings: { from: [], to: anything },
      },
    },
  ),
  "referrals.accept": onReferral(sent, {
    emitsBefore: ["case.updated", "case.status_changed"],
    diff: ({ handlingAttorneyName }) => ({
      ...moved("sent", "accepted"),
      acceptedAt: { from: null, to: anInstant },
      terms: { from: anything, to: anything },
      handlingAttorneyName: { from: null, to: handlingAttorneyName },
    }),
  }),
  "referrals.transition": onReferral(sent, {
    alsoEmits: ["referral.status_changed"],
    diff: moved("sent", "under_review"),
  }),
  "referrals.feeTerms.set": onReferral(sent, {
    alsoEmits: ["referral.terms_proposed"],
    diff: { terms: { from: anything, to: anything } },
  }),
  "referrals.clientConsent.set": onReferral(sent, { diff: { clientConsent: { from: null, to: anything } } }),
  "referrals.fee.set": onReferral(engaged, {
    diff: ({ totalFeeCents, settlementAmountCents }) => ({
      feeStatus: { from: "agreed", to: "due" },
      totalFeeCents: { from: null, to: totalFeeCents },
      settlementAmountCents: { from: null, to: settlementAmountCents },
      referralFeeDueCents: { from: null, to: 1_333_333 },
    }),
  }),
  "referrals.fee.transition": onReferral(due, {
    alsoEmits: ["referral.fee_disputed"],
    diff: { feeStatus: { from: "due", to: "disputed" } },
  }),
} satisfies Record<string, Scenario>;
