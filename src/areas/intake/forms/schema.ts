import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { formEnumerations } from "./enumerations.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { Id, Instant, Name, text, versionFields, visibleName } from "../../../contract/values/values.ts";
import { Accessor } from "../answers/schema.ts";

export const QuestionType = oneOf(formEnumerations.questionType);
export type QuestionType = z.infer<typeof QuestionType>;
export const FormStatus = oneOf(formEnumerations.formStatus);

export const maxQuestions = 300;

const OptionValue = text(1, 200).refine(
  (value) => !value.includes(",") && value.trim() === value,
  "must not contain a comma or start or end with a space",
);
const Option = z.strictObject({ value: OptionValue, label: text(1, 300) });

const Condition = z.strictObject({
  accessor: Accessor.meta({ description: "Another question of the form." }),
  operator: oneOf(formEnumerations.conditionOperator),
  value: text(0, 500).optional(),
});

/** When a question is shown. Bounded on purpose: no expression that a client would have to evaluate. */
const Visibility = z.strictObject({
  match: oneOf(formEnumerations.conditionMatch),
  conditions: z.array(Condition).min(1).max(20),
});

/** No pattern: a regular expression from a client could block the server. */
const Validation = z
  .strictObject({ min: z.number().min(-1e15).max(1e15).optional(), max: z.number().min(-1e15).max(1e15).optional() })
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, "min must be at most max")
  .meta({
    description:
      "For a number or an amount its value, for a text its length, for a multi_select the number of chosen options.",
  });

/** As stored: labels from before the rule of `visibleName` stay readable. */
const questionFields = {
  accessor: Accessor,
  label: text(1, 300),
  helpText: text(1, 1_000).nullable(),
  type: QuestionType,
  required: z.boolean(),
  options: z.array(Option).max(200),
  visibleIf: Visibility.nullable(),
  validation: Validation.nullable(),
  mapsTo: z
    .string()
    .regex(
      /^(case|client|lead)\.[A-Za-z][A-Za-z0-9]{0,59}$/,
      "must be a field of a case, a client or a lead, such as client.phone",
    )
    .nullable()
    .meta({ minLength: 6, maxLength: 67, example: "client.phone" }),
  phi: z.boolean().meta({ description: "Whether the answer is health information." }),
};

const GivenQuestion = z.strictObject({
  ...questionFields,
  label: visibleName(300),
  helpText: questionFields.helpText.optional(),
  required: z.boolean().optional(),
  options: z
    .array(Option.extend({ label: visibleName(300) }))
    .max(200)
    .optional(),
  visibleIf: questionFields.visibleIf.optional(),
  validation: questionFields.validation.optional(),
  mapsTo: questionFields.mapsTo.optional(),
  phi: z.boolean().optional(),
});
export type GivenQuestion = z.infer<typeof GivenQuestion>;

/** The questions of a form, in order. A question keeps its id while it keeps its accessor. */
export const GivenQuestions = z.array(GivenQuestion).max(maxQuestions).superRefine(validateQuestions);

export const FormQuestion = z
  .object({ id: Id.meta({ description: "Does not change while the accessor stays the same." }), ...questionFields })
  .meta({ id: "FormQuestion" });
export type FormQuestion = z.infer<typeof FormQuestion>;

export const IntakeForm = z
  .object({
    id: Id,
    organizationId: Id,
    name: z.string(),
    description: z.string().nullable(),
    status: FormStatus,
    publishedVersion: z.int().nullable().meta({ description: "The newest published version; null if there is none." }),
    publishedAt: Instant.nullable(),
    isChanged: z.boolean().meta({ description: "Whether the draft was changed since it was published." }),
    questions: z.array(FormQuestion).meta({ description: "The questions of the draft." }),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "IntakeForm" });
export type IntakeForm = z.infer<typeof IntakeForm>;

export const IntakeFormVersion = z
  .object({
    formId: Id,
    version: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    questions: z.array(FormQuestion),
    publishedBy: Actor,
    publishedAt: Instant,
  })
  .meta({ id: "IntakeFormVersion" });
export type IntakeFormVersion = z.infer<typeof IntakeFormVersion>;

export const NewIntakeForm = z.strictObject({
  name: Name,
  description: text(1, 2_000).nullable().optional(),
  questions: GivenQuestions.optional(),
});
export type NewIntakeForm = z.infer<typeof NewIntakeForm>;

export const IntakeFormChanges = z.strictObject({
  name: Name.optional(),
  description: text(1, 2_000).nullable().optional(),
  questions: GivenQuestions.optional().meta({
    description: "All questions in order; they replace the draft's questions.",
  }),
});
export type IntakeFormChanges = z.infer<typeof IntakeFormChanges>;

export const FormListQuery = z.strictObject({
  ...sortedPageInput,
  status: FormStatus.optional(),
});
export type FormListQuery = z.infer<typeof FormListQuery>;

const choosing: ReadonlySet<QuestionType> = new Set(["select", "multi_select"]);

/** Rules across questions. Messages contain paths, never values. */
function validateQuestions(questions: readonly GivenQuestion[], context: z.RefinementCtx): void {
  const accessors = questions.map(({ accessor }) => accessor);
  for (const [index, question] of questions.entries()) {
    const fault = (name: string, message: string) => context.addIssue({ code: "custom", path: [index, name], message });
    if (accessors.indexOf(question.accessor) !== index)
      fault("accessor", "must differ from the previous questions' accessors");
    const options = question.options ?? [];
    if (choosing.has(question.type) !== options.length > 0)
      fault("options", "required for select and multi_select, otherwise not allowed");
    if (new Set(options.map(({ value }) => value)).size !== options.length)
      fault("options", "must not contain a value twice");
    const others = question.visibleIf?.conditions ?? [];
    if (others.some(({ accessor }) => accessor === question.accessor || !accessors.includes(accessor))) {
      fault("visibleIf", "must reference other questions of the form");
    }
  }
}
