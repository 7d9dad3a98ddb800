import { sql, type RawBuilder } from "kysely";
import { isOneOf } from "../../../platform/database/records.ts";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { PartTable } from "../store.rows.ts";

export type PartRow<Table extends PartTable> = Row<Table> & { facility: object; clientId: string };

export interface PartsOf {
  caseId: string;
  facilityId?: string;
}

const document = sql`CASE WHEN d.id IS NULL THEN NULL ELSE jsonb_build_object('id', d.id, 'name', d.name) END AS document`;
const joinDocument = sql`LEFT JOIN "Document" d ON d."organizationId" = t."organizationId" AND d.id = t."documentId" AND d."deletedAt" IS NULL`;

/**
 * The end of a treatment, or its start. Written as in the index on live treatments; PostgreSQL does not consider
 * `coalesce` leakproof and would not use the index below row-level security.
 */
const lastDay = sql`greatest(x."endOn", x."startOn")`;
/** The other live treatments of the case of `t`, without those of facilities that were unbound. */
const othersOfCase = (
  organizationId: string,
) => sql`"MedicalTreatment" x WHERE x."organizationId" = ${organizationId} AND x."caseId" = t."caseId" AND x."deletedAt" IS NULL
  AND EXISTS (SELECT FROM "MedicalFacility" y WHERE y."organizationId" = ${organizationId} AND y.id = x."facilityId" AND y."deletedAt" IS NULL)`;
/**
 * Days without care since the latest end of all earlier treatments of the case; null for the first, 0 for overlaps. A
 * treatment never ends before it starts, so the latest end before `t` started is the next index entry.
 */
const gapDays = (organizationId: string) => sql`CASE
  WHEN EXISTS (SELECT FROM ${othersOfCase(organizationId)} AND ${lastDay} >= t."startOn" AND x."startOn" <= t."startOn" AND (x."startOn", x.id) < (t."startOn", t.id)) THEN 0
  ELSE t."startOn" - (SELECT ${lastDay} FROM ${othersOfCase(organizationId)} AND ${lastDay} < t."startOn" ORDER BY ${lastDay} DESC LIMIT 1) END AS "gapDays"`;

const shown: Record<
  PartTable,
  { columns: (organizationId: string) => RawBuilder<unknown>; joins: RawBuilder<unknown> }
> = {
  MedicalTreatment: {
    columns: (organizationId) =>
      sql`${gapDays(organizationId)}, CASE WHEN v.id IS NULL THEN NULL ELSE jsonb_build_object('id', v.id, 'name', v.name) END AS provider`,
    joins: sql`LEFT JOIN "Contact" v ON v."organizationId" = t."organizationId" AND v.id = t."providerContactId"`,
  },
  MedicalBill: { columns: () => document, joins: joinDocument },
  MedicalRecord: {
    columns:
      () => sql`${document}, CASE WHEN r.id IS NULL THEN NULL ELSE jsonb_build_object('id', r.id, 'requestNumber', r."requestNumber") END AS request,
      CASE WHEN m.id IS NULL THEN NULL ELSE jsonb_build_object('id', m.id, 'firstName', m."firstName", 'lastName', m."lastName") END AS "reviewedBy"`,
    joins: sql`${joinDocument}
      LEFT JOIN "RetrievalRequest" r ON r."organizationId" = t."organizationId" AND r.id = t."requestId"
      LEFT JOIN "Member" m ON m."organizationId" = t."organizationId" AND m.id = t."reviewedById"`,
  },
};

const describeOwner = ({ caseId, facilityId }: PartsOf) =>
  facilityId === undefined ? sql`t."caseId" = ${caseId}` : sql`t."facilityId" = ${facilityId}`;

/** @param of null: whosever they are */
function selectParts<Table extends PartTable>(
  context: Pick<Context, "organizationId">,
  table: Table,
  of: PartsOf | null,
  condition: RawBuilder<unknown>,
) {
  const { columns, joins } = shown[table];
  const { organizationId } = context;
  return sql<PartRow<Table>>`
    SELECT t.*, jsonb_build_object('facilityId', f.id, 'name', c.name, 'facilityType', f."facilityType") AS facility, f."clientId", ${columns(organizationId)}
    FROM ${sql.table(table)} t
    JOIN "MedicalFacility" f ON f."organizationId" = t."organizationId" AND f.id = t."facilityId"
    JOIN "Contact" c ON c."organizationId" = f."organizationId" AND c.id = f."contactId"
    ${joins}
    WHERE t."organizationId" = ${organizationId} AND t."deletedAt" IS NULL AND f."deletedAt" IS NULL AND ${hasLiveOwners(organizationId, "t", ["caseId"])}
      AND ${of === null ? sql`true` : describeOwner(of)} AND ${condition}`;
}

/** Those of these parts that are in the organization and live, by id: one statement. */
export async function findParts<Table extends PartTable>(
  context: Context,
  table: Table,
  partIds: readonly string[],
): Promise<PartRow<Table>[]> {
  const chosen = sql`${isOneOf("t.id", partIds)} ORDER BY t.id`;
  return (await selectParts(context, table, null, chosen).execute(context.transaction)).rows;
}

export async function findPart<Table extends PartTable>(
  context: Context,
  table: Table,
  of: PartsOf,
  id: string,
): Promise<PartRow<Table> | undefined> {
  return (await selectParts(context, table, of, sql`t.id = ${id}`).execute(context.transaction)).rows[0];
}

export function selectPartPage<Table extends PartTable>(
  context: Pick<Context, "organizationId">,
  table: Table,
  of: PartsOf,
  page: SortedPage,
  updatedSince: string | undefined,
) {
  const since = updatedSince === undefined ? sql`true` : sql`t."updatedAt" >= ${updatedSince}::timestamptz`;
  return sql<
    PartRow<Table>
  >`${selectParts(context, table, of, sql`${page.after} AND ${since}`)} ORDER BY ${page.order} LIMIT ${page.limit}`;
}
