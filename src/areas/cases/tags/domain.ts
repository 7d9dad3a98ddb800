import { AppError, invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { diffRecords, type EventToRecord, type Context, type RecordReference } from "../../../rpc/context.ts";
import { recordShownEvent } from "../../../rpc/record-shown-event.ts";
import { recordCaseEvent, getCase, lockCaseDetailForUpdate } from "../domain.ts";
import type { CaseDetail } from "../schema.ts";
import { Tag, type NewTag, type TagChanges, type TagFilter } from "./schema.ts";
import {
  changeTag,
  findTag,
  lockTagsByNameForKeyShare,
  insertTag,
  isTagUsed,
  listCasesWithTag,
  selectTagPage,
  replaceCaseTags,
} from "./store.ts";
import { updateCaseRow } from "../store.ts";

export const tagSorts = { ...commonSorts, name: { column: "nameKey", type: "text", descending: false } } as const;

/**
 * A page of the organization's tags.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listTags(
  context: Context,
  query: TagFilter,
): Promise<{ tags: Tag[]; nextCursor: string | null }> {
  const list = { name: "tags", alias: "t", sorts: tagSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    selectTagPage(context, query.updatedSince, page),
  );
  return { tags: rows, nextCursor };
}

/**
 * @param purpose `change` and `remove` lock it for update
 * @throws NOT_FOUND, also when it was deleted
 */
export async function getTag(
  context: Context,
  tagId: string,
  purpose: Parameters<typeof findTag>[2] = "look",
): Promise<Tag> {
  const found = await findTag(context, tagId, purpose);
  if (found === undefined) throw notFound("Tag");
  return Tag.parse(found);
}

function recordTagEvent(
  context: Context,
  eventType: EventToRecord["eventType"],
  payload: Tag,
  before: Tag | null,
  shownBy: readonly RecordReference[] = [],
): Tag {
  const diff = before === null ? {} : diffRecords(before, payload);
  recordShownEvent(
    context,
    { eventType, entityId: payload.id, payload, diff, relatedIds: [{ entity: "tag", id: payload.id }] },
    shownBy,
  );
  return payload;
}

/** @throws DUPLICATE_ENTRY when another tag has the name */
export async function createTag(context: Context, wanted: NewTag): Promise<Tag> {
  return recordTagEvent(
    context,
    "tag.created",
    Tag.parse(await insertTag(context, { ...wanted, id: createId("tag") })),
    null,
  );
}

/**
 * Renames or recolors a tag, on every case that has it.
 *
 * @throws NOT_FOUND; STALE_REVISION; as {@link createTag}
 */
export async function updateTag(context: Context, tagId: string, changes: TagChanges): Promise<Tag> {
  const before = await getTag(context, tagId, "change");
  const after = await changeTag(context, tagId, changes);
  if (after === undefined) throw staleRevision("tag");
  return recordTagEvent(context, "tag.updated", Tag.parse(after), before, await listCasesWithTag(context, tagId));
}

/**
 * Deletes an unused tag and frees its name.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION while a case has it; STALE_REVISION
 */
export async function deleteTag(context: Context, tagId: string): Promise<void> {
  const before = await getTag(context, tagId, "remove");
  if (await isTagUsed(context, tagId))
    throw new AppError(
      "INVALID_STATE_TRANSITION",
      "Cases have this tag; remove it from them first (GET /cases?tag= lists them)",
      { errorReason: "record_in_use" },
    );
  const after = await changeTag(context, tagId, "delete");
  if (after === undefined) throw staleRevision("tag");
  recordTagEvent(context, "tag.deleted", Tag.parse(after), before);
}

/**
 * Replaces the tags of a locked case; names match as `foldName` makes them. The caller records the event.
 *
 * @throws VALIDATION_FAILED at each `tags.<index>` that names no tag
 */
export async function giveTags(context: Context, caseId: string, names: readonly string[]): Promise<void> {
  const found = names.length === 0 ? [] : await lockTagsByNameForKeyShare(context, names);
  const places = new Set(found.map(({ place }) => place));
  const faults = names.flatMap((_, place) =>
    places.has(place) ? [] : [{ path: `tags.${place}`, message: "no tag has this name; create it with POST /tags" }],
  );
  if (faults.length > 0) throw invalidInput(...faults);
  await replaceCaseTags(context, caseId, [...new Set(found.map(({ id }) => id))]);
}

/**
 * Replaces a case's tags. `case.updated` is recorded in any case, `case.tag_added` and `case.tag_removed` where some
 * were.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for an archived case; VALIDATION_FAILED as {@link giveTags};
 *   STALE_REVISION
 */
export async function replaceTags(context: Context, caseId: string, names: readonly string[]): Promise<CaseDetail> {
  const before = await lockCaseDetailForUpdate(context, caseId);
  // An UPDATE only to check If-Match; a trigger sets the new updatedAt.
  if (!(await updateCaseRow(context, caseId, { updatedAt: before.updatedAt }))) throw staleRevision("case");
  await giveTags(context, caseId, names);
  const [had, has] = [namesOf(before), namesOf(await getCase(context, caseId))];
  const isAdded = [...has].some((name) => !had.has(name));
  const isRemoved = [...had].some((name) => !has.has(name));
  return recordCaseEvent(
    context,
    [
      "case.updated",
      ...(isAdded ? (["case.tag_added"] as const) : []),
      ...(isRemoved ? (["case.tag_removed"] as const) : []),
    ],
    before,
  );
}

function namesOf({ tags }: CaseDetail): Set<string> {
  return new Set(tags.map(({ name }) => name));
}
