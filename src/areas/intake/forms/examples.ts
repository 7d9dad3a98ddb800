import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import type { IntakeForm, IntakeFormVersion } from "./schema.ts";

export const formId = "frm_01kjp8y0b2d4f6h8k0m2p4r6t8";

const question = {
  id: "qst_01kjp8y1c3e5g7j9m1n3q5s7v9",
  accessor: ids.accessor,
  label: "What is the number of the police report?",
  helpText: null,
  type: "short_text",
  required: false,
  options: [],
  visibleIf: {
    match: "all",
    conditions: [{ accessor: "incident.policeReport.filed", operator: "equals", value: "yes" }],
  },
  validation: { min: 3, max: 40 },
  mapsTo: null,
  phi: false,
} satisfies IntakeForm["questions"][number];

const filed = {
  ...question,
  id: "qst_01kjp8y2d4f6h8k0m2p4r6t8w0",
  accessor: "incident.policeReport.filed",
  label: "Did the police write a report?",
  type: "yes_no",
  visibleIf: null,
  validation: null,
} satisfies IntakeForm["questions"][number];

export const draftForm = {
  id: formId,
  organizationId: ids.organizationId,
  name: "Car accidents",
  description: "What we ask everyone who was in a car.",
  status: "draft",
  publishedVersion: null,
  publishedAt: null,
  isChanged: true,
  questions: [filed, question],
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.stage,
  updatedAt: times.stage,
} satisfies IntakeForm;

export const changedForm = {
  ...draftForm,
  name: "Car and truck accidents",
  revision: 2,
  updatedAt: times.now,
} satisfies IntakeForm;
export const publishedForm = {
  ...draftForm,
  status: "published",
  publishedVersion: 1,
  publishedAt: times.now,
  isChanged: false,
  revision: 2,
  updatedAt: times.now,
} satisfies IntakeForm;

export const formVersion = {
  formId,
  version: 1,
  name: draftForm.name,
  description: draftForm.description,
  questions: draftForm.questions,
  publishedBy: draftForm.createdBy,
  publishedAt: times.now,
} satisfies IntakeFormVersion;

const ofForm = { formId };

function withoutId({ accessor, label, type, visibleIf, validation }: (typeof draftForm.questions)[number]) {
  return { accessor, label, type, visibleIf, validation };
}

export const formExamples = {
  "intakeForms.list": { response: { intakeForms: [publishedForm], nextCursor: null } },
  "intakeForms.create": {
    body: { name: draftForm.name, description: draftForm.description, questions: draftForm.questions.map(withoutId) },
    response: { intakeForm: draftForm },
  },
  "intakeForms.get": { parameters: ofForm, response: { intakeForm: publishedForm } },
  "intakeForms.update": { parameters: ofForm, body: { name: changedForm.name }, response: { intakeForm: changedForm } },
  "intakeForms.publish": {
    parameters: ofForm,
    body: {},
    response: { intakeForm: publishedForm, intakeFormVersion: formVersion },
  },
  "intakeForms.versions.get": { parameters: { ...ofForm, version: "1" }, response: { intakeFormVersion: formVersion } },
} satisfies Record<string, OperationExample>;
