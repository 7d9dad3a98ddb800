import { sql, type Insertable, type RawBuilder, type Updateable } from "kysely";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import { isExpected } from "../../platform/database/expected-revision.ts";
import { findRareWord, hasWords } from "../../platform/database/lists/search-terms.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { replaceTagRows } from "../../platform/database/tag-rows.ts";
import type { Context, RecordReference } from "../../rpc/context.ts";
import { maxCaseIds, type Client } from "./schema.ts";
import { isOneOf, selectRecord, selectRows } from "../../platform/database/records.ts";
import type { SearchWord } from "../../platform/names/record-words.ts";

export type ClientColumns = Omit<
  Updateable<Tables["Client"]>,
  "organizationId" | "id" | "revision" | "updatedAt" | "createdAt" | "deletedAt"
>;
export type NewClientRow = Omit<Insertable<Tables["Client"]>, "organizationId">;
export type ClientRow = Client & { nameKey: string };

const contact = (organizationId: string, column: string): RawBuilder<Client["employerContact"]> => sql`(
  SELECT jsonb_build_object('id', k.id, 'name', k.name, 'phone', k.phone) FROM "Contact" k
  WHERE k."organizationId" = ${organizationId} AND k.id = ${sql.ref(`c.${column}`)})`;

/** A client without what it shows from other tables. */
type OwnColumns = Omit<
  ClientRow,
  | "isMinor"
  | "hasSsn"
  | "employerContact"
  | "guardianContact"
  | "representativeContact"
  | "tags"
  | "caseIds"
  | "caseCount"
>;

// jsonb_object, because Citus rejects jsonb_build_object, which is not immutable, in RETURNING.
const ownColumns = sql`c.*,
    CASE WHEN num_nonnulls(c.line1, c.line2, c.city, c.state, c."zipCode", c.country) > 0
      THEN jsonb_object(ARRAY['line1', c.line1, 'line2', c.line2, 'city', c.city, 'state', c.state,
        'zipCode', c."zipCode", 'country', c.country]) END AS address`;

function selectClient({ organizationId }: Context): RawBuilder<ClientRow> {
  return sql`${ownColumns},
    (c."dateOfBirth" + interval '18 years')::date >
      (SELECT (now() AT TIME ZONE o.timezone)::date FROM "Organization" o WHERE o.id = ${organizationId}) AS "isMinor",
    (SELECT s."keyNumber" FROM "ClientSsn" s
      WHERE s."organizationId" = ${organizationId} AND s."clientId" = c.id) IS NOT NULL AS "hasSsn",
    ${contact(organizationId, "employerContactId")} AS "employerContact",
    ${contact(organizationId, "guardianContactId")} AS "guardianContact",
    ${contact(organizationId, "representativeContactId")} AS "representativeContact",
    ARRAY(SELECT t.tag FROM "ClientTag" t WHERE t."organizationId" = ${organizationId} AND t."clientId" = c.id
      ORDER BY t.tag) AS tags,
    ARRAY(
      SELECT m.id FROM "Case" m
      WHERE m."organizationId" = ${organizationId} AND m."plaintiffId" = c.id AND m."deletedAt" IS NULL
      ORDER BY m.id DESC LIMIT ${maxCaseIds}::integer) AS "caseIds",
    (SELECT count(*)::integer FROM "Case" m
      WHERE m."organizationId" = ${organizationId} AND m."plaintiffId" = c.id
        AND m."deletedAt" IS NULL) AS "caseCount"`;
}

/** The clients with these IDs, in their order, deleted ones included. */
export async function findClients(context: Context, clientIds: readonly string[]): Promise<ClientRow[]> {
  const { rows } = await sql<ClientRow>`SELECT ${selectClient(context)} FROM "Client" c
    WHERE c."organizationId" = ${context.organizationId} AND ${isOneOf("c.id", clientIds)} ORDER BY c.id`.execute(
    context.transaction,
  );
  return rows;
}

/** A client of the organization, deleted ones included. */
export async function findClient(context: Context, clientId: string): Promise<ClientRow | undefined> {
  return (await findClients(context, [clientId]))[0];
}

/**
 * Locks a client, deleted ones included, then reads it in a second statement, sent with the first: joined tables would
 * show the state before the wait.
 */
export async function lockClientRowForUpdate(context: Context, clientId: string): Promise<ClientRow | undefined> {
  const [, client] = await settleInOrder(lockClientRowsForUpdate(context, [clientId]), findClient(context, clientId));
  return client;
}

/**
 * Locks in the order of ids, against deadlocks. FOR NO KEY UPDATE, because a transaction that has locked a case may
 * insert rows that refer to the client.
 */
export async function lockClientRowsForUpdate(context: Context, clientIds: readonly string[]): Promise<void> {
  await selectRows(context, "Client")
    .select("id")
    .where("id", "in", clientIds)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Locks a client that is not deleted FOR SHARE until commit; undefined where there is none. */
export async function lockClientRowForShare(
  context: Context,
  clientId: string,
): Promise<{ dateOfBirth: string | null } | undefined> {
  return selectRecord(context, "Client", clientId)
    .select("dateOfBirth")
    .where("deletedAt", "is", null)
    .forShare()
    .executeTakeFirst();
}

/** Incidents before a day, of the client's cases: the earliest of each case type. */
export async function listEarlierIncidents(
  { organizationId, transaction }: Context,
  clientId: string,
  on: string,
): Promise<{ dateOfIncident: string; caseType: string }[]> {
  const { rows } = await sql<{ dateOfIncident: string; caseType: string }>`
    SELECT "caseType", min("dateOfIncident") AS "dateOfIncident" FROM "Case"
    WHERE "organizationId" = ${organizationId} AND "plaintiffId" = ${clientId} AND "deletedAt" IS NULL
      AND "dateOfIncident" < ${on}::date
    GROUP BY 1`.execute(transaction);
  return rows;
}

/**
 * A change of these columns can change what a client shows of other tables. Tags and the social security number are in
 * further tables.
 */
const relating: readonly string[] = [
  "dateOfBirth",
  "ssnFourDigits",
  "employerContactId",
  "guardianContactId",
  "representativeContactId",
];

/**
 * Updates a locked client.
 *
 * @param effects `before`: the client as read under the lock, if what it shows of other tables has not changed since:
 *   then only its own row is read; `deletedAt`: by the database's clock
 * @returns undefined when If-Match names another revision
 */
export async function updateClientRow(
  context: Context,
  clientId: string,
  changes: ClientColumns,
  { before, deletedAt }: { before?: Client | undefined; deletedAt?: "now" } = {},
): Promise<Client | undefined> {
  const { organizationId, expectedRevisions } = context;
  const assignments = Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  if (deletedAt !== undefined) assignments.push(sql`"deletedAt" = now()`);
  const update = sql<OwnColumns>`
    UPDATE "Client" c SET ${sql.join([...assignments, sql`revision = c.revision + 1`])}
    WHERE c."organizationId" = ${organizationId} AND c.id = ${clientId} AND ${isExpected("revision", expectedRevisions)}
    RETURNING ${ownColumns}`.execute(context.transaction);
  if (before !== undefined && !relating.some((column) => Object.hasOwn(changes, column))) {
    const [row] = (await update).rows;
    return row && { ...before, ...row };
  }
  const [
    {
      rows: [row],
    },
    after,
  ] = await settleInOrder(update, findClient(context, clientId));
  return row && after;
}

export async function insertClient({ transaction, organizationId }: Context, values: NewClientRow): Promise<void> {
  await transaction
    .insertInto("Client")
    .values({ ...values, organizationId })
    .execute();
}

export function replaceTags(context: Context, clientId: string, tags: readonly string[]): Promise<void> {
  return replaceTagRows(context, "ClientTag", clientId, tags);
}

/** Every filter has an index. */
export interface ClientFilter {
  words: readonly SearchWord[] | null;
  emailKey: string | null;
  phoneE164: string | null;
  tag: string | null;
  externalId: string | null;
  updatedSince: string | null;
}

export function selectClients(context: Context, filter: ClientFilter, page: SortedPage): RawBuilder<ClientRow> {
  const { organizationId } = context;
  const { words, emailKey, phoneE164, tag, externalId, updatedSince } = filter;
  const conditions: RawBuilder<unknown>[] = [
    sql`c."organizationId" = ${organizationId}`,
    sql`c."deletedAt" IS NULL`,
    page.after,
  ];
  if (words !== null) conditions.push(hasWords({ organizationId, entity: "client", id: sql.ref("c.id"), words, page }));
  if (emailKey !== null) conditions.push(sql`c."emailKey" = ${emailKey}`);
  if (phoneE164 !== null) {
    const by = (column: string) =>
      sql`SELECT n.id FROM "Client" n
        WHERE n."organizationId" = ${organizationId} AND ${sql.ref(`n.${column}`)} = ${phoneE164}`;
    conditions.push(sql`c.id IN (${by("phoneE164")} UNION ${by("secondaryPhoneE164")})`);
  }
  if (tag !== null) {
    conditions.push(
      sql`EXISTS (SELECT FROM "ClientTag" t
        WHERE t."organizationId" = ${organizationId} AND t.tag = ${tag} AND t."clientId" = c.id)`,
    );
  }
  if (externalId !== null) conditions.push(sql`c."externalId" = ${externalId}`);
  if (updatedSince !== null) conditions.push(sql`c."updatedAt" >= ${updatedSince}::timestamptz`);
  return sql`SELECT ${selectClient(context)} FROM "Client" c WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${page.order} LIMIT ${page.limit}`;
}

/** A page of live clients. Of several words the rarest is looked up first. */
export async function listClientRows(context: Context, filter: ClientFilter, page: SortedPage): Promise<ClientRow[]> {
  const weighed = await findRareWord(context, "client", filter.words ?? [], page);
  return (await selectClients(context, filter, weighed).execute(context.transaction)).rows;
}

/** The records that show something of the client. */
export async function listShowing(
  { organizationId, transaction }: Context,
  clientId: string,
): Promise<RecordReference[]> {
  const { rows } = await sql<RecordReference>`
    SELECT 'case' AS entity, c.id FROM "Case" c
    WHERE c."organizationId" = ${organizationId} AND c."plaintiffId" = ${clientId}
    UNION ALL SELECT 'invoice', i.id FROM "Invoice" i
    WHERE i."organizationId" = ${organizationId} AND i."clientId" = ${clientId}
    UNION ALL SELECT 'retrieval_request', r.id FROM "RetrievalRequest" r
    WHERE r."organizationId" = ${organizationId} AND r."clientId" = ${clientId}
    UNION ALL SELECT 'hipaa_authorization', h.id FROM "Case" c
      JOIN "HipaaAuthorization" h ON h."organizationId" = c."organizationId" AND h."caseId" = c.id
      WHERE c."organizationId" = ${organizationId} AND c."plaintiffId" = ${clientId}
    UNION ALL SELECT 'note', n.id FROM "Note" n
    WHERE n."organizationId" = ${organizationId} AND n."clientId" = ${clientId} AND n."deletedAt" IS NULL
    UNION ALL SELECT DISTINCT 'calendar_event', e.id FROM "CalendarAttendee" a
    JOIN "CalendarEvent" e ON e."organizationId" = ${organizationId} AND e.id = a."eventId"
      WHERE a."organizationId" = ${organizationId} AND a."clientId" = ${clientId} AND e."deletedAt" IS NULL
        AND e.visibility <> 'private'
    ORDER BY 1, 2`.execute(transaction);
  return rows;
}
