import type { Row } from "../../src/platform/database/tables.ts";
import { buildContactAttempt, buildLead, buildLeadStatusChange } from "./builders/leads.ts";
import type { Given } from "./builders/records.ts";
import { pickCaseKind } from "./case-kinds.ts";
import type { Firm, FirmCase } from "./firm.ts";
import { describeActor, type RelatedId } from "./history.ts";
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
    addLead(
      firm,
      standing,
      became === undefined ? createdAt : Date.parse(became.row.createdAt) - 6 * dayMilliseconds,
      became,
    );
  }
}

function addLead(firm: Firm, standing: LeadStanding, createdAt: number, became: FirmCase | undefined): void {
  const { Lead: lead } = firm.add({ Lead: buildLead(describeLead(firm, createdAt, became)) });
  if (became !== undefined) became.row.leadId = lead.id;
  firm.history.recordCreation("lead.created", lead, relate(lead), firm.plainActor);
  noteStep(firm, lead, { fromStatus: null, at: createdAt });
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
  noteStep(firm, lead, { fromStatus, at, reason });
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
  { add, organizationId, plainActor }: Firm,
  lead: LeadRow,
  { fromStatus, at, reason = null }: { fromStatus: string | null; at: number; reason?: string | null },
): void {
  const actor = describeActor(plainActor);
  const change = { fromStatus, toStatus: lead.status, reason, actor, changedAt: toInstant(at) };
  add({ LeadStatusChange: buildLeadStatusChange({ organizationId, leadId: lead.id, ...change }) });
}

function callLead({ add, organizationId }: Firm, lead: LeadRow, calledAt: number, outcome: string): void {
  const at = toInstant(calledAt);
  const call = { outcome, at, memberId: lead.assignedToMemberId, createdAt: at };
  add({ LeadContactAttempt: buildContactAttempt({ organizationId, leadId: lead.id, ...call }) });
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
function describeLead(firm: Firm, createdAt: number, became: FirmCase | undefined): Given<"Lead", "organizationId"> {
  const at = toInstant(createdAt);
  const lead = {
    organizationId: firm.organizationId,
    sequenceId: numberLead(firm, at),
    ...describePerson(firm, became),
    ...describeMatter(firm, createdAt, became),
    externalId: firm.random.chance(0.4) ? `FORM-${20_000 + firm.rows.Lead.length}` : null,
    createdAt: at,
  };
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
function describeOrigin({ random, definition, rows }: Firm, caseType: string, at: string): Partial<LeadRow> {
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
