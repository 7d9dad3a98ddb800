import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { namedEnum, oneOf } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { CalendarDate, Cents, Id, oneLine, text, versionFields } from "../../../contract/values/values.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import { givenCents } from "../../../contract/values/given-cents.ts";
import { AccountName } from "../ledgers/schema.ts";
import { trustTransactionEnumerations } from "./enumerations.ts";

export const TrustTransactionType = oneOf(trustTransactionEnumerations.trustTransactionType);
export type TrustTransactionType = z.infer<typeof TrustTransactionType>;
export const TrustMethod = oneOf(trustTransactionEnumerations.trustMethod);
export type TrustMethod = z.infer<typeof TrustMethod>;
const ClearanceBasis = oneOf(trustTransactionEnumerations.clearanceBasis);

const Transition = namedEnum("TrustTransactionTransition", ["cleared", "returned", "reversed"]);
export type TrustTransactionStatus = z.infer<typeof Transition>;

const Posting = z.object({
  ledgerId: Id,
  caseId: Id.nullable(),
  amountCents: Cents.meta({ description: "US cents: below 0 out of the ledger." }),
  balanceAfterCents: Cents.meta({ description: "The ledger's balance after it." }),
  settlementPayerId: Id.nullable().meta({ description: "The payer of a settlement whose money it is." }),
});
export type Posting = z.infer<typeof Posting>;

export const TrustTransaction = z
  .object({
    id: Id,
    organizationId: Id,
    account: AccountName,
    number: z.int().min(1).meta({ description: "Of its account, without gaps." }),
    type: TrustTransactionType,
    occurredOn: CalendarDate,
    amountCents: Cents,
    method: TrustMethod.nullable(),
    counterpartyName: z.string().nullable().meta({ description: "Who paid, or was paid; null for lienholders." }),
    checkNumber: z.string().nullable(),
    reference: z.string().nullable(),
    memo: z.string().nullable(),
    postings: z.array(Posting).meta({ description: "What it does to ledgers; their sum is what it does to the bank." }),
    expectedClearOn: CalendarDate.nullable().meta({
      description: "Of deposits: from when `hold_elapsed` clears it.",
    }),
    clearedOn: CalendarDate.nullable().meta({
      description: "Of deposits. Of a disbursement's transaction it is null: the disbursement has it.",
    }),
    clearanceBasis: ClearanceBasis.nullable(),
    disbursementId: Id.nullable(),
    depositId: Id.nullable().meta({ description: "The deposit whose money it moves." }),
    reversesId: Id.nullable(),
    reversedById: Id.nullable(),
    bankLineId: Id.nullable().meta({ description: "The line of a bank statement that it is." }),
    reason: z.string().nullable().meta({ description: "Why it returns or reverses another." }),
    availableTransitions: z.array(Transition),
    externalId: z.string().nullable(),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "TrustTransaction" });
export type TrustTransaction = z.infer<typeof TrustTransaction>;

export const redactedMembers = ["memo", "reason"] as const;
export const TrustTransactionInEvent = TrustTransaction.extend({
  memo: Redacted,
  reason: Redacted,
}).meta({ id: "TrustTransactionInEvent" });

const Allocation = z.strictObject({
  caseId: Id,
  claimantPartyId: Id.nullable()
    .optional()
    .meta({ description: "A party of the case that the firm represents; by default its client." }),
  settlementPayerId: Id.nullable()
    .optional()
    .meta({ description: "The payer of the case's settlement whose money it is." }),
  amountCents: givenCents(1, 10_000_000),
});
export type Allocation = z.infer<typeof Allocation>;

export const NewTrustTransaction = z.strictObject({
  type: namedEnum("NewTrustTransactionType", [
    "opening_balance",
    "deposit",
    "identification",
    "firm_deposit",
    "bank_fee",
    "interest",
    "interest_remittance",
  ]),
  amountCents: givenCents(1, 10_000_000),
  occurredOn: CalendarDate.optional().meta({
    description: "Not in the future. Default: today in the organization's time zone.",
    example: "2026-03-13",
  }),
  allocations: z.array(Allocation).min(1).max(100).optional().meta({
    description:
      "Whose money it is: of `deposit`, `opening_balance` and, required, of `identification`. They sum to `amountCents`.",
  }),
  ledgerKind: namedEnum("OwnLedgerKind", ["unidentified", "firm", "interest"]).optional().meta({
    description: "Instead of allocations: `unidentified` of a deposit; any of an opening balance.",
  }),
  depositId: Id.optional().meta({ description: "Of `identification`, required: the unidentified deposit." }),
  method: TrustMethod.optional().meta({ description: "Required for `deposit` and `firm_deposit`." }),
  counterpartyName: oneLine(200).nullable().optional(),
  checkNumber: text(1, 50).nullable().optional(),
  reference: text(1, 200).nullable().optional(),
  memo: text(1, 1_000).nullable().optional(),
  externalId: text(1, 200).nullable().optional(),
});
export type NewTrustTransaction = z.infer<typeof NewTrustTransaction>;

export const TrustTransactionTransition = z.strictObject({
  status: Transition,
  on: CalendarDate.optional().meta({
    description: "The day on which it cleared, or was returned or reversed; not in the future. Default: today.",
    example: "2026-03-27",
  }),
  basis: namedEnum("GivenClearanceBasis", ["bank_confirmed", "hold_elapsed"]).optional().meta({
    description: "Required for `cleared`. `hold_elapsed` only from `expectedClearOn`.",
  }),
  reason: text(1, 500).optional().meta({ description: "Required for `returned` and `reversed`." }),
  firmCover: z.boolean().optional().meta({
    description: "With `returned`: the firm pays in what the return leaves short, in the same request.",
  }),
});
export type TrustTransactionTransition = z.infer<typeof TrustTransactionTransition>;

export const TrustTransactionFilter = z.strictObject({
  ...sortedPageInput,
  accountId: Id.optional(),
  ledgerId: Id.optional(),
  caseId: Id.optional(),
  type: TrustTransactionType.optional(),
  uncleared: z
    .boolean()
    .optional()
    .meta({ description: "Whether it is a deposit that has neither cleared nor been taken back." }),
  occurredFrom: CalendarDate.optional(),
  occurredTo: CalendarDate.optional(),
});
export type TrustTransactionFilter = z.infer<typeof TrustTransactionFilter>;
