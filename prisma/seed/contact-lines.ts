import { createId } from "../../src/platform/database/ids.ts";
import { toE164 } from "../../src/platform/phone-number.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import type { Firm } from "./firm.ts";

/** The roles that a contact's type gives it; carriers, vendors and people have theirs from the builder. */
const rolesOfTypes: Readonly<Record<string, readonly string[]>> = { medical_provider: ["provider"], court: ["court"] };

/** Writes a contact's phones, e-mails, addresses and roles, as its own columns have the primary ones. */
export function writeContactLines(firm: Firm, contact: Row<"Contact">, roles: readonly string[] = []): void {
  const { rows } = firm;
  const owner = { organizationId: contact.organizationId, contactId: contact.id };
  const { phone, fax, email, line1, city, state, zipCode } = contact;
  const numbers = [
    { label: "main", number: phone, canFax: false },
    { label: "fax", number: fax, canFax: true },
  ];
  const given = numbers.flatMap(({ number, ...line }) => (number === null ? [] : [{ ...line, number }]));
  rows.ContactPhone.push(
    ...given.map((line, index) => ({
      ...owner,
      ...line,
      position: index + 1,
      e164: toE164(line.number),
      extension: null,
      canText: false,
      isPrimary: index === 0,
    })),
  );
  if (email !== null)
    rows.ContactEmail.push({
      ...owner,
      position: 1,
      label: "main",
      address: email,
      addressKey: email.toLowerCase(),
      isPrimary: true,
    });
  rows.ContactAddress.push({
    ...owner,
    position: 1,
    label: "main",
    line1,
    line2: null,
    city,
    state,
    zipCode,
    country: "US",
    isPrimary: true,
  });
  rows.ContactRole.push(
    ...[...new Set([...roles, ...(rolesOfTypes[contact.type] ?? [])])].map((role) => ({ ...owner, role })),
  );
}

/** Says that a person adjusts claims for a carrier. */
export function relateAdjuster(firm: Firm, adjuster: Row<"Contact">, carrier: Row<"Contact">): void {
  const { createdAt } = adjuster;
  firm.rows.ContactRelationship.push({
    organizationId: firm.organizationId,
    id: createId("contactRelationship", new Date(createdAt)),
    contactId: adjuster.id,
    type: "adjuster_for",
    relatedContactId: carrier.id,
    startOn: createdAt.slice(0, 10),
    endOn: null,
    createdAt,
    updatedAt: createdAt,
  });
}
