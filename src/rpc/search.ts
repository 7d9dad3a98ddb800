import type { Scope } from "../contract/scopes.ts";
import type { OwnerColumn } from "../platform/database/lists/hanging-records.ts";
import type { Tables } from "../platform/database/tables.ts";

/** A value that identifies one record or a few: who searches for it wants these, first of all. */
export interface IdentifyingField {
  /** Its name in the response of a search: that of the record's member. */
  field: string;
  /** A column with an index (organizationId, column). */
  column: string;
  /**
   * In which form the column has it: human numbers are in capitals, e-mail addresses in lower case, phone numbers in
   * E.164.
   */
  form: "text" | "number" | "email" | "phone";
  /** A table of lines, such as phone numbers, with the column that refers to the record. */
  lines?: { table: keyof Tables; owner: string };
}

/**
 * How `GET /search` finds the records of a resource and names them: the resource declares it, and the search composes
 * its statements. What it shows, the record's own GET shows to the same scope.
 */
export interface SearchPart {
  /** Singular snake case, as events name the record: `client`. */
  type: string;
  /** What records of the type are, for the reference. */
  description: string;
  /** The scope that lists the records. */
  scope: Scope;
  table: keyof Tables;
  /** The route of its GET: `/clients/{id}`. */
  path: `/${string}{id}`;
  /** Whether SearchTerm has its words, by its type; without, it is found by identifying fields alone. */
  hasWords?: true;
  /** The columns of its name, in order. Those that are null are left out. */
  title: readonly string[];
  /** The column of its human number, which stands in for a title. */
  number?: string;
  /** What tells it from others of its name. */
  subtitle: readonly string[];
  identifying: readonly IdentifyingField[];
  /** Further columns with words, as `matchedField` names them. */
  fields: readonly string[];
  /** What `matchedField` names for words of other tables, or of a text that is too long to split for each result. */
  otherField: string;
  /** What it hangs on: with that it is gone. */
  owners?: readonly OwnerColumn[];
  /** Values of a column with which a record is left out, since what it says is not for every reader of its kind. */
  withheld?: { column: string; values: readonly string[] }[];
}

/**
 * The parts of all areas, in the order of the areas.
 *
 * @throws when a type is declared twice
 */
export function collectSearch(areas: readonly { declares: { search?: readonly SearchPart[] } }[]): SearchPart[] {
  const parts = areas.flatMap(({ declares }) => declares.search ?? []);
  const twice = parts.find(({ type }, index) => parts.findIndex((other) => other.type === type) !== index);
  if (twice !== undefined) throw new Error(`${twice.type} is declared twice`);
  return parts;
}
