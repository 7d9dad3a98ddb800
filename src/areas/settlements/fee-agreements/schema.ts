import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { Jurisdiction } from "../../../contract/portal/organization-profile.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import { Bracket, Brackets, Rate } from "../../../contract/values/rate.ts";
import { CalendarDate, Cents, Id, Instant, isUnique, text, versionFields } from "../../../contract/values/values.ts";
import { jurisdictionRuleEnumerations } from "../../jurisdiction-rules/enumerations.ts";
import { givenCents } from "../../../contract/values/given-cents.ts";
import { feeAgreementEnumerations } from "./enumerations.ts";

const FeeType = oneOf(feeAgreementEnumerations.feeType);
const FeeBase = oneOf(jurisdictionRuleEnumerations.feeBase);
const CostsResponsibility = oneOf(feeAgreementEnumerations.costsResponsibility);
const FeeTrigger = oneOf(feeAgreementEnumerations.feeTrigger);

const GivenFeeTier = z
  .strictObject({
    trigger: FeeTrigger,
    rate: Rate.nullable().default(null),
    brackets: Brackets.nullable().default(null).meta({ description: "Marginal, instead of `rate`." }),
    capCents: givenCents(1, 100_000_000)
      .nullable()
      .default(null)
      .meta({ description: "US cents: the most of the fee." }),
  })
  .refine(({ rate, brackets }) => (rate === null) !== (brackets === null), {
    path: ["rate"],
    message: "either rate or brackets is required, not both",
  })
  .meta({ id: "GivenFeeTier" });

const GivenTiers = z
  .array(GivenFeeTier)
  .max(6)
  .refine((tiers) => isUnique(tiers.map(({ trigger }) => trigger)), "must not contain a trigger twice");

const GivenReachedTrigger = z
  .strictObject({
    trigger: FeeTrigger,
    on: CalendarDate.meta({ description: "Not in the future." }),
    documentId: Id.nullable().default(null).meta({ description: "A document of the case that shows it." }),
  })
  .meta({ id: "GivenReachedFeeTrigger" });

const FeeTier = z
  .object({
    trigger: FeeTrigger,
    rate: Rate.nullable(),
    brackets: z.array(Bracket).nullable(),
    capCents: Cents.nullable(),
  })
  .meta({ id: "FeeTier" });
export type FeeTier = z.infer<typeof FeeTier>;

const ReachedTrigger = z
  .object({ trigger: FeeTrigger, on: CalendarDate, documentId: Id.nullable() })
  .meta({ id: "ReachedFeeTrigger" });

/** What the firm and the client agreed on. */
const terms = {
  type: FeeType,
  base: FeeBase.nullable().meta({ description: "Of a contingency alone." }),
  tiers: z.array(FeeTier).meta({ description: "Of a contingency alone." }),
  costsResponsibility: CostsResponsibility,
  jurisdiction: z.string().nullable().meta({ description: "Whose limits of fees apply." }),
  triggersReached: z.array(ReachedTrigger),
  signedOn: CalendarDate,
  documentId: Id,
  notes: z.string().nullable(),
};

const FormerAgreement = z
  .object({ version: z.int(), ...terms, replacedAt: Instant })
  .meta({ id: "FormerFeeAgreement" });
export type FormerAgreement = z.infer<typeof FormerAgreement>;

export const FeeAgreement = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id,
    version: z.int().meta({ description: "1 for the first; each request makes the next." }),
    ...terms,
    previous: z.array(FormerAgreement).meta({ description: "What was in force before, the newest first." }),
    externalId: z.string().nullable(),
    createdBy: Actor.meta({ description: "Who recorded this version." }),
    ...versionFields,
  })
  .meta({ id: "FeeAgreement" });
export type FeeAgreement = z.infer<typeof FeeAgreement>;

export const FeeAgreementInEvent = FeeAgreement.omit({ previous: true })
  .extend({ notes: Redacted })
  .meta({ id: "FeeAgreementInEvent" });

export const NewFeeAgreement = z.strictObject({
  type: FeeType,
  base: FeeBase.optional().meta({ description: "Required for a contingency, and allowed only for it." }),
  tiers: GivenTiers.optional().meta({ description: "1 to 6 for a contingency, none for the others." }),
  costsResponsibility: CostsResponsibility,
  jurisdiction: Jurisdiction.optional().meta({ description: "Default: the case's `caseState`." }),
  triggersReached: z
    .array(GivenReachedTrigger)
    .max(6)
    .refine((reached) => isUnique(reached.map(({ trigger }) => trigger)), "must not contain a trigger twice")
    .optional(),
  signedOn: CalendarDate.meta({ description: "Not in the future.", example: "2026-01-20" }),
  documentId: Id.meta({ description: "The signed agreement, a document of the case." }),
  notes: text(1, 10_000).nullable().optional(),
  externalId: text(1, 200).nullable().optional(),
});
export type NewFeeAgreement = z.infer<typeof NewFeeAgreement>;
