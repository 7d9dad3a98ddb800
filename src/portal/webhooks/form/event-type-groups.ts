import { capitalize } from "../../../contract/values/capitalize.ts";
import { eventTypes } from "../../../contract/events/event-catalog.generated.ts";
import {
  areaOf,
  entityOf,
  eventTypeNames,
  readingScope,
  scopesThatSee,
  type EventType,
} from "../../../contract/events/event-types.ts";
import { eventTypeGroups as t } from "./strings.ts";

export interface TypeChoice {
  type: EventType;
  sentence: string;
  /** Why the key never receives it; null if it does. */
  reason: string | null;
}

export interface TypeGroup {
  area: string;
  title: string;
  choices: readonly TypeChoice[];
}

const titles: Readonly<Record<string, string>> = t.titles;

/** "cases" → "Cases" */
function nameArea(area: string): string {
  return titles[area] ?? capitalize(area);
}

export function whyUnseen(type: EventType, scopes: ReadonlySet<string>): string | null {
  const entity = entityOf(type);
  if (scopesThatSee(entity).some((scope) => scopes.has(scope))) return null;
  return t.keyNeedsOrEvents(readingScope(entity));
}

/** Types by area in catalog order; every word of the search must match. */
export function groupTypes(scopes: readonly string[], search = ""): TypeGroup[] {
  const held = new Set(scopes);
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const groups = new Map<string, TypeChoice[]>();
  for (const type of eventTypeNames) {
    const area = areaOf(entityOf(type));
    const text = `${type} ${eventTypes[type]} ${nameArea(area)}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    groups.set(area, [
      ...(groups.get(area) ?? []),
      { type, sentence: eventTypes[type], reason: whyUnseen(type, held) },
    ]);
  }
  return [...groups].map(([area, choices]) => ({ area, title: nameArea(area), choices }));
}

/** In catalog order. */
export function toggleTypes(chosen: readonly string[], types: readonly string[], isTicked: boolean): EventType[] {
  const next = new Set(chosen);
  for (const type of types) {
    if (isTicked) next.add(type);
    else next.delete(type);
  }
  return eventTypeNames.filter((type) => next.has(type));
}

export function listUnseen(chosen: readonly string[], scopes: readonly string[]): EventType[] {
  const held = new Set(scopes);
  return eventTypeNames.filter((type) => chosen.includes(type) && whyUnseen(type, held) !== null);
}

/** One reason for a whole group; null if there are several or none. */
export function whyClosed({ choices }: Pick<TypeGroup, "choices">): string | null {
  const reasons = new Set(choices.map(({ reason }) => reason));
  return reasons.size === 1 ? (choices[0]?.reason ?? null) : null;
}

export function seesNothing(scopes: readonly string[]): boolean {
  const held = new Set(scopes);
  return eventTypeNames.every((type) => whyUnseen(type, held) !== null);
}
