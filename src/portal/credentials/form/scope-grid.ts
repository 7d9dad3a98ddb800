import { isElevated, needsActingAttorney, scopeCatalog } from "../../../contract/scopes.ts";
import type { Scope } from "../../../contract/scopes.ts";

export interface ScopeRow {
  area: string;
  /** "Documents and folders" */
  label: string;
  /** The area's content if the label does not say it: "invoices and payments" for billing. */
  holds: string | null;
  read: Scope;
  write: Scope;
}

export interface OtherScope {
  scope: Scope;
  title: string;
  description: string;
}

/** "See documents and folders." → "documents and folders" */
function nameHoldings(read: Scope): string {
  return (scopeCatalog.get(read)?.description ?? "").replace(/^See /, "").replace(/\.$/, "");
}

const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const entries = [...scopeCatalog];
/** Areas read and written as a whole; "Read events" is a scope of its own. */
const wholeAreas = new Set(entries.filter(([, { title, area }]) => title === `Write ${area}`).map(([, { area }]) => area));
const isOfArea = (title: string, area: string) => wholeAreas.has(area) && (title === `Read ${area}` || title === `Write ${area}`);

export const scopeRows: readonly ScopeRow[] = entries
  .filter(([, { title, area }]) => wholeAreas.has(area) && title === `Read ${area}`)
  .map(([read, { area }]) => {
    const holds = nameHoldings(read);
    // E-sign requests are the area esign.
    const isSaid = holds.replaceAll("-", "").startsWith(area);
    return { area, label: capitalize(isSaid ? holds : area), holds: isSaid ? null : holds, read, write: read.replace(/:read$/, ":write") as Scope };
  });

export const otherScopes: readonly OtherScope[] = entries
  .filter(([, { title, area }]) => !isOfArea(title, area))
  .map(([scope, { title, description }]) => ({ scope, title, description }));

/** "documents and folders" */
export function nameArea(row: ScopeRow): string {
  return row.holds ?? `${row.label.charAt(0).toLowerCase()}${row.label.slice(1)}`;
}

export function searchScopes(search: string): { rows: readonly ScopeRow[]; others: readonly OtherScope[] } {
  const words = search.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const holdsAll = (...texts: string[]) => words.every((word) => texts.some((text) => text.toLowerCase().includes(word)));
  const marks = (scope: Scope) => `${isElevated(scope) ? "elevated" : ""} ${needsActingAttorney(scope) ? "acting attorney" : ""}`;
  return {
    rows: scopeRows.filter((row) => holdsAll(row.label, row.holds ?? "", row.read, row.write, marks(row.read), marks(row.write))),
    others: otherScopes.filter(({ scope, title, description }) => holdsAll(scope, title, description, marks(scope))),
  };
}

export function orderScopes(scopes: Iterable<string>): Scope[] {
  const chosen = new Set<string>(scopes);
  return [...scopeCatalog.keys()].filter((scope) => chosen.has(scope));
}

/** Toggles one scope only: writing does not include reading. */
export function toggleScope(scopes: readonly Scope[], scope: Scope): Scope[] {
  return orderScopes(scopes.includes(scope) ? scopes.filter((each) => each !== scope) : [...scopes, scope]);
}

export function findElevated(scopes: readonly Scope[]): Scope[] {
  return scopes.filter(isElevated);
}

export function findOnBehalf(scopes: readonly Scope[]): Scope[] {
  return scopes.filter(needsActingAttorney);
}

/** "12 scopes · 2 elevated · 1 pending" */
export function summarizeScopes(held: number, elevated: number, pending: number): string {
  const special = summarizeSpecial(elevated, pending);
  const all = held === 0 ? "No scopes" : `${held} ${held === 1 ? "scope" : "scopes"}`;
  return special === "" ? all : `${all} · ${special}`;
}

/** "2 elevated · 1 pending", or empty. */
export function summarizeSpecial(elevated: number, pending: number): string {
  return [elevated > 0 && `${elevated} elevated`, pending > 0 && `${pending} pending`].filter((part) => part !== false).join(" · ");
}
