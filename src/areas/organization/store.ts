import { sql } from "kysely";
import type { Context } from "../../rpc/context.ts";
import type { Organization, OrganizationChild } from "./schema.ts";

type OrganizationRow = Omit<Organization, "environment"> & { sandboxOfOrganizationId: string | null };

/** Row-level security hides the parent: its name comes from the tree. */
export async function findOrganization({ organizationId, transaction }: Context): Promise<OrganizationRow | undefined> {
  const { rows } = await sql<OrganizationRow>`
    SELECT o.*, CASE WHEN t."parentOrganizationId" IS NOT NULL
      THEN jsonb_build_object('id', t."parentOrganizationId",
        'name', t."parentOrganizationName") END AS "parentOrganization"
    FROM "Organization" o JOIN list_report_organizations() t ON t.id = o.id
    WHERE o.id = ${organizationId}`.execute(transaction);
  return rows[0];
}

export interface ChildrenPlace {
  depth: number;
  id: string;
}

/** Organizations below the transaction's own, by depth and id. */
export async function listChildren(
  { transaction }: Context,
  after: ChildrenPlace | null,
  limit: number,
): Promise<OrganizationChild[]> {
  const { depth, id } = after ?? { depth: 0, id: "" };
  const { rows } = await sql<OrganizationChild>`
    SELECT id, name, timezone, "isHeadquarters", "parentOrganizationId", depth FROM list_report_organizations()
    WHERE depth > 0 AND (depth, id COLLATE "C") > (${depth}::integer, ${id}::text COLLATE "C")
    ORDER BY depth, id COLLATE "C" LIMIT ${limit}::integer`.execute(transaction);
  return rows;
}

/** The headquarters above the transaction's organization, nearest first, by a SECURITY DEFINER function. */
export async function listHeadquarters({ transaction }: Context): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`SELECT id, name FROM list_headquarters()`.execute(
    transaction,
  );
  return rows;
}
