import * as z from "zod";
import { policyEnumerations } from "./enumerations.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { CalendarDate, Cents, Id, Instant, text, versionFields, trimmedText } from "../../../contract/values/values.ts";
import { ContactSummary } from "../contacts/schema.ts";

const side = oneOf(policyEnumerations.insurancePolicySide);
const type = oneOf(policyEnumerations.insurancePolicyType);
const limitsStatus = oneOf(policyEnumerations.limitsStatus);
const coverageStatus = oneOf(policyEnumerations.coverageStatus);
const GivenCents = Cents.min(0).nullable().optional();
const GivenDate = CalendarDate.nullable().optional();

const optional = {
  carrierContactId: Id.nullable().optional().meta({ description: "The contact of the insurer." }),
  adjusterContactId: Id.nullable().optional().meta({ description: "The contact of the adjuster." }),
  adjusterClaimRole: text(1, 100)
    .nullable()
    .optional()
    .meta({ description: "What the adjuster handles, such as bodily injury or property damage." }),
  thirdPartyAdminContactId: Id.nullable()
    .optional()
    .meta({ description: "The contact that handles claims for the insurer." }),
  policyNumber: text(1, 100).nullable().optional(),
  claimNumber: text(1, 100).nullable().optional(),
  insuredName: trimmedText(200).nullable().optional(),
  limitPerPersonCents: GivenCents,
  limitPerOccurrenceCents: GivenCents,
  deductibleCents: GivenCents,
  umLimitCents: GivenCents,
  uimLimitCents: GivenCents,
  stackedCount: z
    .int()
    .min(1)
    .max(100)
    .nullable()
    .optional()
    .meta({ description: "The number of stacked policies or vehicles." }),
  limitsStatus: limitsStatus.optional(),
  limitsRequestedOn: GivenDate,
  limitsDisclosedOn: GivenDate,
  coverageStatus: coverageStatus.optional(),
  carrierHasLien: z.boolean().optional(),
  isPrimary: z.boolean().optional(),
  priority: z
    .int()
    .min(1)
    .max(100)
    .nullable()
    .optional()
    .meta({ description: "The order of payment: 1 pays before 2." }),
  letterOfRepresentationSentOn: GivenDate,
  acknowledgedOn: GivenDate,
  notes: text(1, 10_000).nullable().optional(),
  externalId: text(1, 200).nullable().optional(),
};

export const NewInsurancePolicy = z.strictObject({ side, type, ...optional });
export type NewInsurancePolicy = z.infer<typeof NewInsurancePolicy>;

export const InsurancePolicyChanges = z.strictObject({ side: side.optional(), type: type.optional(), ...optional });
export type InsurancePolicyChanges = z.infer<typeof InsurancePolicyChanges>;

export const InsurancePolicy = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id,
    side,
    type,
    carrier: ContactSummary.nullable(),
    adjuster: ContactSummary.nullable(),
    adjusterClaimRole: z.string().nullable(),
    thirdPartyAdmin: ContactSummary.nullable(),
    policyNumber: z.string().nullable(),
    claimNumber: z.string().nullable(),
    insuredName: z.string().nullable(),
    limitPerPersonCents: Cents.nullable(),
    limitPerOccurrenceCents: Cents.nullable(),
    deductibleCents: Cents.nullable(),
    umLimitCents: Cents.nullable(),
    uimLimitCents: Cents.nullable(),
    stackedCount: z.int().nullable(),
    limitsStatus,
    limitsRequestedOn: CalendarDate.nullable(),
    limitsDisclosedOn: CalendarDate.nullable(),
    coverageStatus,
    carrierHasLien: z.boolean(),
    isPrimary: z.boolean(),
    priority: z.int().nullable(),
    letterOfRepresentationSentOn: CalendarDate.nullable(),
    acknowledgedOn: CalendarDate.nullable(),
    notes: z.string().nullable(),
    externalId: z.string().nullable(),
    ...versionFields,
    deletedAt: Instant.nullable().meta({
      description: "Set only in the deletion event: nothing else returns a deleted policy.",
    }),
  })
  .meta({ id: "InsurancePolicy" });
export type InsurancePolicy = z.infer<typeof InsurancePolicy>;

export const InsurancePolicyFilter = z.strictObject({
  ...sortedPageInput,
  side: side.optional(),
  type: type.optional(),
});
export type InsurancePolicyFilter = z.infer<typeof InsurancePolicyFilter>;
