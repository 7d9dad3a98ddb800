import { findCountFault, type Checked } from "../deadlines/calculation/domain.faults.ts";

/**
 * What the items of a chain template are counted from, and how. An item is counted from a trigger of the template, or
 * from an item before it: from a deadline, or from a step, which is a date and no deadline.
 */

const itemPrefix = "item:";
const triggerPrefix = "trigger:";

interface Sourced {
  from: string;
}

/** An item as far as it says what it is counted from; old chains have stored no more than that. */
export interface LinkedItem extends Sourced {
  key: string;
  isStep?: boolean;
  alternatives?: readonly Sourced[];
}

/** The key of the item from whose date is counted; null for a trigger. */
export const sourceOf = ({ from }: Sourced): string | null =>
  from.startsWith(itemPrefix) ? from.slice(itemPrefix.length) : null;

/** The key of the further trigger from which is counted; null for the trigger and for an item. */
export const otherTriggerOf = ({ from }: Sourced): string | null =>
  from.startsWith(triggerPrefix) ? from.slice(triggerPrefix.length) : null;

const countsOf = (item: LinkedItem): readonly Sourced[] => [item, ...(item.alternatives ?? [])];

/** The keys of the items from whose dates an item is counted. */
export const sourcesOf = (item: LinkedItem): string[] =>
  countsOf(item)
    .map(sourceOf)
    .filter((source) => source !== null);

const mostSteps = 10;
/** Of all items together: what bounds the work of a preview. */
const mostCounts = 120;

/**
 * What the dates of each item follow in the end, through its steps: the trigger, or the deadlines of other items.
 * Further triggers are not among them, whose days move only when the chain is recalculated.
 *
 * @param items each after those from which it is counted
 * @returns by key: `trigger`, or `item:` and a key; at most one where {@link findItemFault} finds nothing
 */
export function findAnchors(items: readonly LinkedItem[]): Map<string, ReadonlySet<string>> {
  const steps = new Map<string, ReadonlySet<string>>();
  const anchors = new Map<string, ReadonlySet<string>>();
  for (const item of items) {
    const own = new Set<string>();
    for (const count of countsOf(item)) {
      const source = sourceOf(count);
      const ofStep = source === null ? undefined : steps.get(source);
      if (ofStep !== undefined) for (const each of ofStep) own.add(each);
      else if (otherTriggerOf(count) === null) own.add(count.from);
    }
    anchors.set(item.key, own);
    if (item.isStep === true) steps.set(item.key, own);
  }
  return anchors;
}

interface Fault {
  path: (string | number)[];
  message: string;
}

/**
 * What is wrong with where the items of a template are counted from.
 *
 * @param triggers the further ones of the template
 */
export function findItemFault(items: readonly LinkedItem[], triggers: readonly { key: string }[] = []): Fault | null {
  const known = new Set(triggers.map(({ key }) => key));
  const before = new Set<string>();
  let counts = 0;
  for (const [place, item] of items.entries()) {
    if (before.has(item.key)) return { path: [place, "key"], message: "must not be the key of two items" };
    for (const [number, count] of countsOf(item).entries()) {
      const path = number === 0 ? [place, "from"] : [place, "alternatives", number - 1, "from"];
      const source = sourceOf(count);
      const trigger = otherTriggerOf(count);
      if (source !== null && !before.has(source)) return { path, message: "must name an item before it" };
      if (trigger !== null && !known.has(trigger)) return { path, message: "must name one of the template’s triggers" };
    }
    counts += countsOf(item).length;
    if (counts > mostCounts)
      return {
        path: [place, "alternatives"],
        message: `must not bring the items and their alternatives to more than ${mostCounts}`,
      };
    before.add(item.key);
  }
  return findStepFault(items) ?? findAnchorFault(items);
}

function findStepFault(items: readonly LinkedItem[]): Fault | null {
  const steps = items.filter(({ isStep }) => isStep === true);
  if (steps.length > mostSteps)
    return {
      path: [items.indexOf(steps[mostSteps] as LinkedItem), "isStep"],
      message: `must not be more than ${mostSteps} of a template`,
    };
  if (steps.length === items.length)
    return { path: [0, "isStep"], message: "must not be every item: a template makes at least one deadline" };
  const named = new Set(items.flatMap(sourcesOf));
  const idle = steps.find(({ key }) => !named.has(key));
  return idle === undefined
    ? null
    : { path: [items.indexOf(idle), "isStep"], message: "must be a date from which another item is counted" };
}

function findAnchorFault(items: readonly LinkedItem[]): Fault | null {
  const anchors = findAnchors(items);
  const place = items.findIndex(({ key }) => (anchors.get(key)?.size ?? 0) > 1);
  return place === -1
    ? null
    : {
        path: [place, "alternatives"],
        message: "must be counted from the trigger, or from one other deadline, not from both",
      };
}

type CountedItem = Sourced & Checked & { alternatives: readonly (Sourced & Omit<Checked, "dueTime">)[] };

/**
 * What of the counts of a template cannot be counted. The time of day of an item is that of its alternatives in days,
 * too.
 */
export function findCountsFault(items: readonly CountedItem[]): Fault | null {
  for (const [place, item] of items.entries()) {
    const counts = [item, ...item.alternatives.map((count) => ({ ...count, dueTime: null }))];
    for (const [number, count] of counts.entries()) {
      const path = number === 0 ? [place] : [place, "alternatives", number - 1];
      const fault = findCountFault(count);
      if (fault !== null) return { path: [...path, fault.path], message: fault.message };
      if (count.unit === "hours" && otherTriggerOf(count) !== null)
        return {
          path: [...path, "unit"],
          message: "must not be hours from a further trigger, which has a day and no time; count days",
        };
    }
  }
  return null;
}
