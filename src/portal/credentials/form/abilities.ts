import { isElevated, scopeCatalog } from "../../../contract/scopes.ts";
import type { Scope } from "../../../contract/scopes.ts";
import { nameArea, otherScopes, scopeRows } from "./scope-grid.ts";
import { joinList } from "../../ui/join-list.ts";

/** Scopes as sentences; areas with the same rights are combined. */
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

export interface AreaScopes {
  label: string;
  scopes: { scope: Scope; title: string; description: string; elevated: boolean }[];
}

const otherLabels: Readonly<Record<string, string>> = { org: "Organization", reports: "Reports and exports", events: "Events", webhooks: "Webhooks" };

/** "Write only" matters only if the key cannot also read. */
const shorten = (description: string) => description.replace(" Does not include reading them.", "");

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
