import type { FormQuestion } from "../../../src/areas/intake/forms/schema.ts";
import { newId, type Given, type Values } from "./records.ts";

/** An optional question for a long text. */
export const buildQuestion = (
  values: Partial<FormQuestion> & Pick<FormQuestion, "accessor">,
  createdAt?: string,
): FormQuestion => ({
  id: newId("formQuestion", createdAt),
  label: "What happened?",
  helpText: null,
  type: "long_text",
  required: false,
  options: [],
  visibleIf: null,
  validation: null,
  mapsTo: null,
  phi: false,
  ...values,
});

type FormValues = Given<"IntakeForm", "organizationId" | "createdBy"> & { questions: readonly FormQuestion[] };

/** A form with its published versions, and the questions of these. */
export interface FormRecords {
  IntakeForm: Values<"IntakeForm">;
  IntakeFormVersion: Values<"IntakeFormVersion">[];
  FormQuestion: Values<"FormQuestion">[];
}

/**
 * A form: a draft, or published.
 *
 * @param publishedAt when its only version was published, by who created the form
 */
export function buildForm({ questions, ...values }: FormValues, publishedAt: string | null = null): FormRecords {
  const { organizationId, createdBy, createdAt, name = "Car accidents" } = values;
  const formId = values.id ?? newId("intakeForm", createdAt);
  const form = { id: formId, ...values, name, questions: [...questions] };
  if (publishedAt === null) return { IntakeForm: form, IntakeFormVersion: [], FormQuestion: [] };
  const version = { organizationId, formId, version: 1 };
  const shown = { name, questions: [...questions], description: values.description ?? null };
  return {
    IntakeForm: { status: "published", publishedVersion: 1, publishedAt, isChanged: false, ...form },
    IntakeFormVersion: [{ ...version, ...shown, publishedBy: createdBy, publishedAt }],
    FormQuestion: questions.map((question) => ({ ...version, accessor: question.accessor, publishedAt, question })),
  };
}

/** An answer that the client gave in the client portal. */
export const buildAnswer = (
  values: Given<"IntakeAnswer", "organizationId" | "accessor" | "value">,
): Values<"IntakeAnswer"> => ({
  id: newId("intakeAnswer", values.createdAt),
  source: "client_portal",
  ...values,
});
