import type { Count } from "../calculation/schema.ts";

type Unit = Count["unit"];

/** What an example says of a count besides its start, number, unit and direction; the rest is the product's default. */
export type CountMore = Partial<Omit<Count, "startOn" | "offset" | "unit" | "direction">>;
export type ExampleCount = Pick<Count, "startOn" | "offset" | "unit" | "direction"> & CountMore;

/** A date that a court, a committee note or a rule says, and how it is counted. */
export interface CourtDayExample {
  id: string;
  /**
   * `source`: the date is the source's own, or follows from what it held (filed a day later: late). `rule text`: it was
   * counted by hand from the rule, or from a court's list of holidays.
   */
  by: "source" | "rule text";
  jurisdiction: "US" | "CA" | "FL" | "GA" | "IL" | "MI" | "MO" | "NJ" | "NY" | "OH" | "PA" | "TX" | "WA";
  rule: string;
  /** Its name, and in parentheses where it was found; read on {@link readOn}. */
  source: string;
  count: ExampleCount;
  /** A date, and for hours the time of day. */
  expected: string;
  /** Days that the shipped calendar must have closed. */
  closed?: readonly string[];
  /** Days that are holidays elsewhere, and open in these courts. */
  open?: readonly string[];
  /** Days of this court alone. */
  court?: readonly { on: string; type: "closed" | "inaccessible" }[];
  /** Holidays of the state that count forward only (Fed. R. Civ. P. 6(a)(6)(C)). */
  forwardOnly?: readonly string[];
  note?: string;
  /** Why the product cannot say it. */
  notExpressible?: string;
}

export const readOn = "2026-11-29";

const countOf =
  (direction: Count["direction"]) =>
  (startOn: string, offset: number, ...rest: [Unit?, CountMore?] | [CountMore?]): ExampleCount => {
    const [unit, more] = typeof rest[0] === "string" ? [rest[0], rest[1]] : ["calendar_days" as const, rest[0]];
    return { startOn, offset, unit, direction, ...more };
  };

/** A count after a day: of calendar days unless a unit is named. */
export const after = countOf("after");
/** A count before a day: of calendar days unless a unit is named. */
export const before = countOf("before");

export const examplesOf = (
  jurisdiction: CourtDayExample["jurisdiction"],
  examples: readonly Omit<CourtDayExample, "jurisdiction">[],
): readonly CourtDayExample[] => examples.map((example) => ({ jurisdiction, ...example }));
