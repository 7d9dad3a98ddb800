import type { EventType } from "../../src/contract/events/event-types.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { buildContact, buildContactLines } from "./builders/contacts.ts";
import { buildPartnerFirm, buildReferral, buildReferralHistory, teaser } from "./builders/referrals.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { describeActor } from "./history.ts";
import { hourMilliseconds, toDay, toInstant } from "./random.ts";

/** The next number of a referral in a year: `REF-2026-00007`. */
export function nextReferralNumber({ rows }: Firm, year: string): string {
  const number = rows.Referral.filter(({ sequenceId }) => sequenceId.startsWith(`REF-${year}`)).length + 1;
  return `REF-${year}-${String(number).padStart(5, "0")}`;
}

/** A law firm among the contacts, which refers matters and takes them over. */
export function addLawFirm({ organizationId, add }: Firm, name: string, at: number): Row<"Contact"> {
  const { Contact: contact } = add({
    Contact: buildContact({ organizationId, name, companyName: name, createdAt: toInstant(at) }),
  });
  add(buildContactLines(contact, ["referring_attorney"]));
  return contact;
}

/** What a firm that works elsewhere learns of a lead or a case. */
export const describeMatter = (matter: { caseType: string | null; dateOfIncident: string | null }, state: string) => ({
  ...teaser,
  caseType: matter.caseType ?? teaser.caseType,
  caseState: state,
  summary: "Injured by another's negligence; in treatment, and liability is likely to be disputed.",
  incidentCounty: null,
  dateOfIncident: matter.dateOfIncident,
});

/**
 * The referral of a case that a firm elsewhere sent when it was opened: for a third of the fee, which the settlement's
 * statement pays.
 */
export function addReferringFirm(firm: Firm, firmCase: FirmCase): Row<"Referral"> {
  const { organizationId, definition, add, history, actor, plainActor } = firm;
  const { row: ofCase } = firmCase;
  const at = Date.parse(`${ofCase.openedOn ?? ""}T17:00:00Z`);
  const day = toDay(at);
  const company = addLawFirm(firm, "Whitcomb Hale LLP", at - 2 * hourMilliseconds);
  const { PartnerFirm: partner } = add({
    PartnerFirm: buildPartnerFirm({
      organizationId,
      contactId: company.id,
      name: company.name,
      createdBy: describeActor(plainActor),
      createdAt: toInstant(at - hourMilliseconds),
    }),
  });
  const ofPartner = { entity: "partner_firm", id: partner.id };
  history.recordCreation(
    "partner_firm.created",
    partner,
    [ofPartner, { entity: "contact", id: company.id }],
    plainActor,
  );
  const { Referral: referral } = add({
    Referral: buildReferral({
      organizationId,
      partnerFirmId: partner.id,
      caseId: ofCase.id,
      sequenceId: nextReferralNumber(firm, day.slice(0, 4)),
      direction: "inbound",
      status: "under_review",
      teaser: describeMatter(ofCase, definition.states[0]),
      sharingConsentOn: day,
      statusChangedAt: toInstant(at),
      createdAt: toInstant(at),
    }),
  });
  const relatedIds = [ofPartner, ...relateToCase(firmCase)];
  const remember = (action: string, on: number) =>
    add({
      ReferralHistory: buildReferralHistory({
        organizationId,
        referralId: referral.id,
        action,
        status: referral.status,
        feeStatus: referral.feeStatus,
        actor: describeActor(actor),
        createdAt: toInstant(on),
      }),
    });
  history.recordCreation("referral.created", referral, relatedIds, actor);
  remember("created", at);
  const steps: readonly [EventType, Partial<Row<"Referral">>][] = [
    ["referral.accepted", { status: "accepted", acceptedAt: toInstant(at + hourMilliseconds), termsAcceptedOn: day }],
    ["referral.consent_recorded", { consentedOn: day, consentTermsRevision: 1, consentObtainedBy: "originating" }],
    ["referral.engaged", { status: "engaged", engagedOn: day, feeStatus: "agreed" }],
  ];
  for (const [place, [eventType, columns]] of steps.entries()) {
    const on = at + (place + 1) * hourMilliseconds;
    const moved = "status" in columns ? { statusChangedAt: toInstant(on) } : {};
    history.recordChange(eventType, referral, { ...columns, ...moved }, { at: on, relatedIds, actor });
    remember(eventType.slice("referral.".length), on);
  }
  return referral;
}

/** The client approved a statement: the fee of the referral is what it says. */
export function stateReferralFee(
  { history, actor }: Firm,
  firmCase: FirmCase,
  {
    referral,
    totalFeeCents,
    dueCents,
    at,
  }: { referral: Row<"Referral">; totalFeeCents: number; dueCents: number; at: number },
): void {
  const relatedIds = [{ entity: "partner_firm", id: referral.partnerFirmId }, ...relateToCase(firmCase)];
  const columns = { totalFeeCents, referralFeeDueCents: dueCents, feeStatus: "due" };
  history.recordChange("referral.fee_stated", referral, columns, { at, relatedIds, actor });
}
