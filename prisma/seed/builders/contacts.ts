import { toE164 } from "../../../src/platform/phone-number.ts";
import { newId, type Given, type Values } from "./records.ts";

/** A company, unless the values give another type. */
export const buildContact = (values: Given<"Contact", "organizationId" | "name">): Values<"Contact"> => ({
  id: newId("contact", values.createdAt),
  type: "company",
  ...values,
});

interface ContactLines {
  ContactPhone: Values<"ContactPhone">[];
  ContactEmail: Values<"ContactEmail">[];
  ContactAddress: Values<"ContactAddress">[];
  ContactRole: Values<"ContactRole">[];
}

/** The lines that a contact's own columns repeat: phone, fax, email and address; and its roles. */
export function buildContactLines(contact: Values<"Contact">, roles: readonly string[] = []): ContactLines {
  const {
    organizationId,
    id: contactId,
    phone,
    fax,
    email,
    line1,
    city = null,
    state = null,
    zipCode = null,
  } = contact;
  const owner = { organizationId, contactId };
  const line = { ...owner, position: 1, label: "main", isPrimary: true };
  const numbers = [
    { label: "main", number: phone ?? null, canFax: false },
    { label: "fax", number: fax ?? null, canFax: true },
  ];
  return {
    ContactPhone: numbers
      .flatMap(({ number, ...of }) => (number === null ? [] : [{ ...of, number, e164: toE164(number) }]))
      .map((phoneLine, index) => ({ ...owner, ...phoneLine, position: index + 1, isPrimary: index === 0 })),
    ContactEmail:
      (email ?? null) === null ? [] : [{ ...line, address: email ?? "", addressKey: (email ?? "").toLowerCase() }],
    ContactAddress: [{ ...line, line1: line1 ?? null, city, state, zipCode, country: "US" }],
    ContactRole: roles.map((role) => ({ ...owner, role })),
  };
}

/** Says that a company belongs to another, unless the values give another type. */
export const buildRelationship = (
  values: Given<"ContactRelationship", "organizationId" | "contactId" | "relatedContactId">,
): Values<"ContactRelationship"> => ({
  id: newId("contactRelationship", values.createdAt),
  type: "subsidiary_of",
  ...values,
});

/** A completed check for conflicts of interest. */
export const buildCheck = (
  values: Given<"ConflictCheck", "organizationId" | "terms" | "requestedBy">,
): Values<"ConflictCheck"> => ({
  id: newId("conflictCheck", values.createdAt),
  status: "completed",
  completedAt: values.createdAt ?? "2026-03-14T15:09:26.535Z",
  ...values,
});

/** The first result of a check: a client of a similar name. */
export const buildResult = (
  values: Given<"ConflictResult", "organizationId" | "checkId" | "entityId" | "displayName">,
): Values<"ConflictResult"> => ({
  id: newId("conflictResult", values.createdAt),
  position: 1,
  termIndex: 0,
  entity: "client",
  matchedOn: ["name"],
  matchScore: 90,
  ...values,
});
