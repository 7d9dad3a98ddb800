import type { Updateable } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import { readId, type Arrangement, type ResponseBody } from "./requests/example-request.ts";
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
