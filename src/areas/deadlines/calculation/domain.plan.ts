import type { Count, DeadlineCalculation, DeadlineWarning } from "./schema.ts";

/**
 * A date that is the earliest or the latest of several counts, such as 21 days after an answer or 21 days after a
 * motion, whichever is earlier; and the steps before it, which are dates and no deadlines.
 */

/** Of several dates. */
export type Choice = "earliest" | "latest";

/** One of the counts of a date. */
export interface PlannedCount extends Pick<Count, "offset" | "unit" | "direction" | "startRule" | "nextWeekday"> {
  rollRule: NonNullable<Count["rollRule"]>;
  /** From the deadline's trigger, from a step of the plan, or from another day. */
  from: { source: "trigger" } | { source: "step"; key: string } | { source: "date"; on: string };
  /** What it is counted from, in words. */
  label: string;
  isExtendedByService: boolean;
  /** Of this count, where the item's is another one. */
  citation: string | null;
  /** Facts in words that are not known: it counts if all of these are true, */
  onlyIf: readonly string[];
  /** and none of these is. */
  unless: readonly string[];
}

/**
 * A date of a plan.
 *
 * @property unknown what has no date, and so does not count
 * @property dueTime `HH:MM` of counts in days, null for the end of the day; left out where the deadline has it, and of a
 *   step that has none. The time of hours follows from these.
 */
export interface PlannedDate {
  key: string;
  title: string;
  choose: Choice;
  counts: readonly PlannedCount[];
  unknown: readonly string[];
  dueTime?: string | null;
}

/** How a deadline's date is counted where one count does not say it; stored with the deadline. */
export interface CountPlan {
  /** Each before those that are counted from it. */
  steps: readonly PlannedDate[];
  last: PlannedDate;
  serviceMethod: Count["serviceMethod"];
}

export type Calculated = DeadlineCalculation & { rolledOn: string };

/**
 * What a count is counted from.
 *
 * @property time `HH:MM`, from which hours run; null where it is not known
 */
export interface CountStart {
  on: string;
  time: string | null;
}

interface CountGiven extends Pick<PlannedDate, "dueTime"> {
  start: CountStart;
  serviceMethod: Count["serviceMethod"];
}

/** Counts from a day, or in hours from a time of it. */
export type CountFrom = (count: PlannedCount, given: CountGiven) => Calculated;

interface Candidate {
  count: PlannedCount;
  calculation: Calculated;
}

const mostCandidates = 10;
const mostSteps = 60;

/** Sorts as the local times do: on one day the time decides, and the end of the day is the last. */
const momentOf = ({ calculation: { rolledOn, dueTime } }: Candidate): string => `${rolledOn} ${dueTime ?? "24:00"}`;
const earlier = (one: Candidate, other: Candidate): Candidate => (momentOf(other) < momentOf(one) ? other : one);
const later = (one: Candidate, other: Candidate): Candidate => (momentOf(other) > momentOf(one) ? other : one);
const factsOf = (counts: readonly PlannedCount[]): string[] => [
  ...new Set(counts.flatMap(({ onlyIf, unless }) => [...onlyIf, ...unless])),
];

/**
 * Of more facts than these not each combination is looked at: then a count that depends on one makes a date earlier,
 * never later.
 */
const mostCombined = 8;

type Candidates = readonly [Candidate, ...Candidate[]];

/** The date for each way in which the unknown facts may turn out; undefined where nothing counts. */
function* chooseForEach(
  choose: Choice,
  candidates: Candidates,
  facts: readonly string[],
): Generator<Candidate | undefined> {
  for (let combination = 0; combination < 2 ** facts.length; combination += 1) {
    const isTrue = (fact: string) => Math.floor(combination / 2 ** facts.indexOf(fact)) % 2 === 1;
    const [first, ...others] = candidates.filter(
      ({ count: { onlyIf, unless } }) => onlyIf.every(isTrue) && !unless.some(isTrue),
    );
    yield first === undefined ? undefined : others.reduce(choose === "earliest" ? earlier : later, first);
  }
}

/**
 * The earliest date that the unknown facts allow.
 *
 * @property isDoubtful whether these make a difference
 */
function chooseAmong(choose: Choice, candidates: Candidates): { chosen: Candidate; isDoubtful: boolean } {
  const facts = factsOf(candidates.map(({ count }) => count));
  const [only, ...others] = candidates;
  if (facts.length > mostCombined) return { chosen: others.reduce(earlier, only), isDoubtful: true };
  const each = [...chooseForEach(choose, candidates, facts)];
  const [first, ...rest] = each.filter((found) => found !== undefined);
  if (first === undefined) throw new Error("a planned date that no facts allow");
  const chosen = rest.reduce(earlier, first);
  const chosenAt = momentOf(chosen);
  return { chosen, isDoubtful: each.some((found) => found === undefined || momentOf(found) !== chosenAt) };
}

/** The conservative date of each count, chosen in the same way. */
function findConservative(choose: Choice, [first, ...others]: Candidates): string {
  const conservative = ({ count, calculation }: Candidate): Candidate => ({
    count,
    calculation: { ...calculation, rolledOn: calculation.conservativeOn ?? calculation.rolledOn },
  });
  return chooseAmong(choose, [conservative(first), ...others.map(conservative)]).chosen.calculation.rolledOn;
}

interface Found {
  candidates: Candidates;
  chosen: Candidate;
  isDoubtful: boolean;
}

function findDate(
  { counts, choose, dueTime }: PlannedDate,
  startOf: (count: PlannedCount) => CountStart,
  countFrom: CountFrom,
  servedBy: Count["serviceMethod"],
): Found {
  const candidates = counts.map((count) => {
    const serviceMethod = count.isExtendedByService ? servedBy : null;
    const ofDate = dueTime === undefined ? {} : { dueTime };
    return { count, calculation: countFrom(count, { start: startOf(count), serviceMethod, ...ofDate }) };
  });
  const [first, ...others] = candidates;
  if (first === undefined) throw new Error("a planned date without a count");
  return { candidates: [first, ...others], ...chooseAmong(choose, [first, ...others]) };
}

type Step = DeadlineCalculation["steps"][number];

const describeTime = ({ dueTime }: Calculated): string => (dueTime === null ? "" : `, ${dueTime}`);

/** Which of the dates was taken, and why. */
function explainChoice({ choose, unknown, counts }: PlannedDate, { candidates, chosen, isDoubtful }: Found): Step[] {
  const facts = factsOf(counts);
  const steps: Step[] = unknown.map((label) => ({
    text: `No date is known for “${label}”: it does not count`,
    on: null,
  }));
  if (isDoubtful)
    steps.push({ text: `Not known: ${facts.join("; ")}. The earliest date that they allow is taken`, on: null });
  for (const { count, calculation } of candidates.length > 1 ? candidates : [])
    steps.push({ text: `${count.label}${describeTime(calculation)}`, on: calculation.rolledOn });
  if (candidates.length > 1)
    steps.push({ text: `The ${choose} counts: ${chosen.count.label}`, on: chosen.calculation.rolledOn });
  return steps;
}

/**
 * Counts a plan from the deadline's trigger. `candidates` has the date of each count; what has no date or depends on a
 * fact that is not known is a step and a warning.
 */
export function countPlan(
  { steps, last, serviceMethod }: CountPlan,
  trigger: CountStart,
  countFrom: CountFrom,
): Calculated {
  const dates = new Map<string, CountStart>();
  const before: Step[] = [];
  const warnings = new Set<DeadlineWarning>();
  const startOf = ({ from }: PlannedCount): CountStart => {
    if (from.source === "date") return { on: from.on, time: null };
    const start = from.source === "trigger" ? trigger : dates.get(from.key);
    if (start === undefined) throw new Error("a planned count from a later step");
    return start;
  };
  const warn = (planned: PlannedDate, { candidates, isDoubtful }: Found): void => {
    if (planned.unknown.length > 0) warnings.add("trigger_date_unknown");
    if (isDoubtful) warnings.add("fact_unknown");
    for (const warning of candidates.flatMap(({ calculation }) => calculation.warnings))
      if (warning !== "falls_on_closed_day") warnings.add(warning);
  };
  for (const step of steps) {
    const found = findDate({ dueTime: null, ...step }, startOf, countFrom, serviceMethod);
    warn(step, found);
    const { rolledOn: on, dueTime: time } = found.chosen.calculation;
    dates.set(step.key, { on, time });
    const at = describeTime(found.chosen.calculation);
    before.push(...explainChoice(step, found), { text: `Step: ${step.title}${at}`, on });
  }
  const found = findDate(last, startOf, countFrom, serviceMethod);
  warn(last, found);
  const { calculation, count } = found.chosen;
  for (const warning of calculation.warnings) warnings.add(warning);
  return {
    ...calculation,
    conservativeOn: findConservative(last.choose, found.candidates),
    citation: count.citation ?? calculation.citation,
    candidates: found.candidates
      .slice(0, mostCandidates)
      .map((each) => ({ label: each.count.label, on: each.calculation.rolledOn })),
    warnings: [...warnings],
    steps: [...before, ...explainChoice(last, found), ...calculation.steps].slice(0, mostSteps),
  };
}
