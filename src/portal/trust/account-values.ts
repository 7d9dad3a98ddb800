import type { PortalInputs } from "../client/trpc.ts";
import { parseDollars } from "../ui/forms/dollars.ts";
import { accountDialog as t } from "./lazy-strings.ts";

export type NewAccount = PortalInputs["trustAccounts"]["add"];
export type HoldMethod = keyof NonNullable<NewAccount["holdBusinessDays"]>;

export const holdMethods: readonly HoldMethod[] = ["check", "cashiers_check", "ach"];

/** A new account with its numbers as text. */
export interface AccountValues {
  name: string;
  bankName: string;
  accountNumberLast4: string;
  type: NewAccount["type"];
  jurisdiction: NewAccount["jurisdiction"];
  hold: Record<HoldMethod, string>;
  limit: string;
}

/** A wire clears when it arrives, so that it has no hold. */
export const newAccount: AccountValues = {
  name: "",
  bankName: "",
  accountNumberLast4: "",
  type: "iolta",
  jurisdiction: "PA",
  hold: { check: "10", cashiers_check: "1", ach: "3" },
  limit: "500.00",
};

const mostHoldDays = 60;
const mostFirmCents = 10_000_000;

interface ParsedAccount {
  /** What to send; null if a field is wrong. */
  account: NewAccount | null;
  /** The message of each wrong field, by its path. */
  faults: Record<string, string>;
}

export function parseAccount(values: AccountValues): ParsedAccount {
  const { type, jurisdiction, accountNumberLast4 } = values;
  const [name, bankName] = [values.name.trim(), values.bankName.trim()];
  const days = holdMethods.map((method) => [method, parseDays(values.hold[method])] as const);
  const firmFundsLimitCents = parseDollars(values.limit, mostFirmCents);
  const faults = {
    ...(name === "" && { name: t.enterName }),
    ...(bankName === "" && { bankName: t.enterBank }),
    ...(!/^\d{4}$/.test(accountNumberLast4) && { accountNumberLast4: t.enterLast4 }),
    ...Object.fromEntries(
      days.flatMap(([method, count]) => (count === null ? [[`holdBusinessDays.${method}`, t.enterDays]] : [])),
    ),
    ...(firmFundsLimitCents === null && { firmFundsLimitCents: t.enterAmount }),
  };
  if (Object.keys(faults).length > 0 || firmFundsLimitCents === null) return { account: null, faults };
  const holdBusinessDays = Object.fromEntries(days) as Record<HoldMethod, number>;
  return {
    account: { name, bankName, accountNumberLast4, type, jurisdiction, holdBusinessDays, firmFundsLimitCents },
    faults,
  };
}

/** @returns null unless the text is a number of days */
function parseDays(typed: string): number | null {
  const days = Number(typed);
  return typed.trim() !== "" && Number.isInteger(days) && days >= 0 && days <= mostHoldDays ? days : null;
}
