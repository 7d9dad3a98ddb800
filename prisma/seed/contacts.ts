import { isProviderIdentifier } from "../../src/areas/contacts/domain.identifiers.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { buildContact, buildContactLines, buildRelationship } from "./builders/contacts.ts";
import type { Given } from "./builders/records.ts";
import type { Firm } from "./firm.ts";
import { vendorKeyName } from "./keys.ts";
import { dayMilliseconds, toInstant } from "./random.ts";
import { carriers, firstNames, lastNames, pickPhone, pickPlace, pickZipCode, streets } from "./words.ts";

/** The contacts that other rows point to. */
export interface FirmContacts {
  /** A provider with the kind of facility that it is. */
  providers: { contact: Row<"Contact">; facilityType: string }[];
  /** Companies that fetch records for the firm. */
  vendors: Row<"Contact">[];
}

const providerNames = [
  ["hospital", "Riverbend Regional Medical Center"],
  ["hospital", "St. Brendan Memorial Hospital"],
  ["emergency_room", "Lakeshore Emergency Center"],
  ["urgent_care", "SwiftCare Urgent Care"],
  ["clinic", "Harbor Family Clinic"],
  ["imaging_center", "ClearView Imaging"],
  ["imaging_center", "Precision MRI Center"],
  ["physical_therapy", "Motion First Physical Therapy"],
  ["physical_therapy", "Steadfast Rehabilitation"],
  ["chiropractor", "Align Chiropractic"],
  ["specialist_office", "Northgate Orthopedic Surgeons"],
  ["specialist_office", "Summit Neurology Associates"],
  ["specialist_office", "Interventional Pain Partners"],
  ["pharmacy", "Corner Drug Pharmacy"],
  ["laboratory", "Quantum Diagnostics Laboratory"],
  ["other", "Restful Minds Counseling"],
] as const;

const vendorNames = ["ChartFetch Retrieval Services", "Paperless Records Group", "Meridian Record Retrieval"] as const;
const courtNames = ["Court of Common Pleas, Civil Division", "United States District Court"] as const;

/** Creates the firm's address book: providers, record vendors, insurers, courts. */
export function buildContacts(firm: Firm): FirmContacts {
  const providers = providerNames.map(([facilityType, name]) => ({
    facilityType,
    contact: addContact(firm, describeContact(firm, "medical_provider", name), "provider"),
  }));
  const vendors = vendorNames.map((name) => addContact(firm, describeContact(firm, "company", name), "vendor"));
  const insurers = carriers.map((name) => addContact(firm, describeContact(firm, "company", name), "insurer"));
  for (const name of courtNames) addContact(firm, describeContact(firm, "court", name), "court");
  buildPeople(firm, insurers);
  // The key that is bound to a vendor is built before the contacts.
  const [vendor] = vendors;
  for (const key of firm.rows.IntegrationKey) if (key.name === vendorKeyName) key.vendorContactId = vendor?.id ?? null;
  return { providers, vendors };
}

function addContact({ add, organizationId }: Firm, given: ContactValues, role: string): Row<"Contact"> {
  const { Contact: contact } = add({ Contact: buildContact({ organizationId, ...given }) });
  add(buildContactLines(contact, [role]));
  return contact;
}

/** The people of the address book: an adjuster of each carrier, and attorneys of the other side. */
function buildPeople(firm: Firm, insurers: readonly Row<"Contact">[]): void {
  // Made by place, not by chance: what follows stays as it was before there were people here.
  const addPerson = (place: number, values: Partial<ContactValues>, role: string): Row<"Contact"> => {
    const firstName = firstNames[(place * 7) % firstNames.length] ?? "";
    const lastName = lastNames[(place * 11 + 3) % lastNames.length] ?? "";
    const office = insurers[place % insurers.length];
    if (office === undefined) throw new Error("the demo data has no insurers");
    const email = `${firstName}.${lastName}`.toLowerCase().replaceAll(/[^a-z.]/g, "") + "@example.com";
    const { phone, fax, line1, city, state, zipCode, createdAt } = office;
    const name = { name: `${firstName} ${lastName}`, firstName, lastName };
    const given = { type: "person", ...name, email, phone, fax, line1, city, state, zipCode, createdAt, ...values };
    return addContact(firm, given, role);
  };
  for (const [place, carrier] of insurers.entries()) {
    const {
      id: contactId,
      organizationId,
      createdAt,
    } = addPerson(place, { companyId: carrier.id, jobTitle: "Claims adjuster" }, "adjuster");
    const relation = { type: "adjuster_for", relatedContactId: carrier.id, startOn: createdAt.slice(0, 10), createdAt };
    firm.add({ ContactRelationship: buildRelationship({ organizationId, contactId, ...relation }) });
  }
  for (const place of [40, 41, 42])
    addPerson(place, { jobTitle: "Defense counsel", barNumber: `D-${20_000 + place}` }, "opposing_counsel");
}

type ContactValues = Omit<Given<"Contact", "name">, "organizationId">;

function describeContact(firm: Firm, type: string, name: string): ContactValues {
  const { random, definition } = firm;
  const place = pickPlace(random, random.chance(0.75) ? definition.states[0] : random.pick(definition.states));
  const createdAt = firm.now - random.integer(1_310, 1_390) * dayMilliseconds;
  const local = name.toLowerCase().replace(/[^a-z]+/g, "-");
  return {
    type,
    name,
    // Real identifiers begin with 1 or 2.
    npi: type === "medical_provider" ? completeIdentifier(`9${random.digits(9).slice(1)}`) : null,
    email: type === "court" ? null : `records@${local}.example`,
    phone: pickPhone(random, place),
    fax: type === "court" ? null : pickPhone(random, place),
    line1: `${random.integer(10, 4_800)} ${random.pick(streets)}`,
    city: place.city,
    state: place.state,
    zipCode: pickZipCode(random, place),
    companyName: name,
    createdAt: toInstant(createdAt),
  };
}

/** Nine digits and the one that makes a provider identifier of them. */
function completeIdentifier(digits: string): string {
  const found = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find(isProviderIdentifier);
  if (found === undefined) throw new Error("no digit completes the identifier");
  return found;
}
