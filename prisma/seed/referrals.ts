import type { EventType } from "../../src/contract/events/event-types.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import {
  buildPartnerFirm,
  buildReferral,
  buildReferralHistory,
  buildReferralPayout,
  buildReferralUpdate,
} from "./builders/referrals.ts";
import type { Firm } from "./firm.ts";
import { describeActor } from "./history.ts";
import { dayMilliseconds, toDay, toInstant } from "./random.ts";
import { addLawFirm, describeMatter, nextReferralNumber } from "./referring-firm.ts";

const hour = dayMilliseconds / 24;
/** So many referrals a firm has at most. */
const maxReferrals = 20;

/** How far the referral of a lead is, by the lead's status. Of those that were referred out, in turn. */
const stages: Partial<Record<string, readonly Stage[]>> = {
  contacted: ["draft"],
  qualified: ["sent", "declined"],
  under_review: ["under_review"],
  referred_out: ["partially_paid", "overdue", "engaged", "accepted"],
};
type Stage = "draft" | "sent" | "under_review" | "declined" | "accepted" | "engaged" | "overdue" | "partially_paid";

/** Partner firms that work elsewhere, and referrals of leads to them. */
export function buildReferrals(firm: Firm): void {
  const { organizationId, definition, add, now } = firm;
  const createdAt = toInstant(now - 75 * dayMilliseconds);
  add({ ReferralProfile: { organizationId, displayName: definition.name, createdAt, updatedAt: createdAt } });
  const partners = addPartners(firm);
  const leads = firm.rows.Lead.filter(({ status, deletedAt }) => deletedAt === null && stages[status] !== undefined);
  const counts = new Map<string, number>();
  for (const [place, lead] of leads.slice(0, maxReferrals).entries()) {
    const partner = partners[place % partners.length];
    const possible = stages[lead.status] ?? [];
    const count = counts.get(lead.status) ?? 0;
    counts.set(lead.status, count + 1);
    const stage = possible[count % possible.length];
    if (partner !== undefined && stage !== undefined) addReferral(firm, { partner, lead, stage });
  }
  const [offering] = partners;
  if (offering !== undefined) addOffer(firm, offering);
}

/** What a firm elsewhere referred on the day before, and nobody answered yet, with names for the conflict check. */
function addOffer(firm: Firm, partner: Row<"PartnerFirm">): void {
  const { organizationId, definition, add, history, actor, now } = firm;
  const createdAt = toInstant(now - dayMilliseconds);
  const { Referral: referral } = add({
    Referral: buildReferral({
      organizationId,
      partnerFirmId: partner.id,
      sequenceId: nextReferralNumber(firm, createdAt.slice(0, 4)),
      direction: "inbound",
      status: "under_review",
      teaser: describeMatter({ caseType: "truck_accident", dateOfIncident: null }, definition.states[0]),
      conflictNames: { clientNames: ["Delphine Arceneaux"], adverseNames: ["Harlan Freight Lines"] },
      originatingAttorneyName: "Renata Castillo",
      sharingConsentOn: toDay(now - 2 * dayMilliseconds),
      statusChangedAt: createdAt,
      createdAt,
    }),
  });
  history.recordCreation("referral.created", referral, [{ entity: "partner_firm", id: partner.id }], actor);
  add({
    ReferralHistory: buildReferralHistory({
      organizationId,
      referralId: referral.id,
      action: "created",
      status: referral.status,
      feeStatus: referral.feeStatus,
      actor: describeActor(actor),
      createdAt,
    }),
  });
}

const partnerNames = ["Castillo Trial Group", "Brandt & Osei Injury Law"];

/** Two law firms that nobody referred anything to yet. */
function addPartners(firm: Firm): Row<"PartnerFirm">[] {
  const { organizationId, add, history, plainActor, now } = firm;
  return partnerNames.map((name) => {
    const contact = addLawFirm(firm, name, now - 76 * dayMilliseconds);
    const createdAt = toInstant(now - 75 * dayMilliseconds);
    const { PartnerFirm: partner } = add({
      PartnerFirm: buildPartnerFirm({
        organizationId,
        contactId: contact.id,
        name: contact.name,
        createdBy: describeActor(plainActor),
        createdAt,
      }),
    });
    const relatedIds = [
      { entity: "partner_firm", id: partner.id },
      { entity: "contact", id: contact.id },
    ];
    history.recordCreation("partner_firm.created", partner, relatedIds, plainActor);
    return partner;
  });
}

interface Choices {
  partner: Row<"PartnerFirm">;
  lead: Row<"Lead">;
  stage: Stage;
}

function addReferral(firm: Firm, { partner, lead, stage }: Choices): void {
  const { organizationId, add, history, actor, now } = firm;
  const createdAt = Math.max(now - 70 * dayMilliseconds, Date.parse(lead.createdAt) + hour);
  if (createdAt > now - 3 * dayMilliseconds) return;
  const year = toInstant(createdAt).slice(0, 4);
  const { Referral: referral } = add({
    Referral: buildReferral({
      organizationId,
      partnerFirmId: partner.id,
      leadId: lead.id,
      teaser: describeMatter(lead, firm.definition.states[0]),
      sequenceId: nextReferralNumber(firm, year),
      sharingConsentOn: toDay(createdAt),
      statusChangedAt: toInstant(createdAt),
      createdAt: toInstant(createdAt),
    }),
  });
  const relatedIds = [
    { entity: "partner_firm", id: partner.id },
    { entity: "lead", id: lead.id },
    ...(referral.caseId === null ? [] : [{ entity: "case", id: referral.caseId }]),
  ];
  const remember = (action: string, at: number) =>
    add({
      ReferralHistory: buildReferralHistory({
        organizationId,
        referralId: referral.id,
        action,
        status: referral.status,
        feeStatus: referral.feeStatus,
        actor: describeActor(actor),
        createdAt: toInstant(at),
      }),
    });
  history.recordCreation("referral.created", referral, relatedIds, actor);
  remember("created", createdAt);
  const steps = listSteps(stage, { createdAt, now });
  for (const [place, [eventType, patch]] of steps.entries()) {
    const at = createdAt + (place + 1) * hour;
    const moved = "status" in patch ? { statusChangedAt: toInstant(at) } : {};
    history.recordChange(eventType, referral, { ...patch, ...moved }, { at, relatedIds, actor });
    remember(eventType.slice("referral.".length), at);
  }
  const referralId = referral.id;
  const createdBy = describeActor(actor);
  if (stage === "engaged" || stage === "partially_paid")
    add({
      ReferralUpdate: buildReferralUpdate({
        organizationId,
        referralId,
        createdBy,
        createdAt: referral.lastUpdateAt ?? referral.updatedAt,
      }),
    });
  if (stage === "partially_paid")
    add({
      ReferralPayout: buildReferralPayout({
        organizationId,
        referralId,
        paidOn: toDay(createdAt + dayMilliseconds),
        createdBy,
        createdAt: referral.updatedAt,
      }),
    });
}

type Step = [EventType, Partial<Row<"Referral">>];

/** What happened to a referral, an hour apart. */
function listSteps(stage: Stage, { createdAt, now }: { createdAt: number; now: number }): Step[] {
  const day = toDay(createdAt);
  const sent: Step = [
    "referral.sent",
    {
      status: "sent",
      sentAt: toInstant(createdAt + hour),
      // One expires on the next day.
      expiresAt: toInstant(now + dayMilliseconds),
      responseDueOn: toDay(createdAt + 3 * dayMilliseconds),
    },
  ];
  const accepted: Step = [
    "referral.accepted",
    {
      status: "accepted",
      acceptedAt: toInstant(createdAt + 2 * hour),
      termsAcceptedOn: day,
      handlingAttorneyName: "Renata Castillo",
    },
  ];
  const consented: Step = [
    "referral.consent_recorded",
    { consentedOn: day, consentTermsRevision: 1, consentObtainedBy: "originating" },
  ];
  const engagedUntil = (nextUpdateDueOn: string): Step => [
    "referral.engaged",
    { status: "engaged", engagedOn: day, feeStatus: "agreed", nextUpdateDueOn },
  ];
  const engaged = [sent, accepted, consented, engagedUntil(toDay(now + 20 * dayMilliseconds))];
  const posted: Step = ["referral.update_posted", { lastUpdateAt: toInstant(createdAt + 5 * hour) }];
  const stated: Step = [
    "referral.fee_stated",
    { totalFeeCents: 4_000_000, referralFeeDueCents: 1_333_333, feeStatus: "due" },
  ];
  const paid: Step = ["referral.payout_recorded", { paidCents: 800_000, feeStatus: "partially_paid" }];
  const steps: Record<Stage, Step[]> = {
    draft: [],
    sent: [sent],
    under_review: [sent, ["referral.status_changed", { status: "under_review" }]],
    declined: [sent, ["referral.declined", { status: "declined", statusReason: "capacity" }]],
    accepted: [sent, accepted],
    engaged: [...engaged, posted],
    overdue: [sent, accepted, consented, engagedUntil(toDay(now - 2 * dayMilliseconds))],
    partially_paid: [...engaged, posted, stated, paid],
  };
  return steps[stage];
}
