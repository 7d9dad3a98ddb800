import { createId } from "../../src/platform/database/ids.ts";
import { toE164 } from "../../src/platform/phone-number.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { pickCaseKind } from "./case-kinds.ts";
import type { Firm, FirmCase } from "./firm.ts";
import type { RelatedId } from "./history.ts";
import { leadStandings, type LeadStanding } from "./lead-paths.ts";
import { dayMilliseconds, hourMilliseconds, toDay, toInstant } from "./random.ts";
import { firstNames, lastNames, pickPhone, pickPlace, pickZipCode, writeEmail } from "./words.ts";

type LeadRow = Row<"Lead">;

/** Creates the firm's leads, oldest first; some became cases of long ago. */
export function buildLeads(firm: Firm, cases: readonly FirmCase[]): void {
  const convertible = cases.filter(
    ({ row }) => Date.parse(row.updatedAt) < firm.now - 90 * dayMilliseconds && row.deletedAt === null,
  );
  const planned = leadStandings.flatMap((standing) =>
    Array.from({ length: Math.ceil(standing.count / firm.definition.thinning) }, () => {
      const [youngest, oldest] = standing.ageDays;
      return {
        standing,
        createdAt: firm.random.instant(firm.now - oldest * dayMilliseconds, firm.now - youngest * dayMilliseconds),
      };
    }),
  );
  for (const { standing, createdAt } of planned.toSorted((left, right) => left.createdAt - right.createdAt)) {
    const became = standing.path.at(-1) === "converted" ? convertible.pop() : undefined;
    if (standing.path.at(-1) === "converted" && became === undefined) continue;
    buildLead(
      firm,
      standing,
      became === undefined ? createdAt : Date.parse(became.row.createdAt) - 6 * dayMilliseconds,
      became,
    );
  }
}

function buildLead(firm: Firm, standing: LeadStanding, createdAt: number, became: FirmCase | undefined): void {
  const lead = writeLead(firm, createdAt, became);
  firm.rows.Lead.push(lead);
  firm.history.recordCreation("lead.created", lead, relate(lead), firm.plainActor);
  noteStep(firm, lead, null, createdAt);
  const [, ...steps] = standing.path;
  const end = became === undefined ? firm.now : Date.parse(became.row.createdAt);
  const instants = steps
    .map(() => firm.random.instant(createdAt + hourMilliseconds, end))
    .toSorted((left, right) => left - right);
  steps.forEach((toStatus, position) =>
    move(firm, lead, toStatus, { at: instants[position] ?? end, standing, became }),
  );
}

interface Move {
  at: number;
  standing: LeadStanding;
  became: FirmCase | undefined;
}

/** One step of a lead's way, with the call that it took. */
function move(firm: Firm, lead: LeadRow, toStatus: string, { at, standing, became }: Move): void {
  const isCall = toStatus === "attempting_contact" || toStatus === "contacted";
  const fromStatus = lead.status;
  const instant = toInstant(at);
  const patch: Partial<LeadRow> = {
    status: toStatus,
    statusChangedAt: instant,
    ...(isCall && {
      contactAttemptCount: lead.contactAttemptCount + 1,
      lastContactAttemptAt: instant,
      firstResponseAt: lead.firstResponseAt ?? instant,
      assignedToMemberId:
        lead.assignedToMemberId ?? firm.random.pick(firm.rows.Member.filter(({ status }) => status === "active")).id,
    }),
    ...accompaniments[toStatus]?.(firm, lead, at, became),
    ...describeReason(firm, toStatus, standing),
  };
  const reason = patch.declineReason ?? patch.lostReason ?? null;
  if (isCall)
    callLead(
      firm,
      lead,
      at,
      toStatus === "contacted" ? "connected" : firm.random.pick(["voicemail", "no_answer", "busy"]),
    );
  const eventType = toStatus === "converted" ? "lead.converted" : "lead.status_changed";
  firm.history.recordChange(eventType, lead, patch, {
    at,
    relatedIds: relate({ ...lead, ...patch }),
    actor: firm.plainActor,
  });
  noteStep(firm, lead, fromStatus, at, reason);
}

type Describe = (firm: Firm, lead: LeadRow, at: number, became: FirmCase | undefined) => Partial<LeadRow>;

/** What goes with a status. */
const accompaniments: Partial<Record<string, Describe>> = {
  qualified: ({ random }) => ({ qualification: "qualified", score: random.integer(60, 95) }),
  appointment_set: ({ random, now }) => ({ appointmentAt: toInstant(now + random.integer(1, 6) * dayMilliseconds) }),
  retainer_sent: (_, __, at) => ({
    retainerSentAt: toInstant(at),
    nextFollowUpAt: toInstant(at + 3 * dayMilliseconds),
  }),
  retainer_signed: (_, __, at) => ({ retainerSignedAt: toInstant(at), nextFollowUpAt: null }),
  declined: () => ({ qualification: "unqualified" }),
  duplicate: ({ rows }, lead) => ({
    duplicateOfLeadId: rows.Lead.find(({ id, status }) => id !== lead.id && status !== "duplicate")?.id ?? null,
  }),
  converted: (_, __, at, became) => ({
    convertedCaseId: became?.row.id ?? null,
    convertedClientId: became?.client.id ?? null,
    convertedAt: toInstant(at),
  }),
};

/** Why it was declined, or lost. */
function describeReason({ random }: Firm, status: string, { reasons = [] }: LeadStanding): Partial<LeadRow> {
  if (status === "declined") return { declineReason: random.pick(reasons) };
  return status === "lost" ? { lostReason: random.pick(reasons) } : {};
}

function relate({ id, convertedCaseId, convertedClientId }: LeadRow): RelatedId[] {
  return [
    { entity: "lead", id },
    ...(convertedCaseId === null ? [] : [{ entity: "case", id: convertedCaseId }]),
    ...(convertedClientId === null ? [] : [{ entity: "client", id: convertedClientId }]),
  ];
}

function noteStep(
  firm: Firm,
  lead: LeadRow,
  fromStatus: string | null,
  at: number,
  reason: string | null = null,
): void {
  const { organizationId, plainActor } = firm;
  const id = createId("leadStatusChange", new Date(at));
  const actor = { type: "integration_key", id: plainActor.keyId, name: plainActor.name };
  firm.rows.LeadStatusChange.push({
    organizationId,
    id,
    leadId: lead.id,
    fromStatus,
    toStatus: lead.status,
    reason,
    note: null,
    actor,
    changedAt: toInstant(at),
  });
}

function callLead(firm: Firm, lead: LeadRow, calledAt: number, outcome: string): void {
  const { organizationId } = firm;
  const at = toInstant(calledAt);
  const id = createId("leadContactAttempt", new Date(calledAt));
  firm.rows.LeadContactAttempt.push({
    organizationId,
    id,
    leadId: lead.id,
    channel: "call",
    direction: "outbound",
    outcome,
    at,
    memberId: lead.assignedToMemberId,
    note: null,
    createdAt: at,
  });
}

const sources = [
  "web_form",
  "web_form",
  "phone",
  "paid_search",
  "social",
  "lead_vendor",
  "live_chat",
  "referral_client",
] as const;

/** The lead as it came. */
function writeLead(firm: Firm, createdAt: number, became: FirmCase | undefined): LeadRow {
  const at = toInstant(createdAt);
  const lead = {
    ...unsaid,
    organizationId: firm.organizationId,
    id: createId("lead", new Date(createdAt)),
    sequenceId: numberLead(firm, at),
    ...describePerson(firm, became),
    ...describeMatter(firm, createdAt, became),
    externalId: firm.random.chance(0.4) ? `FORM-${20_000 + firm.rows.Lead.length}` : null,
    statusChangedAt: at,
    createdAt: at,
    updatedAt: at,
  };
  if (became !== undefined) became.row.leadId = lead.id;
  return { ...lead, ...describeOrigin(firm, lead.caseType, at) };
}

/** Who it was: the client of the case that it became, or somebody new. */
function describePerson({ random, definition }: Firm, became: FirmCase | undefined) {
  const place = pickPlace(random, random.pick(definition.states));
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
  const person = became?.client ?? {
    firstName,
    lastName,
    email: writeEmail(random, firstName, lastName),
    phone: pickPhone(random, place),
  };
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    phone: person.phone,
    phoneE164: toE164(person.phone ?? ""),
    emailKey: person.email?.toLowerCase() ?? null,
    phoneType: "mobile",
    preferredContactMethod: random.pick(["call", "text", "email", null]),
    address: { city: place.city, state: place.state, zipCode: pickZipCode(random, place) },
    caseState: place.state,
  };
}

/** What had happened. */
function describeMatter({ random }: Firm, createdAt: number, became: FirmCase | undefined) {
  const kind = pickCaseKind(random);
  return {
    isInjuredParty: random.chance(0.85),
    caseType: became?.row.caseType ?? kind.caseType,
    subCaseType: random.pick(kind.subCaseTypes),
    dateOfIncident: toDay(createdAt - random.integer(1, 40) * dayMilliseconds),
    description: kind.description,
    injuryDescription: random.pick(kind.injuries),
    treatmentStatus: random.pick(["none", "er_only", "treating"]),
    policeReportFiled: random.chance(0.7),
  };
}

/** By which way it came. */
function describeOrigin(
  { random, definition, rows }: Firm,
  caseType: string,
  at: string,
): Partial<LeadRow> & Pick<LeadRow, "source"> {
  const source = random.pick(sources);
  if (source === "lead_vendor") {
    return {
      source,
      vendorId: "caseflow-leads",
      vendorLeadId: String(70_000 + rows.Lead.length),
      vendorCostCents: random.integer(80, 400) * 100,
    };
  }
  if (source !== "web_form" && source !== "paid_search") return { source };
  return {
    source,
    utm: { source: "google", medium: "cpc", campaign: caseType },
    landingPageUrl: `https://www.${definition.emailDomain}/${caseType.replaceAll("_", "-")}`,
    consent: {
      tcpaConsented: true,
      consentedAt: at,
      consentText: "I agree to be called and texted about my inquiry.",
      ipAddress: "203.0.113.24",
    },
  };
}

/** `L-2026-000123`: counted again in every year. */
function numberLead(firm: Firm, at: string): string {
  const year = `L-${at.slice(0, 4)}`;
  const number = firm.rows.Lead.filter(({ sequenceId }) => sequenceId.startsWith(year)).length + 1;
  return `${year}-${String(number).padStart(6, "0")}`;
}

/** What nobody knows about a lead when it comes. */
const unsaid = {
  middleName: null,
  secondaryPhone: null,
  preferredLanguage: null,
  bestTimeToCall: null,
  dateOfBirth: null,
  injuredPartyName: null,
  relationshipToInjured: null,
  incidentLocation: null,
  atFaultParty: null,
  insuranceKnown: null,
  hasPriorAttorney: null,
  priorAttorneyName: null,
  statuteOfLimitationsEstimateOn: null,
  sourceDetail: null,
  campaign: null,
  utm: null,
  clickIds: null,
  landingPageUrl: null,
  referringUrl: null,
  callTrackingNumber: null,
  vendorId: null,
  vendorLeadId: null,
  vendorCostCents: null,
  consent: null,
  score: null,
  qualification: "unreviewed",
  status: "new",
  subStatus: null,
  assignedToMemberId: null,
  assignedTeamId: null,
  firstResponseAt: null,
  lastContactAttemptAt: null,
  contactAttemptCount: 0,
  nextFollowUpAt: null,
  appointmentAt: null,
  retainerSentAt: null,
  retainerSignedAt: null,
  declineReason: null,
  lostReason: null,
  possibleDuplicateOf: null,
  duplicateOfLeadId: null,
  convertedCaseId: null,
  convertedClientId: null,
  convertedAt: null,
  partnerId: null,
  customFields: {},
  revision: 1,
  deletedAt: null,
} satisfies Partial<LeadRow>;
