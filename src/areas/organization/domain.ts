import * as z from "zod";
import { notFound } from "../../contract/errors/error-codes.ts";
import { environmentOf } from "../../contract/sandbox.ts";
import { idPosition, readPageBy, smallNumberPosition } from "../../platform/database/lists/cursor.ts";
import type { Context } from "../../rpc/context.ts";
import { Organization, type ChildrenPage, type OrganizationChild } from "./schema.ts";
import { findOrganization, listChildren } from "./store.ts";

export async function getOrganization(context: Context): Promise<Organization> {
  const row = await findOrganization(context);
  if (row === undefined) throw notFound("Organization");
  return Organization.parse({ ...row, environment: environmentOf(row) });
}

const childPosition = z.tuple([smallNumberPosition, idPosition]);

/** The organizations that a headquarters' reports cover, without itself; none below any other organization. */
export async function listChildOrganizations(
  context: Context,
  query: ChildrenPage,
): Promise<{ organizations: OrganizationChild[]; nextCursor: string | null }> {
  const list = { organizationId: context.organizationId, name: "organization-children", position: childPosition };
  const { rows, nextCursor } = await readPageBy(
    list,
    query,
    ({ after, limit }) => listChildren(context, after === null ? null : { depth: after[0], id: after[1] }, limit),
    ({ depth, id }): z.infer<typeof childPosition> => [depth, id],
  );
  return { organizations: rows, nextCursor };
}
