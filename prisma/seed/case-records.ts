import type { Row } from "../../src/platform/database/tables.ts";
import { buildCustomField, buildParty, buildPolicy } from "./builders/cases.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { dayMilliseconds, toDay, toInstant } from "./random.ts";

/**
 * Who is on the other side of a case and who insures them, in every third case and in the story's; and the firm's own
 * fields, which the story's case has values of. Made by place, not by chance: what follows stays as it was before there
 * was this.
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
  buildFields(firm, cases);
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
