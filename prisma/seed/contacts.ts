import { createId } from "../../src/platform/ids.ts";
import type { Row } from "../../src/platform/tables.ts";
import type { Firm } from "./firm.ts";
import { dayMilliseconds, toInstant } from "./random.ts";
import { carriers, pickPhone, pickPlace, pickZipCode, streets } from "./words.ts";

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

/** Makes the firm's address book: providers, record vendors, insurers, courts. */
export function buildContacts(firm: Firm): FirmContacts {
  const write = (type: string, name: string): Row<"Contact"> => {
    const contact = writeContact(firm, type, name);
    firm.rows.Contact.push(contact);
    return contact;
  };
  const providers = providerNames.map(([facilityType, name]) => ({ facilityType, contact: write("medical_provider", name) }));
  const vendors = vendorNames.map((name) => write("company", name));
  for (const name of carriers) write("company", name);
  for (const name of courtNames) write("court", name);
  return { providers, vendors };
}

function writeContact(firm: Firm, type: string, name: string): Row<"Contact"> {
  const { random, definition } = firm;
  const place = pickPlace(random, random.chance(0.75) ? definition.states[0] : random.pick(definition.states));
  const createdAt = firm.now - random.integer(1_310, 1_390) * dayMilliseconds;
  const at = toInstant(createdAt);
  const local = name.toLowerCase().replace(/[^a-z]+/g, "-");
  return {
    organizationId: firm.organizationId,
    id: createId("contact", new Date(createdAt)),
    type,
    name,
    // Real identifiers begin with 1 or 2.
    npi: type === "medical_provider" ? `9${random.digits(9)}` : null,
    email: type === "court" ? null : `records@${local}.example`,
    phone: pickPhone(random, place),
    fax: type === "court" ? null : pickPhone(random, place),
    line1: `${random.integer(10, 4_800)} ${random.pick(streets)}`,
    city: place.city,
    state: place.state,
    zipCode: pickZipCode(random, place),
    createdAt: at,
    updatedAt: at,
  };
}
