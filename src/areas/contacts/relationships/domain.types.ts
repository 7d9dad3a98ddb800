import type { ContactRelationship } from "../schema.ts";

type Type = ContactRelationship["type"];

const inverses = {
  employer_of: "employee_of",
  employee_of: "employer_of",
  spouse_of: "spouse_of",
  parent_of: "child_of",
  child_of: "parent_of",
  guardian_of: "ward_of",
  ward_of: "guardian_of",
  adjuster_for: "adjusted_by",
  adjusted_by: "adjuster_for",
  subsidiary_of: "parent_company_of",
  parent_company_of: "subsidiary_of",
  partner_of: "partner_of",
  represents: "represented_by",
  represented_by: "represents",
} as const satisfies Record<Type, Type>;

/** Of a type and its inverse, the stored one. */
const kept: ReadonlySet<Type> = new Set([
  "employer_of",
  "parent_of",
  "guardian_of",
  "adjuster_for",
  "subsidiary_of",
  "represents",
]);

export interface Related {
  contactId: string;
  type: Type;
  relatedContactId: string;
}

/** The same relationship, seen from the other contact: the parent of one is the child of the other. */
export function invert({ contactId, type, relatedContactId }: Related): Related {
  return { contactId: relatedContactId, type: inverses[type], relatedContactId: contactId };
}

/** Normalizes the direction, so that a relationship is stored once. */
export function orient(related: Related): Related {
  const stands =
    inverses[related.type] === related.type ? related.contactId < related.relatedContactId : kept.has(related.type);
  return stands ? related : invert(related);
}
