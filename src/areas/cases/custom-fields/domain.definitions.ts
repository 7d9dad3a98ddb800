import { invalidInput, limitReached, notFound } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { recordEvent, diffRecords, type EventToRecord, type Context } from "../../../rpc/context.ts";
import { validateCustomFields, listMissing, type CheckedDefinition } from "./domain.ts";
import { recordCaseEvent, getCase, lockCaseDetailForUpdate, getLiveCase } from "../domain.ts";
import type { CaseDetail } from "../schema.ts";
import {
  CaseCustomFields,
  CustomFieldDefinition,
  type CustomFieldDefinitionChanges,
  type CustomFieldDefinitionFilter,
  type NewCustomFieldDefinition,
} from "./schema.ts";
import {
  changeDefinition,
  lockAndCountDefinitions,
  findDefinition,
  findDefinitions,
  lockDefinitionForUpdate,
  insertDefinition,
  selectDefinitionPage,
} from "./store.ts";
import { updateCaseRow } from "../store.ts";

export const definitionSorts = {
  ...commonSorts,
  order: { column: "order", type: "bigint", descending: false },
} as const;

/**
 * A page of the organization's definitions, archived ones included.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listDefinitions(
  context: Context,
  query: CustomFieldDefinitionFilter,
): Promise<{ customFieldDefinitions: CustomFieldDefinition[]; nextCursor: string | null }> {
  const list = { name: "custom-field-definitions", alias: "d", sorts: definitionSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    selectDefinitionPage(context, query, page),
  );
  return { customFieldDefinitions: rows.map((row) => CustomFieldDefinition.parse(row)), nextCursor };
}

/** @throws NOT_FOUND */
export async function getDefinition(context: Context, definitionId: string): Promise<CustomFieldDefinition> {
  const found = await findDefinition(context, definitionId);
  if (found === undefined) throw notFound("Custom field definition");
  return CustomFieldDefinition.parse(found);
}

function recordDefinitionEvent(
  context: Context,
  eventType: EventToRecord["eventType"],
  payload: CustomFieldDefinition,
  diff: EventToRecord["diff"],
): CustomFieldDefinition {
  recordEvent(context, {
    eventType,
    entityId: payload.id,
    payload,
    diff,
    relatedIds: [{ entity: "custom_field_definition", id: payload.id }],
  });
  return payload;
}

export const maxDefinitions = 200;

/** @throws INVALID_STATE_TRANSITION */
async function rejectFullEntity(context: Context, entity: string): Promise<void> {
  if ((await lockAndCountDefinitions(context, entity)) < maxDefinitions) return;
  throw limitReached(
    `This entity has ${maxDefinitions} custom fields, which is the maximum; archive one that is no longer used`,
  );
}

/**
 * @throws DUPLICATE_ENTRY when the entity has a field of the key, archived or not; INVALID_STATE_TRANSITION when it has
 *   as many as it can
 */
export async function createDefinition(
  context: Context,
  wanted: NewCustomFieldDefinition,
): Promise<CustomFieldDefinition> {
  await rejectFullEntity(context, wanted.entity);
  const row = await insertDefinition(context, { ...wanted, id: createId("customFieldDefinition") });
  return recordDefinitionEvent(context, "custom_field_definition.created", CustomFieldDefinition.parse(row), {});
}

/**
 * Changes a definition. An option that was there stays, since records may hold its value; it can be archived.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED at `options`; STALE_REVISION; INVALID_STATE_TRANSITION for one more in use than
 *   there can be
 */
export async function updateDefinition(
  context: Context,
  definitionId: string,
  changes: CustomFieldDefinitionChanges,
): Promise<CustomFieldDefinition> {
  const locked = await lockDefinitionForUpdate(context, definitionId);
  if (locked === undefined) throw notFound("Custom field definition");
  const before = CustomFieldDefinition.parse(locked);
  validateOptions(before, changes);
  if (before.archived && changes.archived === false) await rejectFullEntity(context, before.entity);
  const row = await changeDefinition(context, definitionId, changes);
  if (row === undefined) throw staleRevision("custom field definition");
  const after = CustomFieldDefinition.parse(row);
  return recordDefinitionEvent(context, "custom_field_definition.updated", after, diffRecords(before, after));
}

function validateOptions(
  { type, options: had }: CustomFieldDefinition,
  { options }: CustomFieldDefinitionChanges,
): void {
  if (options === undefined) return;
  if (type !== "select" && type !== "multi_select") {
    if (options.length > 0)
      throw invalidInput({ path: "options", message: "allowed only for select and multi_select" });
    return;
  }
  const values = new Set(options.map(({ value }) => value));
  if (!had.every(({ value }) => values.has(value)))
    throw invalidInput({
      path: "options",
      message: "must keep every existing value; archive options instead of removing them",
    });
}

async function describeCustomFields(
  context: Context,
  { caseType, customFields }: CaseDetail,
): Promise<CaseCustomFields> {
  const definitions = (await findDefinitions(context, "case")) as CheckedDefinition[];
  return CaseCustomFields.parse({ customFields, missing: listMissing(definitions, caseType, customFields) });
}

/**
 * The case's values by key, and which required ones it lacks.
 *
 * @throws NOT_FOUND
 */
export async function readCaseCustomFields(context: Context, caseId: string): Promise<CaseCustomFields> {
  await getLiveCase(context, caseId);
  return describeCustomFields(context, await getCase(context, caseId));
}

/**
 * Changes custom fields of a case by key; null removes one.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case; as {@link validateCustomFields}; STALE_REVISION
 */
export async function updateCaseCustomFields(
  context: Context,
  caseId: string,
  changes: Record<string, unknown>,
): Promise<CaseCustomFields> {
  const before = await lockCaseDetailForUpdate(context, caseId);
  const customFields = await validateCustomFields(
    context,
    { entity: "case", caseType: before.caseType, current: before.customFields },
    changes,
  );
  if (!(await updateCaseRow(context, caseId, { customFields: JSON.stringify(customFields) })))
    throw staleRevision("case");
  return describeCustomFields(context, await recordCaseEvent(context, ["case.updated"], before));
}
