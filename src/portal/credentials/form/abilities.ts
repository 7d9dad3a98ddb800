import { isElevated, scopeCatalog } from "../../../contract/scopes.ts";
import type { Scope } from "../../../contract/scopes.ts";
import { nameArea, otherScopes, scopeRows } from "./scope-grid.ts";

const conjunction = new Intl.ListFormat("en-US", { type: "conjunction" });

/** "cases, leads, and clients" */
export function joinList(words: readonly string[]): string {
  return conjunction.format(words);
}

/** What these scopes open, in sentences a person can check: areas with the same rights stand together. */
export function describeAbilities(scopes: readonly Scope[]): string[] {
  const held = new Set(scopes);
  const pick = (reads: boolean, writes: boolean) =>
    scopeRows.filter((row) => held.has(row.read) === reads && held.has(row.write) === writes).map(nameArea);
  const sentence = (start: string, areas: readonly string[], end: string) => (areas.length === 0 ? [] : [`${start} ${joinList(areas)}${end}`]);
  return [
    ...sentence("Read, create and change", pick(true, true), "."),
    ...sentence("Read", pick(true, false), " only."),
    ...sentence("Create and change", pick(false, true), " only, without read access."),
    ...otherScopes.filter(({ scope }) => held.has(scope)).map(({ description }) => description),
  ];
}

/** Scopes in the order of their areas, each with the sentence of the catalogue. */
export interface AreaScopes {
  label: string;
  scopes: { scope: Scope; title: string; description: string; elevated: boolean }[];
}

const otherLabels: Readonly<Record<string, string>> = { org: "Organization", reports: "Reports and exports", events: "Events", webhooks: "Webhooks" };

/** That writing does not include reading says nothing where the key reads as well. */
const shorten = (description: string) => description.replace(" Does not include reading them.", "");

/** What a key holds, area by area. */
export function groupByArea(scopes: readonly string[]): AreaScopes[] {
  const held = new Set(scopes);
  const groups = new Map<string, AreaScopes>();
  for (const [scope, { title, description, area }] of scopeCatalog) {
    if (!held.has(scope)) continue;
    const label = scopeRows.find((row) => row.area === area)?.label ?? otherLabels[area] ?? area;
    const group = groups.get(area) ?? { label, scopes: [] };
    group.scopes.push({ scope, title, description: held.has(scope.replace(/:write$/, ":read")) ? shorten(description) : description, elevated: isElevated(scope) });
    groups.set(area, group);
  }
  return [...groups.values()];
}
