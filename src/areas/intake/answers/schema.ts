import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf, namedEnum } from "../../../contract/enumeration.ts";
import { answerEnumerations } from "./enumerations.ts";
import { listPageLimit, pageInput, sortedPageInput } from "../../../contract/page.ts";
import { Id, Instant, Revision, text, versionFields } from "../../../contract/values/values.ts";

const accessorForm = /^[A-Za-z][A-Za-z0-9_.\-[\]]{0,199}$/;
export const accessorMessage = "must be 1 to 200 characters: a letter, then letters, digits or _ . - [ ]";

/** The path of a question: `incident.policeReport.number`, `vehicles[0].make`. */
export const Accessor = z
  .string()
  .regex(accessorForm, accessorMessage)
  .meta({ minLength: 1, maxLength: 200, example: "incident.policeReport.number" });

export const AnswerValue = text(0, 10_000);

export const AnswerValueType = oneOf(answerEnumerations.answerValueType);
export type AnswerValueType = z.infer<typeof AnswerValueType>;
export const AnswerSource = oneOf(answerEnumerations.answerSource);

const shownFields = {
  value: z.string(),
  valueType: AnswerValueType,
  label: z.string().nullable(),
  formId: Id.nullable().meta({ description: "The published form that had the accessor when the answer was written." }),
  formVersion: z.int().nullable(),
  questionId: Id.nullable(),
  isUnmapped: z
    .boolean()
    .meta({ description: "Whether no published form had the accessor when the answer was written." }),
  isMismatch: z.boolean().meta({
    description:
      "Whether the value violates the question's type, options or bounds; of an answer without a question, whether it violates `valueType`. It is stored anyway.",
  }),
  source: AnswerSource.meta({ example: "api" }),
  answeredBy: Actor.nullable().meta({ description: "Null if it was not stored." }),
  answeredAt: Instant,
  confidence: z.number().nullable().meta({ description: "The confidence of the source, from 0 to 1." }),
};

export const IntakeAnswer = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id.nullable().meta({ description: "Null for a lead's answer." }),
    leadId: Id.nullable().meta({ description: "Null for a case's answer." }),
    accessor: z.string(),
    ...shownFields,
    ...versionFields,
    deletedAt: Instant.nullable(),
  })
  .meta({ id: "IntakeAnswer" });
export type IntakeAnswer = z.infer<typeof IntakeAnswer>;

export const AnswerVersion = z
  .object({
    id: Id.meta({ description: "The answer's." }),
    revision: Revision,
    ...shownFields,
    deletedAt: Instant.nullable(),
    changedAt: Instant.meta({ description: "When the answer got this value." }),
  })
  .meta({ id: "AnswerVersion" });
export type AnswerVersion = z.infer<typeof AnswerVersion>;

export const AnswerDetails = z.strictObject({
  valueType: AnswerValueType.optional().meta({
    description: "Default: the type of the published question, or `string`.",
  }),
  label: text(1, 300).optional().meta({ description: "The question's text; default: the published question's." }),
  source: AnswerSource.optional().meta({ description: "Default: `api`; in the portal `staff`." }),
  confidence: z.number().min(0).max(1).optional(),
});
export type AnswerDetails = z.infer<typeof AnswerDetails>;

export const maxBulkAnswers = 200;

/** Validated one by one in the domain: a failed answer does not fail the request. */
export const BulkAnswer = AnswerDetails.extend({
  accessor: text(1, 200),
  value: AnswerValue,
  expectedRevision: Revision.optional().meta({
    description: "The revision that the answer must have; also for deleted answers.",
  }),
});
export type BulkAnswer = z.infer<typeof BulkAnswer>;

export const BulkAnswers = z.array(BulkAnswer).min(1).max(maxBulkAnswers);

export const BulkResult = z.object({
  index: z.int().meta({ description: "The index in the request, from 0." }),
  accessor: z.string(),
  status: oneOf(answerEnumerations.bulkAnswerStatus),
  id: Id.optional(),
  revision: Revision.optional(),
  code: namedEnum("AnswerErrorCode", ["VALIDATION_FAILED", "DUPLICATE_ENTRY", "STALE_REVISION"]).optional(),
  error: z.string().optional(),
});
export type BulkResult = z.infer<typeof BulkResult>;

export const BulkOutcome = z.object({ results: z.array(BulkResult), succeeded: z.int(), failed: z.int() });
export type BulkOutcome = z.infer<typeof BulkOutcome>;

export const AnswerListQuery = z.strictObject({
  ...sortedPageInput,
  sort: namedEnum("AnswerSort", ["newest", "oldest", "updated", "accessor"]).default("newest"),
  accessorPrefix: Accessor.optional().meta({ description: "Accessors with this prefix, such as `vehicles[0].`" }),
  formId: Id.optional().meta({ description: "Answers that belonged to this form when they were written." }),
});
export type AnswerListQuery = z.infer<typeof AnswerListQuery>;

export const HistoryQuery = z.strictObject({ ...pageInput(listPageLimit), accessor: Accessor });
export type HistoryQuery = z.infer<typeof HistoryQuery>;

export function isAccessor(given: string): boolean {
  return accessorForm.test(given);
}
