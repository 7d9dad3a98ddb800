import type { PortalInputs, PortalOutputs } from "../client/trpc.ts";
import { parseDollars, writeDollars } from "../ui/forms/dollars.ts";
import { importDialog as t } from "./lazy-strings.ts";

export type ReadStatement = PortalOutputs["bankStatements"]["preview"];
type NewStatement = Omit<PortalInputs["bankStatements"]["import"], "trustAccountId">;

/** What a person adds to the lines of a bank's file. */
export interface StatementValues {
  periodStartOn: string;
  periodEndOn: string;
  opening: string;
  closing: string;
}

/** As the file has it: the days of its lines, and the balances of its running balance. */
export function readValues({ lines, openingCents, closingCents }: ReadStatement): StatementValues {
  const days = lines.map(({ postedOn }) => postedOn).toSorted();
  const write = (cents: number | null) => (cents === null ? "" : writeDollars(cents));
  return {
    periodStartOn: days[0] ?? "",
    periodEndOn: days.at(-1) ?? "",
    opening: write(openingCents),
    closing: write(closingCents),
  };
}

/** Balances may be overdrawn: a minus in front. */
function parseBalance(typed: string): number | null {
  const text = typed.trim();
  const isNegative = /^[-−]/.test(text);
  const cents = parseDollars(isNegative ? text.slice(1) : text);
  return cents !== null && isNegative ? -cents : cents;
}

export const sumLines = (lines: ReadStatement["lines"]) => lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** By how much opening balance and lines miss the closing balance; null while a balance is no amount. */
export function findDifference(lines: ReadStatement["lines"], { opening, closing }: StatementValues): number | null {
  const [openingCents, closingCents] = [parseBalance(opening), parseBalance(closing)];
  return openingCents === null || closingCents === null ? null : closingCents - openingCents - sumLines(lines);
}

interface ParsedStatement {
  /** What to send; null if a field is wrong. */
  statement: NewStatement | null;
  faults: Partial<Record<"periodStartOn" | "periodEndOn" | "openingCents" | "closingCents", string>>;
}

export function parseStatement(lines: ReadStatement["lines"], values: StatementValues): ParsedStatement {
  const { periodStartOn, periodEndOn } = values;
  const [openingCents, closingCents] = [parseBalance(values.opening), parseBalance(values.closing)];
  const faults = {
    ...(periodStartOn === "" && { periodStartOn: t.enterDay }),
    ...((periodEndOn === "" || periodEndOn < periodStartOn) && { periodEndOn: t.enterEnd }),
    ...(openingCents === null && { openingCents: t.enterAmount }),
    ...(closingCents === null && { closingCents: t.enterAmount }),
  };
  if (Object.keys(faults).length > 0 || openingCents === null || closingCents === null)
    return { statement: null, faults };
  return { statement: { periodStartOn, periodEndOn, openingCents, closingCents, lines: [...lines] }, faults };
}
