import * as z from "zod";
import { oneOf } from "../../../contract/enumeration.ts";
import { CalendarDate, Cents, Id, isUnique } from "../../../contract/values/values.ts";
import { feeAgreementEnumerations } from "../fee-agreements/enumerations.ts";
import { givenCents } from "../../../contract/values/given-cents.ts";
import {
  StatementCalculation,
  StatementLine,
  StatementTotals,
  StatementWarning,
  choices,
} from "../statements/schema.ts";
import { maxPayers, maxShares } from "./schema.ts";

const PreviewedPayer = z
  .strictObject({
    payerId: Id.meta({ description: "Of a payer of the settlement." }),
    grossCents: givenCents(1, 10_000_000).optional(),
    paidDirectCents: givenCents(0, 0).optional(),
    isFeeBearing: z.boolean().optional(),
  })
  .meta({ id: "PreviewedSettlementPayer" });

const PreviewedShare = z
  .strictObject({
    shareId: Id.meta({ description: "Of a share of the settlement." }),
    grossCents: givenCents(1, 10_000_000).optional(),
    approvedFeeCents: givenCents(0, 2_500_000).nullable().optional(),
    ...choices,
  })
  .meta({ id: "PreviewedSettlementShare" });

/** What a preview has in place of what is stored. */
export const SettlementPreview = z.strictObject({
  agreedOn: CalendarDate.optional().meta({ description: "The day that decides the tier of the fee." }),
  feeTrigger: oneOf(feeAgreementEnumerations.feeTrigger).optional(),
  payers: z
    .array(PreviewedPayer)
    .min(1)
    .max(maxPayers)
    .refine((payers) => isUnique(payers.map(({ payerId }) => payerId)), "must not contain a payer twice")
    .optional(),
  shares: z
    .array(PreviewedShare)
    .min(1)
    .max(maxShares)
    .refine((shares) => isUnique(shares.map(({ shareId }) => shareId)), "must not contain a share twice")
    .optional()
    .meta({ description: "The shares that are calculated; by default all of them." }),
});
export type SettlementPreview = z.infer<typeof SettlementPreview>;

const CalculatedLine = StatementLine.omit({ lienholder: true, disbursedCents: true }).meta({ id: "CalculatedLine" });

export const CalculatedShare = z
  .object({
    shareId: Id,
    lines: z.array(CalculatedLine),
    totals: StatementTotals,
    calculation: StatementCalculation,
    warnings: z.array(StatementWarning),
    shortCents: Cents.meta({ description: "US cents by which the deductions exceed the share; 0 if they do not." }),
    suggestion: z
      .array(z.object({ lienId: Id, amountCents: Cents }).meta({ id: "SuggestedLienAmount" }))
      .nullable()
      .meta({
        description:
          "Of a shortfall: what each lien would be paid if all of them shared in proportion what is there; null where that would not do.",
      }),
  })
  .meta({ id: "CalculatedShare" });
export type CalculatedShare = z.infer<typeof CalculatedShare>;
