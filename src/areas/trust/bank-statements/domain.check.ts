import { addDays } from "../../../platform/recurrence-rule.ts";
import { invalidInput } from "../../../contract/errors/error-codes.ts";

interface Given {
  periodStartOn: string;
  periodEndOn: string;
  openingCents: number;
  closingCents: number;
  lines: readonly { postedOn: string; amountCents: number }[];
}

/**
 * Requires a statement of the bank to be consistent in itself: the period has an end, each line is of it, and opening
 * balance and lines add up to the closing balance.
 *
 * @throws VALIDATION_FAILED
 */
export function validateStatement({ periodStartOn, periodEndOn, openingCents, closingCents, lines }: Given): void {
  if (periodEndOn < periodStartOn)
    throw invalidInput({ path: "periodEndOn", message: "must not be before periodStartOn" });
  const outside = lines.findIndex(({ postedOn }) => postedOn < periodStartOn || postedOn > periodEndOn);
  if (outside >= 0)
    throw invalidInput({
      path: `lines.${outside}.postedOn`,
      message: `must be from ${periodStartOn} to ${periodEndOn}`,
    });
  const sumCents = lines.reduce((sum, { amountCents }) => sum + amountCents, openingCents);
  const differenceCents = closingCents - sumCents;
  if (differenceCents !== 0)
    throw invalidInput({
      path: "closingCents",
      message: `opening balance and lines add up to ${sumCents} cents, which differs by ${Math.abs(differenceCents)} cents`,
    });
}

/** The day after a calendar date. */
export const dayAfter = (on: string): string => addDays(on, 1);
