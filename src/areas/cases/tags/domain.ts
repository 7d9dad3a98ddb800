import { invalidInput, recordInUse } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { nameSorts } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { recordCaseEvent, getCase, lockCaseDetailForUpdate } from "../domain.ts";
import type { CaseDetail } from "../schema.ts";
import { Tag } from "./schema.ts";
import { lockTagsByNameForKeyShare, isTagUsed, listCasesWithTag, replaceCaseTags } from "./store.ts";
import { updateCaseRow } from "../store.ts";

/** The organization's tags. A case shows the names and colors of its own. */
export const tags = defineResource({
  table: "Tag",
  noun: "Tag",
  idKind: "tag",
  schema: Tag,
  events: { created: "tag.created", updated: "tag.updated", deleted: "tag.deleted" },
  relate: ({ id }) => [{ entity: "tag", id }],
  sorts: nameSorts,
  unique: { Tag_live_name: "name: used by another tag" },
  checkDeletion: rejectUsed,
  listShowing: listCasesWithTag,
  cursorName: () => "tags",
});

/** @throws INVALID_STATE_TRANSITION while a case has it */
async function rejectUsed(context: Context, { id }: { id: string }): Promise<void> {
  if (!(await isTagUsed(context, id))) return;
  throw recordInUse("Cases have this tag; remove it from them first (GET /cases?tag= lists them)");
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

function namesOf(detail: CaseDetail): Set<string> {
  return new Set(detail.tags.map(({ name }) => name));
}
