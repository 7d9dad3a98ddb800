import * as z from "zod";
import { notFound } from "../../contract/error-codes.ts";
import { idPosition, readPageBy } from "../../platform/database/lists/cursor.ts";
import { listRecords } from "../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../rpc/context.ts";
import { Attorney, Organization, attorneySorts, type AttorneyFilter, type ChildrenPage, type OrganizationChild } from "./schema.ts";
import { findAttorney, findOrganization, listChildren, selectAttorneys, type AttorneyRow } from "./store.ts";

export async function getOrganization(context: Context): Promise<Organization> {
  const row = await findOrganization(context);
  if (row === undefined) throw notFound("Organization");
  return Organization.parse(row);
}

const childPosition = z.tuple([z.int().positive(), idPosition]);

/** The organizations that a headquarters' reports cover, without itself; none below any other organization. */
export async function readChildren(context: Context, query: ChildrenPage): Promise<{ organizations: OrganizationChild[]; nextCursor: string | null }> {
  const list = { organizationId: context.organizationId, name: "organization-children", position: childPosition };
  const { rows, nextCursor } = await readPageBy(
    list,
    query,
    ({ after, limit }) => listChildren(context, after === null ? null : { depth: after[0], id: after[1] }, limit),
    ({ depth, id }): z.infer<typeof childPosition> => [depth, id],
  );
  return { organizations: rows, nextCursor };
}

function describeAttorney(row: AttorneyRow): Attorney {
  return Attorney.parse({ ...row, attorneyId: row.id, memberId: row.id, canActForKeys: row.status === "active", canActForKeysByApi: row.status === "active" && row.canActForKeysByApi });
}

/** @throws NOT_FOUND also for a member who is not an attorney */
export async function getAttorney(context: Context, attorneyId: string): Promise<Attorney> {
  const row = await findAttorney(context, attorneyId);
  if (row === undefined) throw notFound("Attorney");
  return describeAttorney(row);
}

export async function readAttorneys(context: Context, filter: AttorneyFilter): Promise<{ attorneys: Attorney[]; nextCursor: string | null }> {
  const list = { name: "attorneys", alias: "a", sorts: attorneySorts };
  const { rows, nextCursor } = await listRecords(context, list, filter, (page) => selectAttorneys(context, page, filter));
  return { attorneys: rows.map(describeAttorney), nextCursor };
}
