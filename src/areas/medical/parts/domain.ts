import { notFound } from "../../../contract/errors/error-codes.ts";
import type { IdKind } from "../../../contract/ids.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import {
  recordEvent,
  diffRecords,
  recordAuditEntry,
  type Context,
  type RecordReference,
} from "../../../rpc/context.ts";
import { relateCase, getLiveCase } from "../../cases/domain.ts";
import { keepUnique, readAuditedPage } from "../domain.rules.ts";
import { lockFacilityForUpdate, getFacilityRow } from "../facilities/domain.ts";
import { findPart, selectPartPage, type PartRow, type PartsOf } from "./store.ts";
import { changeRow, deleteRow, lockRowsFor, insertRow, type PartTable, type Written } from "../store.rows.ts";
import type { FacilityRow } from "../facilities/store.ts";
import type { SortedPageQuery } from "../../../contract/page.ts";

type PartEntity = "medical_treatment" | "medical_bill" | "medical_record";

/** The differences between treatments, bills and records of a facility. */
export interface Part<Table extends PartTable, Shown extends object> {
  table: Table;
  entity: PartEntity;
  kind: IdKind;
  /** For rejections: `Treatment`. */
  noun: string;
  describe(row: PartRow<Table>): Shown;
  /** Updates the facility after a part was added, changed or deleted. */
  settle?(context: Context, facilityId: string): Promise<void>;
}

export const relatePart = (row: { caseId: string; clientId: string; facilityId: string }): RecordReference[] => [
  ...relateCase(row.caseId, row.clientId),
  { entity: "medical_facility", id: row.facilityId },
];

async function readPart<Table extends PartTable>(
  context: Context,
  part: Part<Table, object>,
  of: PartsOf,
  id: string,
): Promise<PartRow<Table>> {
  const row = await findPart(context, part.table, of, id);
  if (row === undefined) throw notFound(part.noun);
  return row;
}

const ofFacility = ({ id, caseId }: FacilityRow): PartsOf => ({ facilityId: id, caseId });

/**
 * Adds a part to a facility.
 *
 * @param prepare validates input and returns the row's values
 * @throws NOT_FOUND; DUPLICATE_ENTRY for an externalId that is taken; INVALID_STATE_TRANSITION when the case is
 *   archived
 */
export async function createPart<Table extends PartTable, Shown extends object>(
  context: Context,
  part: Part<Table, Shown>,
  facilityId: string,
  prepare: (facility: FacilityRow) => Promise<Written<Table>>,
): Promise<Shown> {
  const facility = await lockFacilityForUpdate(context, facilityId);
  const values = await prepare(facility);
  const id = createId(part.kind);
  const row = { ...values, id, facilityId, caseId: facility.caseId } as Written<Table> & { id: string };
  await keepUnique(part.table, insertRow(context, part.table, row), row);
  await part.settle?.(context, facilityId);
  const made = await readPart(context, part, ofFacility(facility), id);
  const payload = part.describe(made);
  recordEvent(context, {
    eventType: `${part.entity}.created`,
    entityId: id,
    payload,
    diff: {},
    relatedIds: relatePart(made),
  });
  return payload;
}

/**
 * One part of a facility; the read is noted for the audit log.
 *
 * @throws NOT_FOUND
 */
export async function getPart<Table extends PartTable, Shown extends object>(
  context: Context,
  part: Part<Table, Shown>,
  facilityId: string,
  id: string,
): Promise<Shown> {
  const row = await readPart(context, part, ofFacility(await getFacilityRow(context, facilityId)), id);
  recordAuditEntry(context, { entity: part.entity, id }, relatePart(row));
  return part.describe(row);
}

/**
 * A page of a facility's parts.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listFacilityParts<Table extends PartTable, Shown extends object>(
  context: Context,
  part: Part<Table, Shown>,
  facilityId: string,
  query: SortedPageQuery,
) {
  const facility = await getFacilityRow(context, facilityId);
  return listParts(context, part, ofFacility(facility), { entity: "medical_facility", id: facilityId }, query);
}

/**
 * A page of all of a case's parts.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listCaseParts<Table extends PartTable, Shown extends object>(
  context: Context,
  part: Part<Table, Shown>,
  caseId: string,
  query: SortedPageQuery,
) {
  await getLiveCase(context, caseId);
  return listParts(context, part, { caseId }, { entity: "case", id: caseId }, query);
}

async function listParts<Table extends PartTable, Shown extends object>(
  context: Context,
  part: Part<Table, Shown>,
  of: PartsOf,
  within: RecordReference,
  query: SortedPageQuery,
): Promise<{ shown: Shown[]; nextCursor: string | null }> {
  const { table, entity } = part;
  const list = { name: `${entity}.${within.id}`, alias: "t", entity, within, relate: relatePart };
  const { rows, nextCursor } = await readAuditedPage<PartRow<Table>>(context, list, query, (page) =>
    selectPartPage(context, table, of, page, query.updatedSince),
  );
  return { shown: rows.map((row) => part.describe(row)), nextCursor };
}

/**
 * Updates a part.
 *
 * @param prepare validates changes and returns the row's values
 * @throws NOT_FOUND; STALE_REVISION; DUPLICATE_ENTRY; INVALID_STATE_TRANSITION when the case is archived
 */
export async function updatePart<Table extends PartTable, Shown extends object>(
  context: Context,
  part: Part<Table, Shown>,
  of: { facilityId: string; id: string },
  prepare: (row: PartRow<Table>) => Promise<Written<Table>>,
): Promise<Shown> {
  const write = async (row: PartRow<Table>) => {
    const values = await prepare(row);
    return keepUnique(part.table, changeRow(context, part.table, of.id, values, context.expectedRevisions), values);
  };
  return changePart(context, part, of, "updated", write);
}

/** @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION when the case is archived */
export async function deletePart<Table extends PartTable>(
  context: Context,
  part: Part<Table, object>,
  of: { facilityId: string; id: string },
): Promise<void> {
  await changePart(context, part, of, "deleted", () =>
    deleteRow(context, part.table, of.id, context.expectedRevisions),
  );
}

/** @param write returns false when If-Match names another revision */
async function changePart<Table extends PartTable, Shown extends object>(
  context: Context,
  part: Part<Table, Shown>,
  { facilityId, id }: { facilityId: string; id: string },
  verb: "updated" | "deleted",
  write: (row: PartRow<Table>) => Promise<boolean>,
): Promise<Shown> {
  const facility = await lockFacilityForUpdate(context, facilityId);
  // Changes of parts lock the facility first; the row lock is for those that do not (a merge of contacts).
  await lockRowsFor(context, part.table, [id], "change");
  const before = await readPart(context, part, ofFacility(facility), id);
  if (!(await write(before))) throw staleRevision(part.noun.toLowerCase());
  await part.settle?.(context, facilityId);
  const after = verb === "deleted" ? before : await readPart(context, part, ofFacility(facility), id);
  const payload = part.describe(after);
  const diff = verb === "deleted" ? {} : diffRecords(part.describe(before), payload);
  recordEvent(context, {
    eventType: `${part.entity}.${verb}`,
    entityId: id,
    payload,
    diff,
    relatedIds: relatePart(after),
  });
  return payload;
}
