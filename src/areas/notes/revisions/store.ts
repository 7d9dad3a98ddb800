import { sql, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

export function selectRevisionPage(
  { organizationId }: Context,
  noteId: string,
  page: SortedPage,
): RawBuilder<Row<"NoteRevision">> {
  return sql<Row<"NoteRevision">>`
    SELECT r.* FROM "NoteRevision" r
    WHERE r."organizationId" = ${organizationId} AND r."noteId" = ${noteId} AND ${page.after}
    ORDER BY ${page.order} LIMIT ${page.limit}`;
}
