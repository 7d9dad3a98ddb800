import * as z from "zod";
import { oneOf } from "../../contract/enumeration.ts";
import { Jurisdiction } from "../../contract/portal/organization-profile.ts";
import { Rate } from "../../contract/values/rate.ts";
import { CalendarDate, Cents, text } from "../../contract/values/values.ts";
import { feeTermsEnumerations } from "./enumerations.ts";

const FeeTermsType = oneOf(feeTermsEnumerations.referralFeeType);
const Basis = oneOf(feeTermsEnumerations.feeDivisionBasis);

export const FeeTerms = z
  .object({
    type: FeeTermsType,
    rate: Rate.nullable().meta({ description: "Of `percentage_of_fee`: the share of the attorney fee." }),
    flatCents: Cents.nullable().meta({ description: "Of `flat`: US cents." }),
    basis: Basis,
    workSplit: z.string().nullable(),
    jurisdiction: Jurisdiction.nullable().meta({
      description: "By whose rules the division of the fee is checked; null for the state of the case.",
    }),
    writtenAgreementOn: CalendarDate.nullable(),
    updatesEveryDays: z.int().min(7).max(90),
  })
  .meta({ id: "ReferralFeeTerms" });
export type FeeTerms = z.infer<typeof FeeTerms>;

export const GivenFeeTerms = z
  .strictObject({
    type: FeeTermsType,
    rate: Rate.nullable().default(null).meta({
      description: "Required for `percentage_of_fee`, and allowed only for it: the share of the attorney fee.",
    }),
    flatCents: z
      .int()
      .min(1)
      .max(10_000_000_000_000)
      .nullable()
      .default(null)
      .meta({ description: "US cents; required for `flat`, and allowed only for it.", example: 500_000 }),
    basis: Basis.default("not_required"),
    workSplit: text(1, 1_000).nullable().default(null).meta({ description: "Who does what." }),
    jurisdiction: Jurisdiction.nullable().default(null).meta({
      description: "By whose rules the division of the fee is checked; null for the state of the case.",
    }),
    writtenAgreementOn: CalendarDate.nullable().default(null).meta({
      description: "When the lawyers signed their agreement, not in the future.",
    }),
    updatesEveryDays: z.int().min(7).max(90).default(90).meta({
      description: "How often the handling firm reports, in days.",
    }),
  })
  .refine(({ type, rate }) => (type === "percentage_of_fee") === (rate !== null), {
    path: ["rate"],
    message: "required for percentage_of_fee, and allowed only for it",
  })
  .refine(({ type, flatCents }) => (type === "flat") === (flatCents !== null), {
    path: ["flatCents"],
    message: "required for flat, and allowed only for it",
  })
  .meta({ id: "GivenReferralFeeTerms" });
