import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import { CalendarDate, Cents, Id, isUnique, text, versionFields } from "../../../contract/values/values.ts";
import { withheldMembers } from "../../../contract/values/withheld.ts";
import { givenCents } from "../../../contract/values/given-cents.ts";
import { lienEnumerations } from "./enumerations.ts";

const LienType = oneOf(lienEnumerations.lienType);
export type LienType = z.infer<typeof LienType>;
export const LienStatus = oneOf(lienEnumerations.lienStatus);
export type LienStatus = z.infer<typeof LienStatus>;
const ReductionMethod = oneOf(lienEnumerations.reductionMethod);

const ofMedical = "null without `medical:read`";
const Party = z.object({ id: Id, name: z.string() });

/** What a lien says of the client's treatment: shown with `medical:read` alone, and in no event. */
export const medicalMembers = ["lienholder", "handler", "claimReference", "medicalBillIds"] as const;

export const Lien = z
  .object({
    id: Id,
    organizationId: Id,
    case: z.object({ id: Id, sequenceId: z.string() }),
    claimantPartyId: Id.nullable().meta({
      description: "The party of the case whose share it is paid from; null for the case's client.",
    }),
    type: LienType,
    lienholder: Party.nullable().meta({ description: `The contact that is paid; ${ofMedical}.` }),
    handler: Party.nullable().meta({
      description: `The contact that handles it for the lienholder, such as a recovery vendor; ${ofMedical}.`,
    }),
    claimReference: z
      .string()
      .nullable()
      .meta({ description: `The lienholder's own number; ${ofMedical}.` }),
    medicalBillIds: z
      .array(Id)
      .nullable()
      .meta({ description: `The bills that it is for; ${ofMedical}.` }),
    noticeReceivedOn: CalendarDate.nullable(),
    assertedCents: Cents.nullable().meta({ description: "US cents that the lienholder asserts." }),
    unrelatedCents: Cents.meta({ description: "US cents of it that are for other injuries." }),
    auditedCents: Cents.nullable().meta({ description: "assertedCents − unrelatedCents: what reductions start from." }),
    finalCents: Cents.nullable().meta({ description: "US cents of the lienholder's final letter." }),
    finalOn: CalendarDate.nullable(),
    finalMethod: ReductionMethod.nullable(),
    finalLetterDocumentId: Id.nullable(),
    paidCents: Cents.meta({ description: "US cents that are paid of it." }),
    savingsCents: Cents.nullable().meta({
      description: "assertedCents − finalCents; of a waived lien all that was asserted; null until then.",
    }),
    payByOn: CalendarDate.nullable(),
    finalDemandExpiresOn: CalendarDate.nullable().meta({
      description: "The last day on which the final amount is accepted.",
    }),
    releaseDocumentId: Id.nullable(),
    status: LienStatus,
    statusReason: z.string().nullable(),
    availableTransitions: z
      .array(LienStatus)
      .meta({ description: "The statuses that a request may move the lien to from here." }),
    notes: z.string().nullable(),
    externalId: z.string().nullable(),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "Lien" });
export type Lien = z.infer<typeof Lien>;
withheldMembers.add(Lien, { scope: "medical:read", members: medicalMembers });

/** What events leave out. */
export const redactedMembers = [...medicalMembers, "notes"] as const;
export const LienInEvent = Lien.extend({
  lienholder: Redacted,
  handler: Redacted,
  claimReference: Redacted,
  medicalBillIds: Redacted,
  notes: Redacted,
}).meta({ id: "LienInEvent" });

const optional = {
  claimantPartyId: Id.nullable()
    .optional()
    .meta({ description: "A party of the case with `isClient`; null for the case's client." }),
  handlerContactId: Id.nullable().optional(),
  claimReference: text(1, 100).nullable().optional(),
  medicalBillIds: z
    .array(Id)
    .max(100)
    .refine(isUnique, "must not contain a bill twice")
    .optional()
    .meta({ description: "Medical bills of the case. Requires `medical:read`." }),
  noticeReceivedOn: CalendarDate.nullable().optional().meta({ description: "Not in the future." }),
  assertedCents: givenCents(1, 1_248_000).nullable().optional(),
  unrelatedCents: givenCents(0, 0).optional().meta({ description: "US cents, at most `assertedCents`." }),
  payByOn: CalendarDate.nullable().optional(),
  finalDemandExpiresOn: CalendarDate.nullable().optional(),
  notes: text(1, 10_000).nullable().optional(),
  externalId: text(1, 200).nullable().optional(),
};

export const NewLien = z.strictObject({ type: LienType, lienholderContactId: Id, ...optional });
export type NewLien = z.infer<typeof NewLien>;

export const LienChanges = z.strictObject({
  type: LienType.optional(),
  lienholderContactId: Id.optional(),
  ...optional,
  releaseDocumentId: Id.nullable().optional().meta({ description: "A document of the case." }),
});
export type LienChanges = z.infer<typeof LienChanges>;

export const LienTransition = z.strictObject({
  status: z.enum(["asserted", "disputed", "negotiating", "final", "released", "waived", "withdrawn"]),
  reason: text(1, 1_000).optional().meta({ description: "Required for `waived` and `withdrawn`." }),
  assertedCents: givenCents(1, 1_248_000).optional().meta({
    description: "With `asserted`: US cents; required unless the lien has them.",
  }),
  final: z
    .strictObject({
      amountCents: givenCents(1, 779_365).meta({ description: "US cents, at most `assertedCents`." }),
      on: CalendarDate.meta({ description: "The day of the letter, not in the future.", example: "2026-03-12" }),
      method: ReductionMethod,
      letterDocumentId: Id.meta({ description: "The lienholder's letter, a document of the case." }),
    })
    .optional()
    .meta({ description: "Required for `final`, and allowed only with it." }),
});
export type LienTransition = z.infer<typeof LienTransition>;

export const LienFilter = z.strictObject({
  ...sortedPageInput,
  caseId: Id.optional(),
  type: LienType.optional(),
  status: LienStatus.optional(),
  open: z.boolean().optional().meta({ description: "Whether it is neither paid, released, waived nor withdrawn." }),
  finalDemandExpiresBefore: CalendarDate.optional(),
});
export type LienFilter = z.infer<typeof LienFilter>;
