import { fitsQuestion, valueTypeOf } from "../../src/areas/intake/answers/domain.value-types.ts";
import type { FormQuestion } from "../../src/areas/intake/forms/schema.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { buildForm, buildQuestion } from "./builders/intake.ts";
import type { Firm } from "./firm.ts";
import { dayMilliseconds, toInstant } from "./random.ts";
import { describeActor } from "./history.ts";

/** The firm's published form: what each accessor asks. */
export type FormQuestions = ReadonlyMap<string, FormQuestion>;

const yesOrNo = "yes_no";
const bodyParts = ["neck", "lower back", "right shoulder", "left knee", "head", "wrist"];

const accidentQuestions: (Pick<FormQuestion, "accessor" | "label" | "type"> & Partial<FormQuestion>)[] = [
  {
    accessor: "incident.date",
    label: "When did it happen?",
    type: "date",
    required: true,
    mapsTo: "case.dateOfIncident",
  },
  { accessor: "incident.location", label: "Where did it happen?", type: "address" },
  { accessor: "incident.policeReport.filed", label: "Did the police write a report?", type: yesOrNo },
  {
    accessor: "incident.policeReport.number",
    label: "What is its number?",
    type: "short_text",
    validation: { max: 40 },
  },
  { accessor: "vehicles[0].make", label: "Which make is your car?", type: "short_text" },
  { accessor: "vehicles[0].year", label: "Of which year is it?", type: "number", validation: { min: 1950, max: 2030 } },
  {
    accessor: "injury.bodyParts",
    label: "Where are you hurt?",
    type: "multi_select",
    phi: true,
    options: bodyParts.map((value) => ({ value, label: value })),
  },
  { accessor: "injury.hospitalized", label: "Were you in a hospital?", type: yesOrNo, phi: true },
  { accessor: "treatment.isTreating", label: "Are you still being treated?", type: yesOrNo, phi: true },
  {
    accessor: "employment.missedDays",
    label: "How many days of work did you miss?",
    type: "number",
    validation: { min: 0, max: 400 },
  },
];

/** Creates the form that the firm asks everybody by, published before its first case. */
export function addForm(firm: Firm): { formId: string; questions: FormQuestions } {
  const { organizationId, add, now, plainActor } = firm;
  const createdAt = toInstant(now - 1_390 * dayMilliseconds);
  const questions = accidentQuestions.map((question) => buildQuestion(question, createdAt));
  const { IntakeForm: form } = add(
    buildForm(
      {
        organizationId,
        name: "Accident intake",
        description: "What we ask everyone who was in an accident.",
        questions,
        createdBy: describeActor(plainActor),
        revision: 2,
        createdAt,
      },
      createdAt,
    ),
  );
  return { formId: form.id, questions: new Map(questions.map((question) => [question.accessor, question])) };
}

/** What the form says of an answer. */
export function mapAnswer(
  { formId, questions }: ReturnType<typeof addForm>,
  accessor: string,
  value: string,
): Partial<Pick<Row<"IntakeAnswer">, "valueType" | "label" | "formId" | "formVersion" | "questionId" | "isMismatch">> {
  const question = questions.get(accessor);
  if (question === undefined) return {};
  const { id, label, type } = question;
  return {
    valueType: valueTypeOf[type],
    label,
    formId,
    formVersion: 1,
    questionId: id,
    isMismatch: !fitsQuestion(question, value),
  };
}
