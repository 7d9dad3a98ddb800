import type { Row } from "../../src/platform/database/tables.ts";
import { buildFacility } from "./builders/medical.ts";
import type { FirmContacts } from "./contacts.ts";
import type { Values } from "./builders/records.ts";
import { endOf, relateToCase, type Firm, type FirmCase } from "./firm.ts";
import type { RelatedId } from "./history.ts";
import { dayMilliseconds, toDay, toInstant } from "./random.ts";
import { firstNames, lastNames } from "./words.ts";

/** A binding of a provider to a case, as the retrieval requests need it. */
export interface CaseFacility {
  facility: Row<"MedicalFacility">;
  firmCase: FirmCase;
}

type Provider = FirmContacts["providers"][number];

/** Binds one to four providers to each case that was taken; some were rerouted since. */
export function buildFacilities(firm: Firm, cases: readonly FirmCase[], contacts: FirmContacts): CaseFacility[] {
  const taken = cases.filter(({ row }) => row.openedOn !== null);
  return taken.flatMap((firmCase) => {
    const count = firmCase.isStory ? 3 : firm.random.integer(1, 4);
    return firm.random.pickSome(contacts.providers, count).map((provider) => {
      const { MedicalFacility: facility } = firm.add({ MedicalFacility: describeFacility(firm, firmCase, provider) });
      firm.history.recordCreation("medical_facility.bound", facility, relateFacility(firmCase, facility), firm.actor);
      rerouteFacility(firm, firmCase, facility, provider);
      return { facility, firmCase };
    });
  });
}

/** What events about a facility point to: its case, client, and the contact that it is. */
function relateFacility(firmCase: FirmCase, facility: Row<"MedicalFacility">): RelatedId[] {
  return [...relateToCase(firmCase), { entity: "contact", id: facility.contactId }];
}

function describeFacility(
  firm: Firm,
  firmCase: FirmCase,
  { contact, facilityType }: Provider,
): Values<"MedicalFacility"> {
  const { random } = firm;
  const { row, client, isStory } = firmCase;
  const earliest = Date.parse(row.createdAt) + dayMilliseconds;
  const createdAt = random.instant(earliest, Math.min(endOf(firm, firmCase), earliest + 40 * dayMilliseconds));
  const at = toInstant(createdAt);
  const isTreating = row.matterStage === "treatment" || random.chance(0.2);
  return buildFacility({
    organizationId: firm.organizationId,
    caseId: row.id,
    clientId: client.id,
    contactId: contact.id,
    boundContactId: contact.id,
    facilityType,
    recordsNeeded: isStory || random.chance(0.85),
    billsNeeded: isStory || random.chance(0.75),
    recordsDepartmentInfo:
      isStory || random.chance(0.7) ? describeDepartment(firm, contact, "Health information management") : null,
    billingDepartmentInfo: isStory || random.chance(0.5) ? describeDepartment(firm, contact, "Patient accounts") : null,
    isTreating,
    treatmentStatus: isTreating ? "treating" : random.pick(["discharged", "maximum_medical_improvement", "unknown"]),
    ...billTreatment(firm, Date.parse(`${row.dateOfIncident ?? at.slice(0, 10)}T00:00:00Z`), isTreating),
    accountNumber: random.chance(0.6) ? `ACCT-${random.digits(7)}` : null,
    chartNumber: random.chance(0.7) ? `MRN${random.digits(8)}` : null,
    hasLien: random.chance(0.15),
    createdAt: at,
  });
}

function billTreatment(firm: Firm, incidentAt: number, isTreating: boolean) {
  const { random, now } = firm;
  const firstVisitAt = Math.min(incidentAt + random.integer(0, 20) * dayMilliseconds, now);
  const lastVisitAt = Math.min(firstVisitAt + random.integer(0, 200) * dayMilliseconds, now);
  const totalBilledCents = random.integer(180, 42_000) * 100 + random.integer(0, 99);
  return {
    firstVisitOn: toDay(firstVisitAt),
    lastVisitOn: isTreating ? visitLately(firm, firstVisitAt) : toDay(lastVisitAt),
    totalBilledCents,
    totalPaidCents: random.chance(0.5) ? Math.floor(totalBilledCents * random.fraction() * 0.6) : 0,
  };
}

/**
 * Most clients who are under treatment were there in the last weeks, some stay away, and of some nobody has heard. By
 * place, not by chance.
 */
function visitLately({ now, rows }: Firm, firstVisitAt: number): string | null {
  const place = rows.MedicalFacility.length;
  const daysAgo = [4, 11, 19, 27, 46, 83][place % 6] ?? 0;
  return place % 13 === 5 ? null : toDay(Math.max(firstVisitAt, now - daysAgo * dayMilliseconds));
}

/** As a caller of operation 1 would have sent it: some members left out, some null. */
function describeDepartment(firm: Firm, contact: Row<"Contact">, department: string): Record<string, string | null> {
  const { random } = firm;
  const contactPerson = random.chance(0.6) ? `${random.pick(firstNames)} ${random.pick(lastNames)}` : department;
  const info = { contactPerson, email: contact.email, phone: contact.phone, fax: contact.fax };
  const preferredDeliveryMethod = random.pick(["email", "fax", "mail", "portal"]);
  if (random.chance(0.5)) return { ...info, preferredDeliveryMethod };
  return { ...info, preferredDeliveryMethod, notes: "Ask for the itemized statement with procedure codes." };
}

function rerouteFacility(
  firm: Firm,
  firmCase: FirmCase,
  facility: Row<"MedicalFacility">,
  { contact }: Provider,
): void {
  const { random } = firm;
  const latest = endOf(firm, firmCase);
  const earliest = Math.max(Date.parse(facility.createdAt), latest - 78 * dayMilliseconds);
  if (!random.chance(0.2) || earliest > latest) return;
  const patch = random.pick<Partial<Row<"MedicalFacility">>>([
    { recordsDepartmentInfo: describeDepartment(firm, contact, "Release of information") },
    { billingDepartmentInfo: describeDepartment(firm, contact, "Patient financial services"), billsNeeded: true },
    { recordsNeeded: !facility.recordsNeeded },
  ]);
  const at = random.instant(earliest, latest);
  firm.history.recordChange("medical_facility.updated", facility, patch, {
    at,
    relatedIds: relateFacility(firmCase, facility),
    actor: firm.actor,
  });
}
