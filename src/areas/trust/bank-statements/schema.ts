import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { listPageLimit, pageInput } from "../../../contract/page.ts";
import { CalendarDate, Cents, Id, Instant, text, versionFields } from "../../../contract/values/values.ts";
import { maxCents } from "../../../contract/values/given-cents.ts";
import { trustTransactionEnumerations } from "../transactions/enumerations.ts";
import { bankStatementEnumerations } from "./enumerations.ts";

/** How many lines a bank statement has at most. */
export const maxBankLines = 2_000;

/** A balance of the bank: it may be overdrawn. */
const givenBalance = (example: number) =>
  z.int().min(-maxCents).max(maxCents).meta({ description: "US cents; negative if overdrawn.", example });

const GivenBankLine = z
  .strictObject({
    postedOn: CalendarDate,
    amountCents: z
      .int()
      .min(-maxCents)
      .max(maxCents)
      .refine((cents) => cents !== 0, "must not be 0")
      .meta({ description: "US cents: negative for what leaves the account.", example: -779_365 }),
    description: text(1, 500),
    checkNumber: text(1, 20).nullable().default(null),
    bankReference: text(1, 100).nullable().default(null),
  })
  .meta({ id: "GivenBankLine" });
export type GivenBankLine = z.infer<typeof GivenBankLine>;

export const NewBankStatement = z.strictObject({
  periodStartOn: CalendarDate.meta({
    description: "The day after the end of the statement before; any day for the first.",
    example: "2026-11-01",
  }),
  periodEndOn: CalendarDate.meta({ description: "Not in the future.", example: "2026-11-30" }),
  openingCents: givenBalance(1_275_000),
  closingCents: givenBalance(2_052_865),
  lines: z.array(GivenBankLine).max(maxBankLines),
  externalId: text(1, 200).nullable().optional(),
});
export type NewBankStatement = z.infer<typeof NewBankStatement>;

export const BankLine = z
  .object({
    id: Id,
    postedOn: CalendarDate,
    amountCents: Cents,
    description: z.string(),
    checkNumber: z.string().nullable(),
    bankReference: z.string().nullable(),
    match: z
      .object({
        transactionId: Id,
        method: oneOf(bankStatementEnumerations.bankMatchMethod),
        matchedAt: Instant,
      })
      .nullable()
      .meta({ description: "The trust transaction that the line is; null while none is known." }),
  })
  .meta({ id: "BankLine" });
export type BankLine = z.infer<typeof BankLine>;

/** A line that is matched, with what it is matched with, as members look through them. */
export const MatchedBankLine = BankLine.omit({ match: true }).extend({
  match: BankLine.shape.match.unwrap(),
  transaction: z.object({
    id: Id,
    number: z.int(),
    type: oneOf(trustTransactionEnumerations.trustTransactionType),
    occurredOn: CalendarDate,
  }),
});
export type MatchedBankLine = z.infer<typeof MatchedBankLine>;

export const MatchedLinesQuery = z.strictObject({ trustAccountId: Id, ...pageInput(listPageLimit) });
export type MatchedLinesQuery = z.infer<typeof MatchedLinesQuery>;

export const BankStatement = z
  .object({
    id: Id,
    organizationId: Id,
    account: z.object({ id: Id, name: z.string() }),
    periodStartOn: CalendarDate,
    periodEndOn: CalendarDate,
    openingCents: Cents,
    closingCents: Cents,
    lineCount: z.int(),
    matchedCount: z.int().meta({ description: "How many of the lines are matched." }),
    lines: z.array(BankLine).meta({ description: "In the order in which they were sent." }),
    externalId: z.string().nullable(),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "BankStatement" });
export type BankStatement = z.infer<typeof BankStatement>;

export const BankStatementInEvent = BankStatement.omit({ lines: true }).meta({ id: "BankStatementInEvent" });
