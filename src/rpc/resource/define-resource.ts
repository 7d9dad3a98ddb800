import type * as z from "zod";
import { notFound } from "../../contract/errors/error-codes.ts";
import { entityOf, type EventType } from "../../contract/events/event-types.ts";
import type { IdKind } from "../../contract/ids.ts";
import { requireExpected } from "../../contract/revision.ts";
import { createId } from "../../platform/database/ids.ts";
import { hangingTables } from "../../platform/database/lists/hanging-records.ts";
import { commonSorts, listRecords, type Sort, type SortedQuery } from "../../platform/database/lists/sorted-list.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import { diffInEvents, recordAuditEntry, recordEvent, type Context, type RecordReference } from "../context.ts";
import { createOutputPicker } from "../pick-output.ts";
import { recordDeletion } from "../record-deletion.ts";
import { recordShownEvent } from "../record-shown-event.ts";
import { settleInOrder } from "../settle-in-order.ts";
import { trackChanges } from "../track-changes.ts";
import {
  findColumn,
  findRow,
  insertRow,
  listRowsById,
  lockRowForUpdate,
  selectPage,
  softDeleteRow,
  updateRow,
  type ResourceStatements,
  type ResourceTable,
  type RevisedRow,
  type RowLock,
  type Written,
} from "./store.ts";

/** What the records of a resource belong to, such as a case. `Owner` is what `get` and `lock` resolve to. */
export interface ResourceParent<Owner, Column extends string, IsInPath extends boolean> {
  /** The kind of record: `case`. */
  entity: string;
  /** The column that refers to it. Its value never changes. */
  column: Column;
  /** Whether the paths of its records have its ID. Otherwise the row says to which one it belongs. */
  isInPath: IsInPath;
  /** @throws NOT_FOUND */
  get: (context: Context, id: string) => Promise<Owner>;
  /**
   * Locks it until commit, before its record. Sends all its locks at once: that of the record follows in the same round
   * trip.
   *
   * @throws NOT_FOUND; INVALID_STATE_TRANSITION when it accepts no changes
   */
  lock: (context: Context, id: string) => Promise<Owner>;
  /**
   * The same by the ID of a record, whose column refers to it: required of a parent that is not in the path.
   *
   * @returns undefined where there is no such record, or no parent
   */
  lockOf?: (context: Context, table: keyof Tables, id: string) => Promise<Owner | undefined>;
}

type InPath<Column extends string, IsInPath extends boolean> = IsInPath extends true
  ? Readonly<Record<Column, string>>
  : unknown;

/** The ID of a record, with that of its parent where the path has it. */
type Key<Column extends string, IsInPath extends boolean> = { id: string } & InPath<Column, IsInPath>;

/** Other members are values of columns: filters by equality. */
type ListQuery<Column extends string, IsInPath extends boolean, SortName extends string> = SortedQuery<SortName> & {
  updatedSince?: string | undefined;
} & InPath<Column, IsInPath>;

export interface ResourceDefinition<
  Table extends ResourceTable,
  Shown extends object,
  Shape extends RevisedRow,
  Owner,
  Column extends string,
  IsInPath extends boolean,
  New extends object,
  Changes extends object,
  SortName extends string,
> extends ResourceStatements<Table, Shape> {
  /** For rejections: `Insurance policy`. */
  noun: string;
  idKind: IdKind;
  /**
   * The record as it is returned. If it has the member `deletedAt`, the event of a deletion has the record after it,
   * otherwise as it was before.
   */
  schema: z.ZodType<Shown> & Pick<z.ZodObject, "shape">;
  /** The record of a row; by default the members of the schema, which the row then has. */
  describe?: (row: Shape) => Shown;
  /** Without `deleted` if it is permanent. */
  events: Readonly<Record<"created" | "updated", EventType> & Partial<Record<"deleted", EventType>>>;
  /**
   * The record as its events have it, where they say less of it than a response; by default all of it. What they
   * redact (`contract/values/redacted.ts`) is in the diff, too, so that it says what changed.
   */
  describeInEvent?: (record: Shown) => object;
  /** The records that its events name: at least case and client, where it has them. The owner is locked. */
  relate: (row: Shape, owner: Owner) => RecordReference[];
  parent?: ResourceParent<Owner, Column, IsInPath>;
  /** Of records under an elevated scope: what the audit entry of each read names besides the record. */
  auditReads?: (row: Shape) => RecordReference[];
  /** By default `newest`, `oldest` and `updated`. */
  sorts?: Readonly<Record<SortName, Sort>>;
  /** By what its cursors are named, without and with the ID of the parent. It must not change. */
  cursorName?: (within: string | undefined) => string;
  /** Locks the records that the values refer to, before the parent: contacts are locked before cases (0018). */
  lockReferences?: (context: Context, values: NoInfer<New | Changes>) => Promise<unknown>;
  /** Checks a new record and returns its columns. The parent is locked. */
  prepareInsert?: (context: Context, values: New, owner: Owner) => Written<Table> | Promise<Written<Table>>;
  /** Checks changes and returns the columns to write. The parent and the row are locked. */
  prepareUpdate?: (context: Context, changes: Changes, before: Shape) => Written<Table> | Promise<Written<Table>>;
  /** Rejects a deletion by throwing. The row is locked, also against new references. */
  checkDeletion?: (context: Context, before: Shape) => Promise<void>;
  /** Writes what follows from the row, after each change of it. */
  afterWrite?: (context: Context, row: Shape) => Promise<void>;
  /** The records that show something of it, and that change with it. */
  listShowing?: (context: Context, row: Shape) => Promise<RecordReference[]>;
}

/** How events have a record and its changes. */
const describeForEvents = <Shown extends object>(describeInEvent: (record: Shown) => object = (record) => record) => ({
  describeInEvent,
  describeChange: (before: Shown, after: Shown) => ({
    payload: describeInEvent(after),
    diff: diffInEvents(before, after, describeInEvent),
  }),
});

/** The ID of the parent among the values of a path, a new row or a filter. */
function findParentIdIn(parent: { column: string } | undefined, values: object): string | undefined {
  const id: unknown = Object.entries(values).find(([column]) => column === parent?.column)?.[1];
  return typeof id === "string" ? id : undefined;
}

/** @throws STALE_REVISION for a locked row of another revision than If-Match names */
function assertExpected(
  { noun, revision = "revision" }: { noun: string; revision?: "revision" | "version" | undefined },
  { expectedRevisions }: Context,
  row: RevisedRow,
): void {
  requireExpected(expectedRevisions, noun.toLowerCase(), row[revision]);
}

const hasHanging = (table: string): table is keyof typeof hangingTables => table in hangingTables;

/**
 * A plain resource: create, get, list, update and delete follow from its definition. An operation with a state machine,
 * with locks of its own or with rows of several tables is a function beside it, made of `getRow`, `lockForUpdate` and
 * `recordUpdate`.
 *
 * A write locks in the order references, parent, row, the last two in one round trip; checks If-Match of the locked
 * row; and records one event.
 */
export function defineResource<
  Table extends ResourceTable,
  Shown extends object,
  Shape extends RevisedRow = Row<Table> & { id: string },
  Owner = null,
  Column extends string = never,
  IsInPath extends boolean = false,
  New extends object = Written<Table>,
  Changes extends object = Written<Table>,
  SortName extends string = keyof typeof commonSorts,
>(definition: ResourceDefinition<Table, Shown, Shape, Owner, Column, IsInPath, New, Changes, SortName>) {
  type RecordKey = Key<Column, IsInPath>;
  const { noun, events, parent, relate } = definition;
  const entity = entityOf(events.updated);
  const describe = definition.describe ?? createOutputPicker(definition.schema);
  const { describeInEvent, describeChange } = describeForEvents(definition.describeInEvent);

  function rejectMissing<Value>(value: Value | undefined): Value {
    if (value === undefined) throw notFound(noun);
    return value;
  }

  const findParentId = (values: object): string | undefined => findParentIdIn(parent, values);

  // Without a parent, Owner is null.
  const lockOwnerForShare = parent === undefined ? () => Promise.resolve(null as Owner) : parent.lock;

  /** Locks the parent in the path, or of a new row. */
  function lockOwnerInForShare(context: Context, values: object): Promise<Owner> {
    return lockOwnerForShare(context, parent === undefined ? "" : rejectMissing(findParentId(values)));
  }

  async function lockOwnerOfForShare(context: Context, id: string): Promise<Owner> {
    const owner = await parent?.lockOf?.(context, definition.table, id);
    if (owner !== undefined) return owner;
    // Record by record, this rejects what is not there; what is gone with its parent as if it had never been.
    if (definition.liveOwners !== undefined) rejectMissing(await findRow(context, definition, { id }));
    const column = parent?.column ?? "id";
    return lockOwnerForShare(context, rejectMissing(await findColumn(context, definition, column, id)));
  }

  async function lockRecordForUpdate(
    context: Context,
    key: RecordKey,
    lock: RowLock = definition.rowLock ?? "FOR NO KEY UPDATE",
  ): Promise<{ owner: Owner; row: Shape }> {
    // Neither waits before it sends its lock, so the parent is locked first.
    const [owner, row] = await settleInOrder(
      parent?.isInPath === false ? lockOwnerOfForShare(context, key.id) : lockOwnerInForShare(context, key),
      lockRowForUpdate(context, definition, key, lock),
    );
    return { owner, row: rejectMissing(row) };
  }

  /**
   * A live row, without a lock.
   *
   * @throws NOT_FOUND
   */
  async function getRow(context: Context, key: RecordKey): Promise<Shape> {
    return rejectMissing(await findRow(context, definition, key));
  }

  /** Those of these rows that are live, by ID, without a lock. */
  const findRows = (context: Context, ids: readonly string[]): Promise<Shape[]> =>
    listRowsById(context, definition, ids);

  /**
   * Locks a record until commit, after its parent.
   *
   * @throws NOT_FOUND; INVALID_STATE_TRANSITION when the parent accepts no changes
   */
  async function lockForUpdate(context: Context, key: RecordKey): Promise<Shape> {
    return (await lockRecordForUpdate(context, key)).row;
  }

  const describeUpdate = (before: Shape, after: Shape, relatedIds: RecordReference[]) => {
    const record = describe(after);
    const change = describeChange(describe(before), record);
    return { record, event: { eventType: events.updated, entityId: after.id, ...change, relatedIds } };
  };

  /**
   * Records that a record was updated, with those that show something of it.
   *
   * @returns the record
   */
  async function recordUpdate(
    context: Context,
    before: Shape,
    after: Shape,
    relatedIds: RecordReference[],
  ): Promise<Shown> {
    const { record, event } = describeUpdate(before, after, relatedIds);
    recordShownEvent(context, event, (await definition.listShowing?.(context, after)) ?? []);
    return record;
  }

  const nameCursor = (within: string | undefined) => (within === undefined ? entity : `${entity}.${within}`);

  /**
   * A page.
   *
   * @param within what the query filters by, such as the parent; the caller has checked that it exists
   * @throws VALIDATION_FAILED for a foreign cursor
   */
  async function listWithin(
    context: Context,
    within: RecordReference | undefined,
    { after, limit, sort, ...where }: SortedQuery<string> & { updatedSince?: string | undefined },
  ): Promise<{ records: Shown[]; nextCursor: string | null }> {
    const { sorts = commonSorts, auditReads, cursorName = nameCursor } = definition;
    const list = { name: cursorName(within?.id), alias: "t", sorts };
    const { rows, nextCursor } = await listRecords<string, Shape>(context, list, { after, limit, sort }, (page) =>
      selectPage(context, definition, where, page),
    );
    if (auditReads !== undefined) {
      for (const row of rows) recordAuditEntry(context, { entity, id: row.id }, auditReads(row));
      if (rows.length === 0)
        recordAuditEntry(context, within ?? { entity: "organization", id: context.organizationId }, []);
    }
    return { records: rows.map(describe), nextCursor };
  }

  return {
    definition,
    describe,
    getRow,
    findRows,
    lockForUpdate,
    recordUpdate,
    listWithin,

    /**
     * @throws NOT_FOUND for the parent and for what the record refers to; INVALID_STATE_TRANSITION when the parent
     *   accepts no changes; DUPLICATE_ENTRY
     */
    async create(context: Context, values: New & Readonly<Record<Column, string>>): Promise<Shown> {
      await definition.lockReferences?.(context, values);
      const id = createId(definition.idKind);
      const owner = await lockOwnerInForShare(context, values);
      const columns: Written<Table> = (await definition.prepareInsert?.(context, values, owner)) ?? values;
      const row = rejectMissing(await insertRow(context, definition, { ...columns, id }));
      await definition.afterWrite?.(context, row);
      const record = describe(row);
      const event = { payload: describeInEvent(record), diff: {}, relatedIds: relate(row, owner) };
      recordEvent(context, { eventType: events.created, entityId: id, ...event });
      return record;
    },

    /** @throws NOT_FOUND for the parent in the path, then for the record */
    async get(context: Context, key: RecordKey): Promise<Shown> {
      if (parent?.isInPath === true) await parent.get(context, rejectMissing(findParentId(key)));
      const row = await getRow(context, key);
      if (definition.auditReads !== undefined)
        recordAuditEntry(context, { entity, id: row.id }, definition.auditReads(row));
      return describe(row);
    },

    /** @throws NOT_FOUND for the parent in the path; VALIDATION_FAILED for a foreign cursor */
    async list(context: Context, query: ListQuery<Column, IsInPath, SortName>) {
      if (parent?.isInPath !== true) return listWithin(context, undefined, query);
      const id = rejectMissing(findParentId(query));
      await parent.get(context, id);
      return listWithin(context, { entity: parent.entity, id }, query);
    },

    /** @throws as a creation; NOT_FOUND for the record; STALE_REVISION */
    async update(context: Context, key: RecordKey, changes: Changes): Promise<Shown> {
      await definition.lockReferences?.(context, changes);
      const { owner, row: before } = await lockRecordForUpdate(context, key);
      const columns: Written<Table> = (await definition.prepareUpdate?.(context, changes, before)) ?? changes;
      assertExpected(definition, context, before);
      const after = rejectMissing(await updateRow(context, definition, key.id, columns));
      await definition.afterWrite?.(context, after);
      return recordUpdate(context, before, after, relate(after, owner));
    },

    /** @throws NOT_FOUND; INVALID_STATE_TRANSITION when the parent accepts no changes; STALE_REVISION */
    async delete(context: Context, key: RecordKey): Promise<void> {
      if (events.deleted === undefined) throw new Error(`${noun} is permanent`);
      const { owner, row: before } = await lockRecordForUpdate(context, key, "FOR UPDATE");
      await definition.checkDeletion?.(context, before);
      assertExpected(definition, context, before);
      const deleted = await softDeleteRow(context, definition, key.id);
      await definition.afterWrite?.(context, before);
      const last = describe("deletedAt" in definition.schema.shape ? { ...before, ...deleted } : before);
      const change = describeChange(describe(before), last);
      const event = { eventType: events.deleted, entityId: key.id, ...change, relatedIds: relate(before, owner) };
      if (hasHanging(definition.table)) await recordDeletion(context, definition.table, event);
      else recordEvent(context, event);
    },

    /**
     * Snapshots records that another area is about to change; the caller has locked them.
     *
     * @param relateRow as `relate`, by the row alone
     * @returns records that they were updated; call it after the change
     */
    track: (
      context: Context,
      ids: readonly string[],
      relateRow: (row: Shape) => RecordReference[],
    ): Promise<() => Promise<void>> =>
      trackChanges(
        () => findRows(context, ids),
        (before, after) => recordEvent(context, describeUpdate(before, after, relateRow(after)).event),
      ),
  };
}
