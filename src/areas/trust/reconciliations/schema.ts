import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { listPageLimit, pageInput } from "../../../contract/page.ts";
import { CalendarDate, Cents, Id, Instant, Revision, text } from "../../../contract/values/values.ts";
import { BankLine } from "../bank-statements/schema.ts";
import { TrustLedger } from "../ledgers/schema.ts";
import { reconciliationEnumerations } from "./enumerations.ts";

/** How many items of each kind a reconciliation lists; its sums and counts are of all. */
export const maxItems = 500;

const Item = z
  .object({
    transactionId: Id,
    number: z.int(),
    occurredOn: CalendarDate,
    amountCents: Cents.meta({ description: "US cents, not signed." }),
    checkNumber: z.string().nullable(),
    reference: z.string().nullable(),
  })
  .meta({ id: "TrustReconciliationItem" });
export type ReconciliationItem = z.infer<typeof Item>;

const Ledger = z
  .object({
    ledgerId: Id,
    kind: TrustLedger.shape.kind,
    case: TrustLedger.shape.case,
    balanceCents: Cents,
  })
  .meta({ id: "TrustReconciliationLedger" });
export type ReconciliationLedger = z.infer<typeof Ledger>;

const Fault = z
  .object({
    code: oneOf(reconciliationEnumerations.reconciliationFault),
    message: z
      .string()
      .meta({ example: "The bank posted -$15.00 on 2026-11-30 (Service charge); no transaction matches it" }),
    bankLineId: Id.nullable(),
    transactionId: Id.nullable(),
    ledgerId: Id.nullable(),
  })
  .meta({ id: "TrustReconciliationFault" });

const sums = {
  account: z.object({ id: Id, name: z.string() }),
  asOfOn: CalendarDate,
  bankCents: Cents.nullable().meta({
    description: "US cents of the bank's balance at the end of the day; null where no bank statement covers it.",
  }),
  inTransitCents: Cents.meta({ description: "US cents that are recorded as received and not yet at the bank." }),
  outstandingCents: Cents.meta({ description: "US cents that are recorded as paid and not yet by the bank." }),
  adjustedBankCents: Cents.nullable().meta({ description: "bankCents + inTransitCents − outstandingCents." }),
  bookCents: Cents.meta({ description: "US cents of the account by its transactions through the day." }),
  ledgersCents: Cents.meta({ description: "US cents of all its ledgers at the end of the day." }),
  differenceCents: Cents.nullable().meta({ description: "adjustedBankCents − bookCents." }),
  unmatchedCount: z.int().meta({ description: "How many lines of the bank through the day have no transaction." }),
};

const closing = {
  isClosed: z.boolean().meta({ description: "Whether it was closed; nothing is then dated on the day or before." }),
  closedAt: Instant.nullable(),
  closedBy: Actor.nullable(),
};

export const Reconciliation = z
  .object({
    id: Id.nullable().meta({ description: "null while it is not closed: then it is calculated." }),
    organizationId: Id,
    ...sums,
    isBalanced: z.boolean().meta({
      description:
        "Whether the adjusted bank balance, the book and the ledgers are equal, no line is unmatched, and no ledger is below 0.",
    }),
    ...closing,
    inTransitCount: z.int(),
    outstandingCount: z.int(),
    ledgerCount: z.int().meta({ description: "How many ledgers have a balance." }),
    inTransit: z.array(Item).meta({ description: `The first ${maxItems}, the oldest first.` }),
    outstanding: z.array(Item).meta({ description: `The first ${maxItems}, the oldest first.` }),
    unmatched: z.array(BankLine).meta({ description: `The first ${maxItems}, the oldest first.` }),
    ledgers: z.array(Ledger).meta({ description: `The first ${maxItems} that have a balance.` }),
    faults: z.array(Fault).meta({ description: "What is wrong, each by the record at fault." }),
  })
  .meta({ id: "TrustReconciliation" });
export type Reconciliation = z.infer<typeof Reconciliation>;

/** What of a closed reconciliation is kept beside its sums. */
export type ReconciliationItems = Pick<
  Reconciliation,
  "inTransitCount" | "outstandingCount" | "ledgerCount" | "inTransit" | "outstanding" | "ledgers"
>;

/** A reconciliation that was closed, as the portal lists it and events have it. */
export const ClosedReconciliation = z
  .object({
    id: Id,
    organizationId: Id,
    ...sums,
    ...closing,
    reopenedAt: Instant.nullable(),
    reopenedBy: Actor.nullable(),
    reopenReason: z.string().nullable(),
    revision: Revision,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "ClosedTrustReconciliation" });
export type ClosedReconciliation = z.infer<typeof ClosedReconciliation>;

export const ReconciliationQuery = z.strictObject({
  trustAccountId: Id,
  asOfOn: CalendarDate.optional().meta({
    description: "Default: the end of the last bank statement; without one, today in the organization's time zone.",
    example: "2026-11-30",
  }),
});

export const ClosedQuery = z.strictObject({ trustAccountId: Id, ...pageInput(listPageLimit) });
export type ClosedQuery = z.infer<typeof ClosedQuery>;

export const Closing = z.strictObject({ trustAccountId: Id, asOfOn: CalendarDate });
export type Closing = z.infer<typeof Closing>;

export const Reopening = Closing.extend({ reason: text(1, 1_000) });
export type Reopening = z.infer<typeof Reopening>;
