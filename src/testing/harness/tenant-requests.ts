import type { Updateable } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import type { RecordReference } from "../../rpc/context.ts";
import { anInstant, readId, type Arrangement, type ResponseBody, type Scenario } from "./requests/example-request.ts";
import { changeRow, deleteRow, type TestTenant } from "./tenant.ts";

/**
 * What requests about a row have in common: their path, whose last parameter names it, and how the row is deleted and
 * changed past the API.
 */
export function aboutRow<Table extends keyof Tables>(
  tenant: TestTenant,
  table: Table,
  pathValues: Record<string, string>,
  changed: Updateable<Tables[Table]>,
): Pick<Arrangement, "pathValues" | "revision" | "remove" | "change"> {
  const id = Object.values(pathValues).at(-1) ?? "";
  return {
    pathValues,
    revision: 1,
    remove: () => deleteRow(tenant, table, id),
    change: () => changeRow(tenant, table, id, changed),
  };
}

/** Changes the row whose record a response has under this name, past the API. */
export const changeShown =
  <Table extends keyof Tables>(tenant: TestTenant, table: Table, key: string, changed: Updateable<Tables[Table]>) =>
  (response: ResponseBody): Promise<void> =>
    changeRow(tenant, table, readId(response, key), changed);

/** A record that belongs to no case, such as a tag. */
interface FirmRecord<Table extends keyof Tables> {
  table: Table;
  /** The entity of its events. */
  entity: string;
  /** The member of a response that has it. */
  key: string;
  /** The parameter of a path that names it. */
  parameter: string;
  /** What changes past the API. */
  changed(): Updateable<Tables[Table]>;
  /** @returns its ID */
  create(tenant: TestTenant): Promise<string>;
}

/**
 * The scenarios of a record that belongs to no case.
 *
 * @returns `on`, a request about one that is there; and those of its list, its creation and its deletion
 */
export function describeFirmRecord<Table extends keyof Tables>({
  table,
  entity,
  key,
  parameter,
  changed,
  create,
}: FirmRecord<Table>) {
  const touch = (id: string) => ({ entity, id, relatedIds: [{ entity, id }] });
  const on =
    (more: Partial<Arrangement>): Scenario =>
    async (tenant) => {
      const id = await create(tenant);
      const about = aboutRow(tenant, table, { [parameter]: id }, changed());
      return { ...about, touched: () => touch(id), standsAlone: true, ...more };
    };
  const listed: Scenario = async (tenant) => {
    await create(tenant);
    return { query: { sort: "name" } };
  };
  const created =
    (ownValues: () => NonNullable<Arrangement["ownValues"]>): Scenario =>
    (tenant) =>
      Promise.resolve({
        ownValues: ownValues(),
        change: changeShown(tenant, table, key, changed()),
        touched: (response) => touch(readId(response, key)),
        standsAlone: true,
        diff: {},
      });
  const deleted = on({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } });
  return { on, listed, created, deleted };
}

/** The comments on a record. */
interface Comments {
  /** The table of the comments. */
  table: "NoteComment" | "TaskComment";
  /** The entity of their events. */
  entity: string;
  /** The table of the record, and the parameter of a path that names it. */
  owner: { table: keyof Tables; parameter: string };
  /** @returns the ID of a new record, and what events about it point to */
  createOwner(tenant: TestTenant): Promise<{ id: string; relatedIds: RecordReference[] }>;
  /** @returns the ID of a new comment */
  create(tenant: TestTenant, ownerId: string): Promise<string>;
}

/** The scenarios of a list of comments, of a creation, and of a deletion. */
export function describeComments({ table, entity, owner, createOwner, create }: Comments) {
  const changed = { body: "Changed" };
  const listed: Scenario = async (tenant) => {
    const { id } = await createOwner(tenant);
    await create(tenant, id);
    return { pathValues: { [owner.parameter]: id }, revision: null, remove: () => deleteRow(tenant, owner.table, id) };
  };
  const created: Scenario = async (tenant) => {
    const { id, relatedIds } = await createOwner(tenant);
    return {
      pathValues: { [owner.parameter]: id },
      remove: () => deleteRow(tenant, owner.table, id),
      change: changeShown(tenant, table, "comment", changed),
      touched: (response) => ({ entity, id: readId(response, "comment"), relatedIds }),
      diff: {},
    };
  };
  const deleted: Scenario = async (tenant) => {
    const { id: ownerId, relatedIds } = await createOwner(tenant);
    const commentId = await create(tenant, ownerId);
    return {
      ...aboutRow(tenant, table, { commentId }, changed),
      revision: null,
      touched: () => ({ entity, id: commentId, relatedIds }),
      recordIn: null,
      diff: { deletedAt: { from: null, to: anInstant } },
    };
  };
  return { listed, created, deleted };
}
