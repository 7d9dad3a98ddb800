/** A source of choices that makes the same ones every time for the same seed. Not for secrets. */
export interface Random {
  /** At least 0, below 1. */
  fraction(): number;
  /** A whole number, both ends included. */
  integer(minimum: number, maximum: number): number;
  chance(probability: number): boolean;
  /** One of the items. Throws when there are none. */
  pick<Item>(items: readonly Item[]): Item;
  /** Several different items in their order; all of them when there are no more than `count`. */
  pickSome<Item>(items: readonly Item[], count: number): Item[];
  /** Digits, also with leading zeros. */
  digits(length: number): string;
  /** An instant in office hours where the span allows it. All in milliseconds since 1970. */
  instant(from: number, to: number): number;
}

export const hourMilliseconds = 3_600_000;
export const dayMilliseconds = 24 * hourMilliseconds;

/** ISO-8601 with milliseconds and Z. */
export function toInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** `YYYY-MM-DD`, in UTC. */
export function toDay(milliseconds: number): string {
  return toInstant(milliseconds).slice(0, 10);
}

/**
 * Mulberry32: 32 bits of state, a dozen operations, even enough to vary the cases of one firm. An own generator
 * because Math.random takes no seed, and because the demo must look the same on every machine.
 */
function createMulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The last end of an office day before this instant, in milliseconds. The demo counts back from here and needs
 * no weekday, so it is the same on every day but for the dates: what was tested once cannot fail on another day.
 */
export function endOfOfficeDay(now: number): number {
  const closing = 22 * hourMilliseconds;
  return now - ((now - closing) % dayMilliseconds);
}

export function createRandom(seed: number): Random {
  const fraction = createMulberry32(seed);
  const integer = (minimum: number, maximum: number): number =>
    minimum + Math.floor(fraction() * (maximum - minimum + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[integer(0, items.length - 1)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  return {
    fraction,
    integer,
    chance: (probability) => fraction() < probability,
    pick,
    pickSome: (items, count) => {
      const keyed = items.map((item, position) => ({ item, position, rank: fraction() }));
      const chosen = keyed.toSorted((left, right) => left.rank - right.rank).slice(0, count);
      return chosen.toSorted((left, right) => left.position - right.position).map(({ item }) => item);
    },
    digits: (length) => Array.from({ length }, () => integer(0, 9)).join(""),
    instant: (from, to) => {
      const drawn = from + fraction() * Math.max(0, to - from);
      // 13:00 to 22:00 UTC is the working day from New York to Phoenix.
      const wanted = drawn - (drawn % dayMilliseconds) + (13 + fraction() * 9) * hourMilliseconds;
      return Math.floor(Math.min(Math.max(wanted, from), Math.max(from, to)));
    },
  };
}
