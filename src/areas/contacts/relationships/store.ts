import { sql, type Insertable } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row, Tables } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

export interface RelationshipRow extends Row<"ContactRelationship"> {
  contactName: string;
  relatedName: string;
}

export async function listRelationshipRows(
  { transaction, organizationId }: Context,
  contactId: string,
  page: SortedPage,
  updatedSince: string | undefined,
): Promise<RelationshipRow[]> {
  const since = updatedSince === undefined ? sql`true` : sql`r."updatedAt" >= ${updatedSince}::timestamptz`;
  // Each side has an index in this order and its own limit.
  const side = (column: "contactId" | "relatedContactId") => sql`(
    SELECT r.* FROM "ContactRelationship" r
    WHERE r."organizationId" = ${organizationId} AND ${sql.ref(`r.${column}`)} = ${contactId} AND ${page.after} AND ${since}
    ORDER BY ${page.order} LIMIT ${page.limit})`;
  const { rows } = await sql<RelationshipRow>`
    SELECT r.*, c.name AS "contactName", o.name AS "relatedName"
    FROM (${side("contactId")} UNION ALL ${side("relatedContactId")}) r
    JOIN "Contact" c ON c."organizationId" = ${organizationId} AND c.id = r."contactId"
    JOIN "Contact" o ON o."organizationId" = ${organizationId} AND o.id = r."relatedContactId"
    ORDER BY ${page.order} LIMIT ${page.limit}`.execute(transaction);
  return rows;
}

type Given = Omit<Insertable<Tables["ContactRelationship"]>, "organizationId">;

export function insertRelationship(
  { transaction, organizationId }: Context,
  values: Given,
): Promise<Row<"ContactRelationship">> {
  return transaction
    .insertInto("ContactRelationship")
    .values({ ...values, organizationId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Deletes a relationship of the contact, from either side.
 *
 * @returns the deleted row
 */
export async function removeRelationship(
  { transaction, organizationId }: Context,
  contactId: string,
  id: string,
): Promise<Row<"ContactRelationship"> | undefined> {
  return transaction
    .deleteFrom("ContactRelationship")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where((where) => where.or([where("contactId", "=", contactId), where("relatedContactId", "=", contactId)]))
    .returningAll()
    .executeTakeFirst();
}

/** How many relationships a contact has on either side, counted to this limit. */
export async function countRelationshipRows(
  { transaction, organizationId }: Context,
  contactId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM (
    SELECT FROM "ContactRelationship" WHERE "organizationId" = ${organizationId} AND ("contactId" = ${contactId} OR "relatedContactId" = ${contactId})
    LIMIT ${limit}) r`.execute(transaction);
  return rows[0]?.count ?? 0;
}

/** Takes all relationships of a contact away, so that a merge can give them to another. */
export function removeRelationshipsOf(
  { transaction, organizationId }: Context,
  contactId: string,
): Promise<Row<"ContactRelationship">[]> {
  return transaction
    .deleteFrom("ContactRelationship")
    .where("organizationId", "=", organizationId)
    .where((where) => where.or([where("contactId", "=", contactId), where("relatedContactId", "=", contactId)]))
    .returningAll()
    .execute();
}

/**
 * Gives relationships, but for those that are there already.
 *
 * @returns those that were not
 */
export async function giveRelationships(
  { transaction, organizationId }: Context,
  given: readonly Given[],
): Promise<Row<"ContactRelationship">[]> {
  if (given.length === 0) return [];
  return transaction
    .insertInto("ContactRelationship")
    .values(given.map((values) => ({ ...values, organizationId })))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
}
