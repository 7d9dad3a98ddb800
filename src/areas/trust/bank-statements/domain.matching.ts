/** What matching compares: a line of the bank, and what a transaction moves at the bank. */
interface Movement {
  id: string;
  /** Of the bank's posting, or of the transaction. */
  on: string;
  /** Signed: a deposit is positive. */
  amountCents: number;
  checkNumber: string | null;
  /** The bank's, or the firm's. */
  reference: string | null;
}

export const matchMethods = ["check_number", "reference", "amount_date"] as const;
export type MatchMethod = (typeof matchMethods)[number];

export interface Match {
  lineId: string;
  transactionId: string;
  method: MatchMethod;
}

/** How many days before a transaction, and after it, the bank may post its amount. */
export const matchDays = { before: 3, after: 10 } as const;

const normalize = (text: string): string => text.trim().toLowerCase();

/** `0001042` of the bank is check 1042 of the books. */
export const normalizeCheckNumber = (checkNumber: string): string => normalize(checkNumber).replace(/^0+(?=.)/u, "");

const keyOfCheck = ({ amountCents, checkNumber }: Movement): string | null =>
  checkNumber === null ? null : `${amountCents}:${normalizeCheckNumber(checkNumber)}`;

const keyOfReference = ({ amountCents, reference }: Movement): string | null =>
  reference === null ? null : `${amountCents}:${normalize(reference)}`;

/** With different check numbers they are different checks, whatever else agrees. */
const contradicts = (line: Movement, transaction: Movement): boolean =>
  line.checkNumber !== null &&
  transaction.checkNumber !== null &&
  normalizeCheckNumber(line.checkNumber) !== normalizeCheckNumber(transaction.checkNumber);

interface Unmatched {
  lines: readonly Movement[];
  transactions: readonly Movement[];
}

/**
 * Matches lines of the bank with transactions: by check number and amount, then by reference and amount, then by amount
 * within the days of {@link matchDays}. In each pass only a line and a transaction that are each other's only candidate
 * match, so the result does not depend on the order of either. Lines and transactions with different check numbers
 * never match.
 *
 * Takes n log n steps, however many have the same amount.
 */
export function matchLines(lines: readonly Movement[], transactions: readonly Movement[]): Match[] {
  const byCheck = pairByKey({ lines, transactions }, keyOfCheck, "check_number");
  const afterChecks = without({ lines, transactions }, byCheck);
  const byReference = pairByKey(afterChecks, keyOfReference, "reference");
  return [...byCheck, ...byReference, ...pairByDay(without(afterChecks, byReference))];
}

function without({ lines, transactions }: Unmatched, matches: readonly Match[]): Unmatched {
  const lineIds = new Set(matches.map(({ lineId }) => lineId));
  const transactionIds = new Set(matches.map(({ transactionId }) => transactionId));
  return {
    lines: lines.filter(({ id }) => !lineIds.has(id)),
    transactions: transactions.filter(({ id }) => !transactionIds.has(id)),
  };
}

function pairByKey(
  { lines, transactions }: Unmatched,
  keyOf: (movement: Movement) => string | null,
  method: MatchMethod,
): Match[] {
  const transactionsByKey = Map.groupBy(transactions, keyOf);
  return [...Map.groupBy(lines, keyOf)].flatMap(([key, [line, ...otherLines]]) => {
    const [transaction, ...others] = key === null ? [] : (transactionsByKey.get(key) ?? []);
    const isUnique = line !== undefined && transaction !== undefined && otherLines.length + others.length === 0;
    return isUnique && !contradicts(line, transaction)
      ? [{ lineId: line.id, transactionId: transaction.id, method }]
      : [];
  });
}

function pairByDay({ lines, transactions }: Unmatched): Match[] {
  const transactionsByAmount = Map.groupBy(transactions, ({ amountCents }) => amountCents);
  return [...Map.groupBy(lines, ({ amountCents }) => amountCents)].flatMap(([amountCents, ofAmount]) => {
    const candidates = new DaySet(transactionsByAmount.get(amountCents) ?? []);
    const rivals = new DaySet(ofAmount);
    return ofAmount.flatMap((line): Match[] => {
      const transaction = candidates.findOnly(line, -matchDays.after, matchDays.before);
      if (transaction === null) return [];
      return rivals.findOnly(transaction, -matchDays.before, matchDays.after) === line
        ? [{ lineId: line.id, transactionId: transaction.id, method: "amount_date" }]
        : [];
    });
  });
}

const millisecondsOfDay = 86_400_000;
const dayNumberOf = (on: string): number => Date.parse(`${on}T00:00:00Z`) / millisecondsOfDay;

/** Movements of one amount, by day. */
class DaySet {
  readonly #unnumbered: readonly Dated[];
  readonly #numbered: readonly Dated[];

  constructor(movements: readonly Movement[]) {
    const dated = movements
      .map((movement) => ({ movement, day: dayNumberOf(movement.on) }))
      .toSorted((one, other) => one.day - other.day);
    this.#unnumbered = dated.filter(({ movement }) => movement.checkNumber === null);
    this.#numbered = dated.filter(({ movement }) => movement.checkNumber !== null);
  }

  /**
   * The only movement within these days of another; null for none and for several. Two that both have a check number
   * are no candidates: those of one number were compared by it.
   */
  findOnly({ on, checkNumber }: Movement, fromDays: number, toDays: number): Movement | null {
    const day = dayNumberOf(on);
    const found = [this.#unnumbered, ...(checkNumber === null ? [this.#numbered] : [])].flatMap((dated) => {
      const first = findFirst(dated, day + fromDays);
      return dated.slice(first, first + 2).filter((other) => other.day <= day + toDays);
    });
    const [only, ...others] = found;
    return only === undefined || others.length > 0 ? null : only.movement;
  }
}

interface Dated {
  movement: Movement;
  day: number;
}

/** The place of the first movement on or after a day, by bisection. */
function findFirst(dated: readonly Dated[], day: number): number {
  let [low, high] = [0, dated.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((dated[middle]?.day ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
