import { sql, type Insertable, type RawBuilder, type Updateable } from "kysely";
import { findRareWord, hasWords } from "../../platform/database/lists/search-terms.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Row, Tables } from "../../platform/database/tables.ts";
import { withoutIfMatch, type Context } from "../../rpc/context.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import type { Contact, ContactFilter } from "./schema.ts";
import { isOneOf, selectRecord, selectRows, updateRecord } from "../../platform/database/records.ts";
import type { SearchWord } from "../../platform/names/record-words.ts";

export type ContactRow = Row<"Contact"> & Pick<Contact, "company" | "phones" | "emails" | "addresses" | "roles">;

const contactRecord = ({ organizationId }: Context) => sql`c.*,
  (SELECT jsonb_build_object('id', o.id, 'name', o.name) FROM "Contact" o
    WHERE o."organizationId" = ${organizationId} AND o.id = c."companyId") AS company,
  coalesce((SELECT jsonb_agg(to_jsonb(p) ORDER BY p.position) FROM "ContactPhone" p
    WHERE p."organizationId" = ${organizationId} AND p."contactId" = c.id), '[]') AS phones,
  coalesce((SELECT jsonb_agg(to_jsonb(e) ORDER BY e.position) FROM "ContactEmail" e
    WHERE e."organizationId" = ${organizationId} AND e."contactId" = c.id), '[]') AS emails,
  coalesce((SELECT jsonb_agg(to_jsonb(a) ORDER BY a.position) FROM "ContactAddress" a
    WHERE a."organizationId" = ${organizationId} AND a."contactId" = c.id), '[]') AS addresses,
  coalesce((SELECT jsonb_agg(r.role ORDER BY r.role) FROM "ContactRole" r
    WHERE r."organizationId" = ${organizationId} AND r."contactId" = c.id), '[]') AS roles`;

export type LockedContact = Pick<Row<"Contact">, "id" | "name" | "type">;

/** Locks live contacts FOR KEY SHARE until commit, in the order of ids. */
export function lockContactRowsForShare(context: Context, contactIds: readonly string[]): Promise<LockedContact[]> {
  return selectRows(context, "Contact")
    .select(["id", "name", "type"])
    .where("id", "in", contactIds)
    .where("deletedAt", "is", null)
    .orderBy("id")
    .forKeyShare()
    .execute();
}

/** The contact, also one that was merged into another; not one that was deleted. */
export async function findContact(context: Context, contactId: string): Promise<ContactRow | undefined> {
  const { rows } = await sql<ContactRow>`SELECT ${contactRecord(context)} FROM "Contact" c
    WHERE c."organizationId" = ${context.organizationId} AND c.id = ${contactId}
      AND (c."deletedAt" IS NULL OR c."mergedIntoContactId" IS NOT NULL)`.execute(context.transaction);
  return rows[0];
}

/** Those of the contacts that are live, or also those that were merged into others. */
export async function findContacts(
  context: Context,
  contactIds: readonly string[],
  which: "live" | "live or merged" = "live",
): Promise<ContactRow[]> {
  const orMerged = which === "live" ? sql`` : sql`OR c."mergedIntoContactId" IS NOT NULL`;
  const { rows } = await sql<ContactRow>`SELECT ${contactRecord(context)} FROM "Contact" c
    WHERE c."organizationId" = ${context.organizationId} AND ${isOneOf("c.id", contactIds)} AND (c."deletedAt" IS NULL ${orMerged})`.execute(
    context.transaction,
  );
  return rows;
}

/**
 * Locks live contacts FOR NO KEY UPDATE in the order of ids, then reads them in a second statement: joined lines would
 * show the state before the wait. New references are allowed meanwhile.
 */
export async function lockContactRowsForNoKeyUpdate(
  context: Context,
  contactIds: readonly string[],
): Promise<ContactRow[]> {
  await sql`SELECT FROM "Contact" WHERE ${isLiveOneOf(context, contactIds)} ORDER BY id FOR NO KEY UPDATE`.execute(
    context.transaction,
  );
  return findContacts(context, contactIds);
}

/** As {@link lockContactRowsForNoKeyUpdate}, but FOR UPDATE: also against new references. */
export async function lockContactRowsForUpdate(context: Context, contactIds: readonly string[]): Promise<ContactRow[]> {
  await sql`SELECT FROM "Contact" WHERE ${isLiveOneOf(context, contactIds)} ORDER BY id FOR UPDATE`.execute(
    context.transaction,
  );
  return findContacts(context, contactIds);
}

const isLiveOneOf = ({ organizationId }: Context, ids: readonly string[]) =>
  sql`"organizationId" = ${organizationId} AND ${isOneOf("id", ids)} AND "deletedAt" IS NULL`;

export interface ContactQuery extends Partial<
  Pick<ContactFilter, "npi" | "type" | "role" | "externalId" | "updatedSince">
> {
  words?: readonly SearchWord[] | undefined;
  emailKey?: string | undefined;
  e164?: string | undefined;
}

/** A page of live contacts. Of several words the rarest is looked up first. */
export async function listContactRows(context: Context, page: SortedPage, query: ContactQuery): Promise<ContactRow[]> {
  const weighed = await findRareWord(context, "contact", query.words ?? [], page);
  const { rows } = await sql<ContactRow>`SELECT ${contactRecord(context)} FROM "Contact" c
    WHERE c."organizationId" = ${context.organizationId} AND c."deletedAt" IS NULL AND ${page.after} AND ${describeFilter(context, query, weighed)}
    ORDER BY ${page.order} LIMIT ${page.limit}`.execute(context.transaction);
  return rows;
}

function describeFilter({ organizationId }: Context, query: ContactQuery, page: SortedPage): RawBuilder<boolean> {
  const { words, emailKey, e164, npi, type, role, externalId, updatedSince } = query;
  const conditions: RawBuilder<boolean>[] = [sql<boolean>`true`];
  if (words !== undefined)
    conditions.push(hasWords({ organizationId, entity: "contact", id: sql.ref("c.id"), words, page }));
  if (emailKey !== undefined) conditions.push(hasLine(organizationId, "ContactEmail", "addressKey", emailKey));
  if (e164 !== undefined) conditions.push(hasLine(organizationId, "ContactPhone", "e164", e164));
  if (role !== undefined) conditions.push(hasLine(organizationId, "ContactRole", "role", role));
  if (npi !== undefined) conditions.push(sql`c.npi = ${npi}`);
  if (type !== undefined) conditions.push(sql`c.type = ${type}`);
  if (externalId !== undefined) conditions.push(sql`c."externalId" = ${externalId}`);
  if (updatedSince !== undefined) conditions.push(sql`c."updatedAt" >= ${updatedSince}::timestamptz`);
  return sql`${sql.join(conditions, sql` AND `)}`;
}

function hasLine(organizationId: string, table: string, column: string, value: string): RawBuilder<boolean> {
  return sql`c.id IN (SELECT l."contactId" FROM ${sql.table(table)} l WHERE l."organizationId" = ${organizationId} AND ${sql.ref(`l.${column}`)} = ${value})`;
}

export type ContactColumns = Updateable<Tables["Contact"]>;

export const deletion = { deletedAt: sql<string>`now()` };

export async function insertContact(
  context: Context,
  columns: Omit<Insertable<Tables["Contact"]>, "organizationId">,
): Promise<void> {
  await context.transaction
    .insertInto("Contact")
    .values({ ...columns, organizationId: context.organizationId })
    .execute();
}

/** Applies the changes where the revision is still one that the caller expects; undefined where it is not. */
export function updateContactRow(
  context: Context,
  contactId: string,
  columns: ContactColumns | typeof deletion,
): Promise<Row<"Contact"> | undefined> {
  return updateRecord(context, "Contact", contactId, columns)
    .where("deletedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** Marks a contact as merged. If-Match names the survivor's revision and is ignored here. */
export async function markMerged(context: Context, contactId: string, intoContactId: string): Promise<void> {
  await updateRecord(withoutIfMatch(context), "Contact", contactId, {
    mergedIntoContactId: intoContactId,
    ...deletion,
  }).execute();
}

type Line<Table extends keyof Tables> = Omit<Insertable<Tables[Table]>, "organizationId" | "contactId" | "position">;

export interface ContactLines {
  phones?: readonly Line<"ContactPhone">[] | undefined;
  emails?: readonly Line<"ContactEmail">[] | undefined;
  addresses?: readonly Line<"ContactAddress">[] | undefined;
  roles?: readonly string[] | undefined;
}

/** Gives a new contact its lines; all statements are sent at once. */
export async function insertLines(context: Context, contactId: string, lines: ContactLines): Promise<void> {
  await settleInOrder(
    ...describeRows(context, contactId, lines).map(({ table, rows }) => insertRowsOf(context, table, rows)),
  );
}

/** Replaces those lists of a contact that are given; all statements are sent at once. */
export async function replaceLines(context: Context, contactId: string, lines: ContactLines): Promise<void> {
  await settleInOrder(
    ...describeRows(context, contactId, lines).flatMap(({ table, rows }) => [
      sql`DELETE FROM ${sql.table(table)} WHERE "organizationId" = ${context.organizationId} AND "contactId" = ${contactId}`.execute(
        context.transaction,
      ),
      insertRowsOf(context, table, rows),
    ]),
  );
}

type LineTable = "ContactPhone" | "ContactEmail" | "ContactAddress" | "ContactRole";

interface LineRows {
  table: LineTable;
  rows: readonly Insertable<Tables[LineTable]>[];
}

function describeRows(
  { organizationId }: Context,
  contactId: string,
  { phones, emails, addresses, roles }: ContactLines,
): LineRows[] {
  const owner = { organizationId, contactId };
  const place = <Given extends object>(lines: readonly Given[]) =>
    lines.map((line, index) => ({ ...line, ...owner, position: index + 1 }));
  return [
    ...(phones === undefined ? [] : [{ table: "ContactPhone", rows: place(phones) } as const]),
    ...(emails === undefined ? [] : [{ table: "ContactEmail", rows: place(emails) } as const]),
    ...(addresses === undefined ? [] : [{ table: "ContactAddress", rows: place(addresses) } as const]),
    ...(roles === undefined
      ? []
      : [{ table: "ContactRole", rows: roles.map((role) => ({ ...owner, role })) } as const]),
  ];
}

async function insertRowsOf({ transaction }: Context, table: LineTable, rows: LineRows["rows"]): Promise<void> {
  if (rows.length > 0) await transaction.insertInto(table).values(rows).execute();
}

/** Locks a document FOR SHARE. Not a call of the documents area, which depends on contacts through cases. */
export async function lockCvRowForShare(context: Context, documentId: string): Promise<boolean> {
  const found = await selectRecord(context, "Document", documentId)
    .select("id")
    .where("deletedAt", "is", null)
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
}
