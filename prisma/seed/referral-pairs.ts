import type { EventType } from "../../src/contract/events/event-types.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { buildPartnerFirm, buildReferral, buildReferralHistory } from "./builders/referrals.ts";
import type { Firm } from "./firm.ts";
import type { NetworkPair } from "./firms.ts";
import { describeActor, system, type Actor, type RelatedId } from "./history.ts";
import { asMember } from "./limitations.ts";
import { dayMilliseconds, hourMilliseconds, toDay, toInstant } from "./random.ts";
import { nextReferralNumber } from "./referring-firm.ts";

/** What becomes of each referral; the handling firm decides, and both rows say it. */
const decisions = [
  { eventType: "referral.status_changed", status: "under_review", statusReason: null },
  { eventType: "referral.declined", status: "declined", statusReason: "outside_jurisdiction" },
] as const satisfies { eventType: EventType; status: string; statusReason: string | null }[];

/** Leads that a firm may refer. */
const referable: ReadonlySet<string> = new Set(["contacted", "qualified", "under_review"]);
/** Referrals for which a lead is not free. */
const running: ReadonlySet<string> = new Set(["sent", "under_review", "accepted", "engaged"]);

/** The side of a firm in the referrals between two firms of the installation; nothing for a firm that has none. */
export function addNetworkReferrals(firm: Firm, network: NetworkPair): void {
  const isOriginating = firm.organizationId === network.originating.organizationId;
  if (!isOriginating && firm.organizationId !== network.handling.organizationId) return;
  const partner = addPartner(firm, network, isOriginating);
  const taken = new Set(firm.rows.Referral.filter(({ status }) => running.has(status)).map(({ leadId }) => leadId));
  const free = firm.rows.Lead.filter(
    ({ id, status, deletedAt, createdAt }) =>
      referable.has(status) &&
      deletedAt === null &&
      !taken.has(id) &&
      Date.parse(createdAt) < firm.now - sentDaysAgo * dayMilliseconds,
  );
  for (const [place, pairId] of network.pairIds.entries()) {
    const lead = isOriginating ? free[place] : null;
    if (lead === undefined) throw new Error("the firm that refers has no lead for it");
    addSide(firm, { partner, lead, pairId, decision: decisions[place % decisions.length] ?? decisions[0] });
  }
}

const sentDaysAgo = 4;
const partnerDaysAgo = 60;

function addPartner(firm: Firm, { originating, handling }: NetworkPair, isOriginating: boolean): Row<"PartnerFirm"> {
  const { organizationId, add, history, actingAttorney, now } = firm;
  const other = isOriginating ? handling : originating;
  const at = now - partnerDaysAgo * dayMilliseconds;
  const approval = { memberId: actingAttorney.id, at: toInstant(at + hourMilliseconds) };
  const by = asMember(actingAttorney);
  const { PartnerFirm: partner } = add({
    PartnerFirm: buildPartnerFirm({
      organizationId,
      kind: "network",
      contactId: null,
      partnerOrganizationId: other.organizationId,
      name: other.name,
      states: [],
      createdBy: describeActor(by),
      createdAt: toInstant(at),
    }),
  });
  const relatedIds = [{ entity: "partner_firm", id: partner.id }];
  history.recordCreation("partner_firm.created", partner, relatedIds, by);
  history.recordChange(
    "partner_firm.approved",
    partner,
    isOriginating ? { approvedForSending: approval } : { mayReferToUs: approval },
    { at: at + hourMilliseconds, relatedIds, actor: by },
  );
  const profile = firm.rows.ReferralProfile[0];
  if (!isOriginating && profile !== undefined) profile.accepts = "approved";
  return partner;
}

interface Side {
  partner: Row<"PartnerFirm">;
  /** Null for the handling firm, which has taken nothing yet. */
  lead: Row<"Lead"> | null;
  pairId: string;
  decision: (typeof decisions)[number];
}

function addSide(firm: Firm, { partner, lead, pairId, decision }: Side): void {
  const { organizationId, add, history, now, actor } = firm;
  const isOriginating = lead !== null;
  const sentAt = now - sentDaysAgo * dayMilliseconds;
  const createdAt = toInstant(isOriginating ? sentAt - hourMilliseconds : sentAt);
  const year = createdAt.slice(0, 4);
  const sent = {
    status: "sent",
    sentAt: toInstant(sentAt),
    responseDueOn: toDay(now + dayMilliseconds),
    expiresAt: toInstant(now + 3 * dayMilliseconds),
  };
  const { Referral: referral } = add({
    Referral: buildReferral({
      organizationId,
      partnerFirmId: partner.id,
      sequenceId: nextReferralNumber(firm, year),
      direction: isOriginating ? "outbound" : "inbound",
      channel: "network",
      pairId,
      leadId: lead?.id ?? null,
      sharingConsentOn: toDay(sentAt),
      originatingAttorneyName: "Eleanor Hartwell",
      statusChangedAt: createdAt,
      ...(!isOriginating && sent),
      createdAt,
    }),
  });
  const relatedIds: RelatedId[] = [
    { entity: "partner_firm", id: partner.id },
    ...(lead === null ? [] : [{ entity: "lead", id: lead.id }]),
  ];
  const note = (action: string, at: number, by: Actor) =>
    add({
      ReferralHistory: buildReferralHistory({
        organizationId,
        referralId: referral.id,
        action,
        status: referral.status,
        actor: describeActor(by),
        createdAt: toInstant(at),
      }),
    });
  // What the other side does, its system does here.
  history.recordCreation(
    isOriginating ? "referral.created" : "referral.received",
    referral,
    relatedIds,
    isOriginating ? actor : system,
  );
  note(isOriginating ? "created" : "received", Date.parse(createdAt), isOriginating ? actor : system);
  if (isOriginating) {
    const columns = { ...sent, statusChangedAt: toInstant(sentAt) };
    history.recordChange("referral.sent", referral, columns, { at: sentAt, relatedIds, actor });
    note("sent", sentAt, actor);
  }
  const { eventType, status, statusReason } = decision;
  const decidedAt = sentAt + dayMilliseconds;
  const decider = isOriginating ? system : actor;
  const columns = { status, statusReason, statusChangedAt: toInstant(decidedAt) };
  history.recordChange(eventType, referral, columns, { at: decidedAt, relatedIds, actor: decider });
  note(eventType.slice("referral.".length), decidedAt, decider);
}
