import { isElevated, scopeCatalog, type Scope } from "../../../contract/scopes.ts";
import { nameArea, otherLabels, otherScopes, scopeRows } from "./scope-grid.ts";
import { joinList } from "../../ui/join-list.ts";
import { abilities as t } from "./strings.ts";

/** "leads, clients, contacts and 4 more" */
function abbreviate(names: readonly string[], most: number): string {
  return names.length <= most + 1 ? joinList(names) : joinList([...names.slice(0, most), t.more(names.length - most)]);
}

/**
 * Scopes as sentences; areas with the same rights are combined.
 *
 * @param most areas to name in a sentence
 */
export function describeAbilities(scopes: readonly Scope[], most = Infinity): string[] {
  const held = new Set(scopes);
  const pick = ({ reads, writes }: { reads: boolean; writes: boolean }) =>
    scopeRows.filter((row) => held.has(row.read) === reads && held.has(row.write) === writes).map(nameArea);
  const sentence = (write: (areas: string) => string, areas: readonly string[]) =>
    areas.length === 0 ? [] : [write(abbreviate(areas, most))];
  return [
    ...sentence(t.readsAndWrites, pick({ reads: true, writes: true })),
    ...sentence(t.reads, pick({ reads: true, writes: false })),
    ...sentence(t.writes, pick({ reads: false, writes: true })),
    ...otherScopes.filter(({ scope }) => held.has(scope)).map(({ description }) => description),
  ];
}

/** What follows on "It cannot": the limits that matter to somebody who gives a key away. */
export function describeDenials(scopes: readonly Scope[]): string[] {
  const held = new Set(scopes);
  const closed = scopeRows.filter((row) => !held.has(row.read) && !held.has(row.write)).map(nameArea);
  const isReadOnly = !scopes.some((scope) => /:(?:write|manage)$/.test(scope));
  return [
    ...(isReadOnly ? [t.createAnything] : []),
    ...(closed.length > 0 ? [(isReadOnly ? t.read : t.readOrChange)(joinList(closed, "or"))] : []),
    ...(held.has("clients:pii") ? [] : [t.revealIdentifiers]),
    ...(isReadOnly || held.has("org:manage") ? [] : [t.changeKeys]),
  ];
}

/** What the switch `mcpSensitiveRecords` of a key means. */
export function describeAssistants(canUseSensitive: boolean): string {
  return canUseSensitive ? t.sensitiveForAssistants : t.notForAssistants;
}

export interface AreaScopes {
  label: string;
  scopes: { scope: Scope; title: string; description: string; elevated: boolean }[];
}

/** "Write only" matters only if the key cannot also read. */
const shorten = (description: string) => description.replace(" Does not include reading them.", "");

export function groupByArea(scopes: readonly string[]): AreaScopes[] {
  const held = new Set(scopes);
  const groups = new Map<string, AreaScopes>();
  for (const [scope, { title, description, area }] of scopeCatalog) {
    if (!held.has(scope)) continue;
    const label = scopeRows.find((row) => row.area === area)?.label ?? otherLabels[area] ?? area;
    const group = groups.get(area) ?? { label, scopes: [] };
    group.scopes.push({
      scope,
      title,
      description: held.has(scope.replace(/:write$/, ":read")) ? shorten(description) : description,
      elevated: isElevated(scope),
    });
    groups.set(area, group);
  }
  return [...groups.values()];
}
