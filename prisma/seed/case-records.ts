import type { Row } from "../../src/platform/database/tables.ts";
import { buildCourtAction, buildCustomField, buildIncident, buildParty, buildPolicy } from "./builders/cases.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { describeActor } from "./history.ts";
import { dayMilliseconds, toDay, toInstant } from "./random.ts";

/**
 * Who is on the other side of a case and who insures them, in every third case and in the story's; the incident of
 * every case, and the court action of each that is in court; and the firm's own fields, which the story's case has
 * values of. Made by place, not by chance: what follows stays as it was before there was this.
 */
export function buildCaseRecords(firm: Firm, cases: readonly FirmCase[]): void {
  const { rows } = firm;
  const insurers = rows.Contact.filter(
    (contact) =>
      contact.type === "company" &&
      rows.ContactRole.some(({ contactId, role }) => contactId === contact.id && role === "insurer"),
  );
  const counsel = rows.Contact.filter((contact) =>
    rows.ContactRole.some(({ contactId, role }) => contactId === contact.id && role === "opposing_counsel"),
  );
  for (const [place, firmCase] of cases.entries()) {
    const [insurer, lawyer] = [insurers[place % insurers.length], counsel[place % counsel.length]];
    if (insurer === undefined || lawyer === undefined || (place % 3 !== 0 && !firmCase.isStory)) continue;
    buildSides(firm, firmCase, { insurer, lawyer });
  }
  buildIncidents(firm, cases);
  buildCourtActions(firm, cases);
  buildFields(firm, cases);
}

/** So many cases may be against a public body. */
const publicCases = 5;

function buildIncidents({ organizationId, add, now, history, plainActor }: Firm, cases: readonly FirmCase[]): void {
  const every = Math.max(Math.floor(cases.length / publicCases), 1);
  for (const [place, firmCase] of cases.entries()) {
    const { row } = firmCase;
    const isPublic = place % every === 0 && place / every < publicCases;
    const day = Math.min(Date.parse(row.createdAt) + dayMilliseconds, now);
    const { Incident: incident } = add({
      Incident: buildIncident({
        organizationId,
        caseId: row.id,
        description: row.description,
        occurredAtTime: `${String(7 + (place % 13)).padStart(2, "0")}:${place % 2 === 0 ? "15" : "40"}`,
        policeReportNumber: place % 2 === 0 ? `R-${260_000 + place}` : null,
        liabilityAssessment: (["clear", "likely", "disputed"] as const)[place % 3] ?? null,
        governmentEntityInvolved: isPublic ? "yes" : ((["no", "unknown"] as const)[place % 2] ?? "no"),
        createdBy: describeActor(plainActor),
        createdAt: toInstant(day),
      }),
    });
    history.recordCreation("incident.updated", incident, relateToCase(firmCase), plainActor);
  }
}

/** How far a court action is in each stage of litigation. */
const statusIn: Readonly<Record<string, "filed" | "answered" | "trial_set" | "appealed">> = {
  litigation_filed: "filed",
  service: "filed",
  discovery: "answered",
  depositions: "answered",
  expert_disclosure: "answered",
  mediation: "answered",
  arbitration: "answered",
  trial_preparation: "trial_set",
  trial: "trial_set",
  appeal: "appealed",
};

function buildCourtActions(firm: Firm, cases: readonly FirmCase[]): void {
  const { organizationId, rows, add, now, history, plainActor } = firm;
  const courts = rows.Contact.filter(({ type }) => type === "court");
  for (const [place, firmCase] of cases.entries()) {
    const { id: caseId, matterStage, title, caseState, jurisdictionCounty, createdAt } = firmCase.row;
    const status = statusIn[matterStage];
    if (status === undefined) continue;
    const filing = rows.CaseStageEntry.find((entry) => entry.caseId === caseId && entry.toStage === "litigation_filed");
    const filedAt = Math.min(Date.parse(filing?.enteredAt ?? createdAt) + dayMilliseconds, now);
    const answeredAt = filedAt + 28 * dayMilliseconds;
    const isAnswered = status !== "filed" && answeredAt < now;
    const court = courts[place % Math.max(courts.length, 1)];
    const { CourtAction: action } = add({
      CourtAction: buildCourtAction({
        organizationId,
        caseId,
        courtContactId: court?.id ?? null,
        courtName: court === undefined ? "District Court" : null,
        jurisdiction: caseState ?? "US",
        county: jurisdictionCounty,
        docketNumber: `${toDay(filedAt).slice(0, 4)}-CV-${String(1_000 + place)}`,
        caption: title,
        status: status === "answered" && !isAnswered ? "filed" : status,
        filedOn: toDay(filedAt),
        answeredOn: isAnswered ? toDay(answeredAt) : null,
        trialOn: status === "trial_set" ? toDay(now + (20 + (place % 10) * 14) * dayMilliseconds) : null,
        isPrimary: true,
        createdBy: describeActor(plainActor),
        createdAt: toInstant(Math.min(filedAt + dayMilliseconds / 2, now)),
      }),
    });
    const relatedIds = [
      ...relateToCase(firmCase),
      ...(court === undefined ? [] : [{ entity: "contact", id: court.id }]),
    ];
    history.recordCreation("court_action.created", action, relatedIds, plainActor);
  }
}

function buildSides(
  firm: Firm,
  firmCase: FirmCase,
  { insurer, lawyer }: { insurer: Row<"Contact">; lawyer: Row<"Contact"> },
): void {
  const { organizationId, rows, add, history, plainActor } = firm;
  const day = Math.min(Date.parse(firmCase.row.createdAt) + 3 * dayMilliseconds, firm.now);
  const common = { organizationId, caseId: firmCase.row.id, isPrimary: true, createdAt: toInstant(day) };
  for (const [contact, role] of [
    [insurer, "insurer"],
    [lawyer, "opposing_counsel"],
  ] as const) {
    const representedByContactId = role === "insurer" ? lawyer.id : null;
    const { CaseParty: party } = add({
      CaseParty: buildParty({ ...common, contactId: contact.id, representedByContactId, role }),
    });
    history.recordCreation(
      "case_party.created",
      party,
      [...relateToCase(firmCase), { entity: "contact", id: contact.id }],
      plainActor,
    );
  }
  const { InsurancePolicy: policy } = add({
    InsurancePolicy: buildPolicy({
      ...common,
      carrierContactId: insurer.id,
      policyNumber: `P-${400_000 + rows.InsurancePolicy.length}`,
      limitPerPersonCents: 10_000_000,
      limitPerOccurrenceCents: 30_000_000,
      limitsStatus: "disclosed",
      limitsDisclosedOn: toDay(day),
      coverageStatus: "accepted",
      priority: 1,
    }),
  });
  history.recordCreation("insurance_policy.created", policy, relateToCase(firmCase), plainActor);
}

const fields = [
  { key: "policyLimitConfirmed", label: "Policy limit confirmed", type: "boolean", options: [], value: true },
  { key: "exposure", label: "Exposure", type: "select", options: ["low", "medium", "high"], value: "high" },
  { key: "firstConsultationOn", label: "First consultation", type: "date", options: [], value: null },
] as const;

function buildFields({ organizationId, rows, add, history, now, plainActor }: Firm, cases: readonly FirmCase[]): void {
  const foundedAt = rows.Organization[0]?.createdAt ?? "";
  add({
    CustomFieldDefinition: fields.map(({ key, label, type, options }, place) =>
      buildCustomField({
        organizationId,
        key,
        label,
        type,
        options: options.map((value) => ({ value, label: value, archived: false })),
        section: "Evaluation",
        order: (place + 1) * 10,
        createdAt: foundedAt,
      }),
    ),
  });
  const customFields = Object.fromEntries(
    fields.filter(({ value }) => value !== null).map(({ key, value }) => [key, value]),
  );
  for (const story of cases.filter(({ isStory }) => isStory)) {
    const at = Math.min(Date.parse(story.row.updatedAt) + 3_600_000, now);
    history.recordChange(
      "case.updated",
      story.row,
      { customFields },
      { at, relatedIds: relateToCase(story), actor: plainActor },
    );
  }
}
