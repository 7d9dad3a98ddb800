import { sql, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { DeadlineChange } from "./schema.ts";

export type ChangeRow = Omit<Row<"DeadlineChange">, "actor"> & { actor: Omit<DeadlineChange["actor"], "onBehalfOf">; onBehalfOf: DeadlineChange["actor"]["onBehalfOf"] };

export function selectChangePage({ organizationId }: Context, deadlineId: string, page: SortedPage): RawBuilder<ChangeRow> {
  return sql<ChangeRow>`
    SELECT h.*, (SELECT json_build_object('id', m.id, 'firstName', m."firstName", 'lastName', m."lastName") FROM "Member" m
      WHERE m."organizationId" = ${organizationId} AND m.id = h."onBehalfOfAttorneyId") AS "onBehalfOf"
    FROM "DeadlineChange" h WHERE h."organizationId" = ${organizationId} AND h."deadlineId" = ${deadlineId} AND ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}::integer`;
}
