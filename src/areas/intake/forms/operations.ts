import * as z from "zod";
import type { OperationMeta } from "../../../contract/operation.ts";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { createForm, getForm, getFormVersion, listForms, publishForm, updateDraft } from "./domain.ts";
import { FormListQuery, IntakeForm, IntakeFormChanges, IntakeFormVersion, NewIntakeForm } from "./schema.ts";

const reading = { area: "Intake", scope: "intake:read" } as const satisfies Partial<OperationMeta>;
const writing = {
  area: "Intake",
  scope: "intake:write",
  readBy: "intake:read",
} as const satisfies Partial<OperationMeta>;
const ChosenForm = z.strictObject({ formId: Id });
/** A path parameter is text. */
const FormVersionNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, "must be the number of a version")
  .meta({ minLength: 1, maxLength: 9, example: "1" });
const form = z.object({ intakeForm: IntakeForm });

export const formProcedures = {
  "intakeForms.list": operation({
    ...reading,
    route: "GET /intake-forms",
    summary: "List intake forms",
    description: "Returns the organization's forms with the questions of their drafts.",
  })
    .input(FormListQuery)
    .output(z.object({ intakeForms: z.array(IntakeForm), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listForms(ctx, input)),

  "intakeForms.create": operation({
    ...writing,
    route: "POST /intake-forms",
    summary: "Create an intake form",
    description: "Creates a draft. Answers are validated against the form after it is published.",
    emits: ["intake_form.created"],
    created: { location: "/intake-forms/{intakeForm.id}" },
    etag: "intakeForm.revision",
  })
    .input(NewIntakeForm)
    .output(form)
    .mutation(async ({ ctx, input }) => ({ intakeForm: await createForm(ctx, input) })),

  "intakeForms.get": operation({
    ...reading,
    route: "GET /intake-forms/{formId}",
    summary: "Get an intake form",
    description: "Returns the form with the questions of its draft.",
    etag: "intakeForm.revision",
  })
    .input(ChosenForm)
    .output(form)
    .query(async ({ ctx, input }) => ({ intakeForm: await getForm(ctx, input.formId) })),

  "intakeForms.update": operation({
    ...writing,
    route: "PATCH /intake-forms/{formId}",
    summary: "Update the draft of an intake form",
    description:
      "Published versions do not change. `questions` replaces all questions of the draft; a question that keeps its accessor keeps its ID.",
    emits: ["intake_form.updated"],
    errors: ["STALE_REVISION"],
    etag: "intakeForm.revision",
  })
    .input(IntakeFormChanges.extend(ChosenForm.shape).refine(...changesSomething("formId")))
    .output(form)
    .mutation(async ({ ctx, input: { formId, ...changes } }) => ({
      intakeForm: await updateDraft(ctx, formId, changes),
    })),

  "intakeForms.publish": operation({
    ...writing,
    route: "POST /intake-forms/{formId}/publish",
    echoes: ["intakeForm.status", "intakeFormVersion.version"],
    summary: "Publish an intake form",
    description:
      "Publishes the draft as the next, immutable version. From then on answers are mapped to its questions and validated against them; if two forms" +
      " have the same accessor, the form that was published last applies. Fails with 409 if the form has no questions, or the draft is already published.",
    emits: ["intake_form.published"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
    etag: "intakeForm.revision",
  })
    .input(ChosenForm)
    .output(z.object({ intakeForm: IntakeForm, intakeFormVersion: IntakeFormVersion }))
    .mutation(({ ctx, input }) => publishForm(ctx, input.formId)),

  "intakeForms.versions.get": operation({
    ...reading,
    route: "GET /intake-forms/{formId}/versions/{version}",
    summary: "Get a published version of an intake form",
    description: "Returns the version as it was published.",
  })
    .input(ChosenForm.extend({ version: FormVersionNumber }))
    .output(z.object({ intakeFormVersion: IntakeFormVersion }))
    .query(async ({ ctx, input }) => ({
      intakeFormVersion: await getFormVersion(ctx, input.formId, Number(input.version)),
    })),
};
