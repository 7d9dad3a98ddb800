import type { CountPlan, PlannedCount, PlannedDate } from "../deadlines/calculation/domain.plan.ts";
import { describeOffset } from "../deadlines/calculation/domain.raw-count.ts";
import { checkConditions, describeFact } from "./domain.facts.ts";
import { otherTriggerOf, sourceOf } from "./schema.items.ts";
import type {
  AppliedTrigger,
  ChainAlternative,
  ChainFact,
  ChainFacts,
  ChainTemplateItem,
  SkippedItem,
} from "./schema.ts";

/** What a template is applied with. */
export interface Given {
  triggers: readonly AppliedTrigger[];
  facts: ChainFacts;
  serviceMethod: CountPlan["serviceMethod"];
  /** What happened on the day of the trigger. */
  triggerLabel: string;
}

/** An item that has a date, and what this is counted from. */
export interface PlannedItem {
  item: ChainTemplateItem;
  /** The day of the trigger; the date of the deadline of another item; or the day of a further trigger. */
  from:
    | { source: "trigger" }
    | { source: "item"; key: string; label: string }
    | { source: "date"; on: string; label: string };
  /** The item's own count, or the first one that applies. */
  main: PlannedCount;
  /** Null where the item is one count that always applies. */
  plan: CountPlan | null;
}

export interface PlannedChain {
  /** In the order of the items; steps among them. */
  planned: PlannedItem[];
  skipped: SkippedItem[];
}

type Counted = ChainTemplateItem | ChainAlternative;

interface Resolved {
  date: PlannedDate;
  /** The steps from which it is counted, each after those that it follows. */
  steps: readonly PlannedDate[];
  from: PlannedItem["from"] | null;
}

/**
 * What each item of a template is counted from, with what was given: without counts that the facts exclude, and without
 * those whose day is not known.
 *
 * @param items each after those from which it is counted
 */
export function planItems(items: readonly ChainTemplateItem[], given: Given): PlannedChain {
  const triggers = new Map(given.triggers.map((trigger) => [trigger.key, trigger]));
  const done = new Map<string, Done>();
  const chain: PlannedChain = { planned: [], skipped: [] };
  for (const item of items) {
    const resolved = resolveItem(item, { given, triggers, done });
    done.set(item.key, { item, resolved });
    if ("reason" in resolved) chain.skipped.push(resolved);
    else chain.planned.push(describePlanned(item, resolved, given));
  }
  return chain;
}

interface Done {
  item: ChainTemplateItem;
  resolved: Resolved | SkippedItem;
}

interface Known {
  given: Given;
  triggers: ReadonlyMap<string, AppliedTrigger>;
  done: ReadonlyMap<string, Done>;
}

function resolveItem(item: ChainTemplateItem, known: Known): Resolved | SkippedItem {
  const counts: PlannedCount[] = [];
  const unknown: string[] = [];
  const excluding = new Set<ChainFact>();
  const steps = new Map<string, PlannedDate>();
  let from: Resolved["from"] = null;
  for (const count of [item, ...item.alternatives]) {
    const checked = checkConditions(count, known.given.facts);
    if (!checked.applies) {
      for (const fact of [...count.onlyIf, ...count.unless]) excluding.add(fact);
      continue;
    }
    const source = resolveSource(count, known);
    if (source === "does_not_apply") continue;
    if (source === null) {
      unknown.push(nameSource(count, known));
      continue;
    }
    for (const step of source.steps) steps.set(step.key, step);
    from = preferTrigger(from, source.from);
    const described = describeCount(item, count, source, checked.unknown);
    counts.push(source.doubt === undefined ? described : { ...described, onlyIf: [...described.onlyIf, source.doubt] });
  }
  const { key: itemKey, title, choose } = item;
  if (counts.length > 0)
    return {
      date: { key: itemKey, title, choose, counts, unknown, ...findDueTime(item, counts) },
      steps: [...steps.values()],
      from,
    };
  return {
    itemKey,
    title,
    reason: unknown.length > 0 ? "trigger_date_unknown" : "does_not_apply",
    missing: unknown,
    facts: [...excluding],
  };
}

/**
 * The time of day of an item's counts in days, where the deadline does not say it: of a step, and of what is counted in
 * hours, too, whose deadline has the time of the count that was chosen.
 */
function findDueTime({ isStep, dueTime }: ChainTemplateItem, counts: readonly PlannedCount[]) {
  const isSaid = isStep ? dueTime === null : counts.every(({ unit }) => unit !== "hours");
  return isSaid ? {} : { dueTime };
}

/** A day that moves by itself, rather than that of a further trigger. */
function preferTrigger(found: Resolved["from"], other: Resolved["from"]): Resolved["from"] {
  if (found === null) return other;
  return found.source === "date" && other !== null && other.source !== "date" ? other : found;
}

interface Source {
  count: PlannedCount["from"];
  label: string;
  from: Resolved["from"];
  steps: readonly PlannedDate[];
  /** What is not known of the step from which is counted, as a fact in words. */
  doubt?: string;
}

/** A step that each of the counts leaves in doubt may not apply at all. */
const isInDoubt = ({ counts }: PlannedDate): boolean =>
  counts.every(({ onlyIf, unless }) => onlyIf.length + unless.length > 0);

/** Null where the day is not known. */
function resolveSource(count: Counted, { given, triggers, done }: Known): Source | null | "does_not_apply" {
  const trigger = otherTriggerOf(count);
  if (trigger !== null) {
    const { on = null, label = trigger } = triggers.get(trigger) ?? {};
    return on === null
      ? null
      : { count: { source: "date", on }, label, from: { source: "date", on, label }, steps: [] };
  }
  const source = sourceOf(count);
  if (source === null)
    return { count: { source: "trigger" }, label: given.triggerLabel, from: { source: "trigger" }, steps: [] };
  const found = done.get(source);
  if (found === undefined) return null;
  const { item, resolved } = found;
  if ("reason" in resolved) return resolved.reason === "does_not_apply" ? "does_not_apply" : null;
  if (!item.isStep)
    return {
      count: { source: "trigger" },
      label: item.title,
      from: { source: "item", key: source, label: item.title },
      steps: [],
    };
  const { date, from, steps } = resolved;
  return {
    count: { source: "step", key: source },
    label: item.title,
    from,
    steps: [...steps, date],
    ...(isInDoubt(date) && { doubt: `“${item.title}” applies` }),
  };
}

function nameSource(count: Counted, { triggers, done }: Known): string {
  const trigger = otherTriggerOf(count) ?? "";
  const source = sourceOf(count) ?? "";
  return triggers.get(trigger)?.label ?? done.get(source)?.item.title ?? (trigger || source);
}

function describeCount(
  item: ChainTemplateItem,
  count: Counted,
  { count: from, label }: Source,
  unknown: readonly ChainFact[],
): PlannedCount {
  const { offset, unit, direction, rollRule, startRule, nextWeekday, isExtendedByService } = count;
  const words = `${describeOffset(count)} ${direction} “${label}”`;
  const citation = count === item ? null : count.citation;
  const [onlyIf, unless] = [count.onlyIf, count.unless].map((facts) =>
    facts.filter((fact) => unknown.includes(fact)).map(describeFact),
  );
  return {
    offset,
    unit,
    direction,
    rollRule,
    startRule,
    nextWeekday,
    isExtendedByService,
    from,
    label: words,
    citation,
    onlyIf: onlyIf ?? [],
    unless: unless ?? [],
  };
}

/** Whether an item is one count that always applies, from a day that the deadline has itself. */
const isPlain = (
  item: ChainTemplateItem,
  {
    date: {
      counts: [only],
    },
  }: Resolved,
): boolean =>
  item.alternatives.length === 0 &&
  item.onlyIf.length === 0 &&
  item.unless.length === 0 &&
  only !== undefined &&
  only.from.source !== "step";

function describePlanned(item: ChainTemplateItem, resolved: Resolved, { serviceMethod }: Given): PlannedItem {
  const { counts } = resolved.date;
  const main = counts.find(({ from }) => from.source === "trigger") ?? counts[0];
  if (main === undefined || resolved.from === null) throw new Error("a planned item without a day");
  const plan = isPlain(item, resolved) ? null : { steps: resolved.steps, last: resolved.date, serviceMethod };
  return { item, from: resolved.from, main, plan };
}

/**
 * Whether hours run from what an item is counted from, in the item, in an alternative that the facts may come to allow,
 * or in a step.
 */
export function countsHours({ item, plan }: PlannedItem): boolean {
  const ofItem = [item, ...item.alternatives].some((count) => count.unit === "hours" && otherTriggerOf(count) === null);
  const ofSteps = plan?.steps.some(({ counts }) =>
    counts.some(({ unit, from }) => unit === "hours" && from.source === "trigger"),
  );
  return ofItem || ofSteps === true;
}
