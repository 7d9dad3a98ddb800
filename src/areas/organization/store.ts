import { sql } from "kysely";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { AttorneyFilter, Organization, OrganizationChild } from "./schema.ts";

/** Row-level security hides the parent: its name comes from the tree. */
export async function findOrganization({ organizationId, transaction }: Context): Promise<Organization | undefined> {
  const { rows } = await sql<Organization>`
    SELECT o.*, CASE WHEN t."parentOrganizationId" IS NOT NULL
      THEN jsonb_build_object('id', t."parentOrganizationId", 'name', t."parentOrganizationName") END AS "parentOrganization"
    FROM "Organization" o JOIN list_report_organizations() t ON t.id = o.id
    WHERE o.id = ${organizationId}`.execute(transaction);
  return rows[0];
}

export interface ChildrenPlace {
  depth: number;
  id: string;
}

/** Organizations below the transaction's own, by depth and id. */
export async function listChildren({ transaction }: Context, after: ChildrenPlace | null, limit: number): Promise<OrganizationChild[]> {
  const { depth, id } = after ?? { depth: 0, id: "" };
  const { rows } = await sql<OrganizationChild>`
    SELECT id, name, timezone, "isHeadquarters", "parentOrganizationId", depth FROM list_report_organizations()
    WHERE depth > 0 AND (depth, id COLLATE "C") > (${depth}::integer, ${id}::text COLLATE "C")
    ORDER BY depth, id COLLATE "C" LIMIT ${limit}::integer`.execute(transaction);
  return rows;
}

export type AttorneyRow = Row<"Member"> & { nameKey: string };

const attorneys = (organizationId: string) => sql`(SELECT m.*, lower(m."lastName" || ', ' || m."firstName") AS "nameKey" FROM "Member" m WHERE m."organizationId" = ${organizationId} AND m."isAttorney") a`;

export async function findAttorney({ organizationId, transaction }: Context, attorneyId: string): Promise<AttorneyRow | undefined> {
  const { rows } = await sql<AttorneyRow>`
    SELECT a.* FROM ${attorneys(organizationId)} WHERE a."organizationId" = ${organizationId} AND a.id = ${attorneyId}`.execute(transaction);
  return rows[0];
}

/** A firm's attorneys are few: they are read whole and sorted. */
export function selectAttorneys({ organizationId }: Context, page: SortedPage, { status, updatedSince }: AttorneyFilter) {
  const changed = updatedSince === undefined ? sql`true` : sql`a."updatedAt" >= ${updatedSince}::timestamptz`;
  return sql<AttorneyRow>`
    SELECT a.* FROM ${attorneys(organizationId)}
    WHERE a."organizationId" = ${organizationId} AND a.status = ${status} AND ${changed} AND ${page.after}
    ORDER BY ${page.order} LIMIT ${page.limit}::integer`;
}

/** The headquarters above the transaction's organization, nearest first, by a SECURITY DEFINER function. */
export async function listHeadquarters({ transaction }: Context): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`SELECT id, name FROM list_headquarters()`.execute(transaction);
  return rows;
}
