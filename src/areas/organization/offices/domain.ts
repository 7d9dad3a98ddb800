import { invalidInput, limitReached, notFound, recordInUse } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import { listRecords, nameSorts } from "../../../platform/database/lists/sorted-list.ts";
import { diffRecords, recordEvent, type Context } from "../../../rpc/context.ts";
import { lockOrganizationForUpdate } from "../../administration/domain.ts";
import { Office, type NewOffice, type OfficeChanges, type OfficeFilter } from "./schema.ts";
import {
  updateOfficeRow,
  countBelonging,
  findOffice,
  insertOffice,
  lockOfficesForUpdate,
  selectOffices,
} from "./store.ts";

const maxOffices = 200;

export async function listOffices(
  context: Context,
  query: OfficeFilter,
): Promise<{ offices: Office[]; nextCursor: string | null }> {
  const list = { name: "offices", alias: "o", sorts: nameSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    selectOffices(context, page, query.updatedSince),
  );
  return { offices: rows.map((row) => Office.parse(row)), nextCursor };
}

/** @throws NOT_FOUND, also when it was deleted */
export async function getOffice(context: Context, officeId: string): Promise<Office> {
  const row = await findOffice(context, officeId);
  if (row === undefined) throw notFound("Office");
  return Office.parse(row);
}

function recordOfficeEvent(context: Context, eventType: EventType, office: Office, before: Office | null): void {
  const diff = before === null ? {} : diffRecords(before, office);
  recordEvent(context, {
    eventType,
    entityId: office.id,
    payload: office,
    diff,
    relatedIds: [{ entity: "office", id: office.id }],
  });
}

/**
 * The first office is primary.
 *
 * @throws DUPLICATE_ENTRY; INVALID_STATE_TRANSITION at the limit
 */
export async function createOffice(context: Context, { isPrimary = false, ...wanted }: NewOffice): Promise<Office> {
  // Serializes creations: there may be no office yet to lock.
  await lockOrganizationForUpdate(context);
  const others = await lockOfficesForUpdate(context);
  if (others.length >= maxOffices)
    throw limitReached(`The organization has ${maxOffices} offices, which is the limit. Delete one first`);
  const isFirst = others.length === 0;
  if (isPrimary) await replacePrimary(context, others);
  const id = createId("office");
  await insertOffice(context, { ...wanted, id, isPrimary: isPrimary || isFirst });
  const office = await getOffice(context, id);
  recordOfficeEvent(context, "office.created", office, null);
  return office;
}

/** @throws NOT_FOUND; STALE_REVISION; DUPLICATE_ENTRY; VALIDATION_FAILED where the primary office would cease to be it */
export async function updateOffice(context: Context, officeId: string, changes: OfficeChanges): Promise<Office> {
  const offices = await lockOfficesForUpdate(context);
  const before = await getOffice(context, officeId);
  if (changes.isPrimary === false && before.isPrimary)
    throw invalidInput({ path: "isPrimary", message: "make another office primary instead" });
  if (changes.isPrimary === true)
    await replacePrimary(
      context,
      offices.filter(({ id }) => id !== officeId),
    );
  if ((await updateOfficeRow(context, officeId, changes)) === undefined) throw staleRevision("office");
  const office = await getOffice(context, officeId);
  recordOfficeEvent(context, "office.updated", office, before);
  return office;
}

async function replacePrimary(context: Context, others: readonly { id: string; isPrimary: boolean }[]): Promise<void> {
  const previous = others.find(({ isPrimary }) => isPrimary);
  if (previous === undefined) return;
  const before = await getOffice(context, previous.id);
  await updateOfficeRow(context, previous.id, { isPrimary: false }, null);
  recordOfficeEvent(context, "office.updated", await getOffice(context, previous.id), before);
}

/**
 * @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION while members belong to it, or while it is primary and
 *   others exist
 */
export async function deleteOffice(context: Context, officeId: string): Promise<void> {
  const offices = await lockOfficesForUpdate(context);
  const before = await getOffice(context, officeId);
  const members = await countBelonging(context, officeId);
  if (members > 0) throw recordInUse(`The office has ${members} members; move them first`);
  if (before.isPrimary && offices.length > 1)
    throw recordInUse("The office is the primary one; make another office primary first");
  const after = await updateOfficeRow(context, officeId, "delete");
  if (after === undefined) throw staleRevision("office");
  recordOfficeEvent(context, "office.deleted", Office.parse({ ...after, memberCount: before.memberCount }), before);
}
