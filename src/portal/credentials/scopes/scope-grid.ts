import { capitalize } from "../../../contract/values/capitalize.ts";
import { isElevated, needsActingAttorney, scopeCatalog, type Scope } from "../../../contract/scopes.ts";
import { scopeGrid as t } from "./strings.ts";

export interface ScopeRow {
  area: string;
  /** "Documents and folders" */
  label: string;
  /** The area's content if the label does not say it: "invoices, payments and expenses" for billing. */
  holds: string | null;
  read: Scope;
  write: Scope;
}

export interface OtherScope {
  scope: Scope;
  area: string;
  title: string;
  description: string;
}

/** A row of the table of scopes; a scope without a counterpart has one of the two columns. */
export interface TableRow {
  label: string;
  hint: string | null;
  read: Scope | null;
  write: Scope | null;
}

export interface TableGroup {
  label: string;
  rows: readonly TableRow[];
}

/** "See documents and folders." → "documents and folders" */
function nameHoldings(read: Scope): string {
  return (scopeCatalog.get(read)?.description ?? "").replace(/^See /, "").replace(/\.$/, "");
}

const entries = [...scopeCatalog];
/** Areas read and written as a whole; "Read events" is a scope of its own. */
const wholeAreas = new Set(
  entries.filter(([, { title, area }]) => title === `Write ${area}`).map(([, { area }]) => area),
);
const isOfArea = (title: string, area: string) =>
  wholeAreas.has(area) && (title === `Read ${area}` || title === `Write ${area}`);

export const scopeRows: readonly ScopeRow[] = entries
  .filter(([, { title, area }]) => wholeAreas.has(area) && title === `Read ${area}`)
  .map(([read, { area }]) => {
    const holds = nameHoldings(read);
    // E-sign requests are the area esign.
    const isSaid = holds.replaceAll("-", "").startsWith(area);
    return {
      area,
      label: capitalize(isSaid ? holds : area),
      holds: isSaid ? null : holds,
      read,
      write: read.replace(/:read$/, ":write") as Scope,
    };
  });

export const otherScopes: readonly OtherScope[] = entries
  .filter(([, { title, area }]) => !isOfArea(title, area))
  .map(([scope, { area, title, description }]) => ({ scope, area, title, description }));

const toRow = ({ scope, title, description }: OtherScope): TableRow => {
  const isWriting = /:(?:write|manage)$/.test(scope);
  return { label: title, hint: description, read: isWriting ? null : scope, write: isWriting ? scope : null };
};

export const otherLabels: Readonly<Record<string, string>> = t.otherAreas;

/**
 * Every scope once: the firm's records by area, with scopes without a counterpart below their area, then everything
 * else by area.
 */
export const scopeTable: readonly TableGroup[] = [
  {
    label: t.records,
    rows: scopeRows.flatMap(({ area, label, holds, read, write }): TableRow[] => [
      { label, hint: holds, read, write },
      ...otherScopes.filter((other) => other.area === area).map(toRow),
    ]),
  },
  ...Object.entries(otherLabels).map(([area, label]) => ({
    label,
    rows: otherScopes.filter((other) => other.area === area).map(toRow),
  })),
];

/** "documents and folders" */
export function nameArea(row: ScopeRow): string {
  return row.holds ?? `${row.label.charAt(0).toLowerCase()}${row.label.slice(1)}`;
}

/** The rows that hold every word; groups without one are left out. */
export function searchScopes(search: string): readonly TableGroup[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const marks = (scope: Scope | null) =>
    scope === null
      ? []
      : [scope, isElevated(scope) ? t.elevated : "", needsActingAttorney(scope) ? t.actingAttorney : ""];
  const holdsAll = (group: TableGroup, { label, hint, read, write }: TableRow) => {
    const texts = [group.label, label, hint ?? "", ...marks(read), ...marks(write)].map((text) => text.toLowerCase());
    return words.every((word) => texts.some((text) => text.includes(word)));
  };
  return scopeTable
    .map((group) => ({ ...group, rows: group.rows.filter((row) => holdsAll(group, row)) }))
    .filter(({ rows }) => rows.length > 0);
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
  const all = held === 0 ? t.noScopes : t.scopes(held);
  return special === "" ? all : `${all} · ${special}`;
}

/** "2 elevated · 1 pending", or empty. */
export function summarizeSpecial(elevated: number, pending: number): string {
  return [elevated > 0 && t.countElevated(elevated), pending > 0 && t.countPending(pending)]
    .filter((part) => part !== false)
    .join(" · ");
}
