import { invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { recordEvent, diffRecords, type EventToRecord, type Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import {
  IntakeForm,
  IntakeFormVersion,
  type FormListQuery,
  type FormQuestion,
  type GivenQuestion,
  type IntakeFormChanges,
  type NewIntakeForm,
} from "./schema.ts";
import {
  findForm,
  findFormVersion,
  insertForm,
  insertFormVersion,
  selectForms,
  lockFormRowForUpdate,
  updateFormRow,
} from "./store.ts";

function recordFormEvent(
  context: Context,
  eventType: EventToRecord["eventType"],
  form: IntakeForm,
  diff: EventToRecord["diff"],
): IntakeForm {
  recordEvent(context, {
    eventType,
    entityId: form.id,
    payload: form,
    diff,
    relatedIds: [{ entity: "intake_form", id: form.id }],
  });
  return form;
}

/** Applies defaults. A question keeps its id while it keeps its accessor. */
function completeQuestions(given: readonly GivenQuestion[], before: readonly FormQuestion[]): FormQuestion[] {
  const known = new Map(before.map(({ accessor, id }) => [accessor, id]));
  return given.map(
    ({
      accessor,
      label,
      type,
      helpText = null,
      required = false,
      options = [],
      visibleIf = null,
      validation = null,
      mapsTo = null,
      phi = false,
    }) => ({
      id: known.get(accessor) ?? createId("formQuestion"),
      accessor,
      label,
      helpText,
      type,
      required,
      options,
      visibleIf,
      validation,
      mapsTo,
      phi,
    }),
  );
}

export async function listForms(
  context: Context,
  query: FormListQuery,
): Promise<{ intakeForms: IntakeForm[]; nextCursor: string | null }> {
  const { status, updatedSince, ...page } = query;
  const filters = { status, updatedSince: updatedSince === undefined ? undefined : Date.parse(updatedSince) };
  const list = { name: "intake-forms", alias: "f", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, page, (sorted) =>
    selectForms(context, filters, sorted),
  );
  return { intakeForms: rows.map((row) => IntakeForm.parse(row)), nextCursor };
}

/** @throws NOT_FOUND */
export async function getForm(context: Context, formId: string): Promise<IntakeForm> {
  const row = await findForm(context, formId);
  if (row === undefined) throw notFound("Intake form");
  return IntakeForm.parse(row);
}

export async function createForm(
  context: Context,
  { name, description = null, questions = [] }: NewIntakeForm,
): Promise<IntakeForm> {
  const createdBy = describeActor(context.principal);
  const row = await insertForm(context, {
    id: createId("intakeForm"),
    name,
    description,
    questions: completeQuestions(questions, []),
    createdBy,
  });
  return recordFormEvent(context, "intake_form.created", IntakeForm.parse(row), {});
}

async function lockFormForUpdate(
  context: Context,
  formId: string,
): Promise<{ row: NonNullable<Awaited<ReturnType<typeof lockFormRowForUpdate>>>; form: IntakeForm }> {
  const row = await lockFormRowForUpdate(context, formId);
  if (row === undefined) throw notFound("Intake form");
  return { row, form: IntakeForm.parse(row) };
}

/**
 * Updates a form's draft; published versions stay.
 *
 * @throws NOT_FOUND, STALE_REVISION
 */
export async function updateDraft(
  context: Context,
  formId: string,
  { questions, ...changes }: IntakeFormChanges,
): Promise<IntakeForm> {
  const { form: before } = await lockFormForUpdate(context, formId);
  const completed = questions === undefined ? undefined : completeQuestions(questions, before.questions);
  const row = await updateFormRow(context, formId, { ...changes, questions: completed, isChanged: true });
  if (row === undefined) throw staleRevision("form");
  const form = IntakeForm.parse(row);
  return recordFormEvent(context, "intake_form.updated", form, diffRecords(before, form));
}

/**
 * Publishes the draft as the next, immutable version. New answers are validated by it; stored ones stay.
 *
 * @throws NOT_FOUND, STALE_REVISION; INVALID_STATE_TRANSITION when the draft has no question, or equals the published
 *   version
 */
export async function publishForm(
  context: Context,
  formId: string,
): Promise<{ intakeForm: IntakeForm; intakeFormVersion: IntakeFormVersion }> {
  const { row: locked, form: before } = await lockFormForUpdate(context, formId);
  const version = (before.publishedVersion ?? 0) + 1;
  if (!before.isChanged) throw invalidState("The draft has not changed since it was published");
  if (before.questions.length === 0) throw invalidState("A form without questions cannot be published");
  const row = await updateFormRow(context, formId, {
    publishedVersion: version,
    status: "published",
    publishedAt: "now",
    isChanged: false,
  });
  if (row === undefined) throw staleRevision("form");
  await insertFormVersion(context, locked, version, describeActor(context.principal));
  const form = IntakeForm.parse(row);
  const intakeForm = recordFormEvent(context, "intake_form.published", form, diffRecords(before, form));
  return { intakeForm, intakeFormVersion: await getFormVersion(context, formId, version) };
}

/**
 * A version as it was published.
 *
 * @throws NOT_FOUND for the form, or for a version that it does not have
 */
export async function getFormVersion(context: Context, formId: string, version: number): Promise<IntakeFormVersion> {
  const row = await findFormVersion(context, formId, version);
  if (row === undefined) throw notFound("Version of an intake form");
  return IntakeFormVersion.parse(row);
}
