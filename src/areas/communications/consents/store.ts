import { sql, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { insertRows, selectRecord, updateRecord, type NewRow } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import type { Consent } from "./schema.ts";

/** A person who consents. */
export interface ConsentPerson {
  entity: "client" | "lead" | "contact";
  id: string;
}

export type ConsentRow = Row<"Consent">;
type ShownRow = Omit<Consent, "maySend"> & { isHeld: boolean };

const columns = { client: "clientId", lead: "leadId", contact: "contactId" } as const;
export const columnOf = ({ entity }: ConsentPerson) => columns[entity];

/** The numbers of a person, or their addresses, by the channel of `t`. */
function addressesOf(organizationId: string): RawBuilder<string> {
  return sql<string>`
    SELECT a.address FROM (
      SELECT unnest(CASE WHEN t.channel = 'email' THEN ARRAY[p."emailKey"] ELSE ARRAY[p."phoneE164", p."secondaryPhoneE164"] END) AS address
        FROM "Client" p WHERE p."organizationId" = ${organizationId} AND p.id = t."clientId"
      UNION ALL
      SELECT CASE WHEN t.channel = 'email' THEN p."emailKey" ELSE p."phoneE164" END
        FROM "Lead" p WHERE p."organizationId" = ${organizationId} AND p.id = t."leadId"
      UNION ALL
      SELECT p.e164 FROM "ContactPhone" p WHERE p."organizationId" = ${organizationId} AND p."contactId" = t."contactId" AND t.channel <> 'email'
      UNION ALL
      SELECT p."addressKey" FROM "ContactEmail" p WHERE p."organizationId" = ${organizationId} AND p."contactId" = t."contactId" AND t.channel = 'email') a`;
}

/** Rows with what they show of other tables. */
function selectShown(organizationId: string, from: RawBuilder<unknown>): RawBuilder<ShownRow> {
  return sql<ShownRow>`
    SELECT t.*, s.suppression, coalesce(h.history, '[]') AS history,
      EXISTS (SELECT FROM "Client" p WHERE p."organizationId" = ${organizationId} AND p.id = t."clientId"
        AND (p."doNotContact" OR p."dateOfDeath" IS NOT NULL)) AS "isHeld"
    FROM ${from} t
    LEFT JOIN LATERAL (
      SELECT json_build_object('reason', x.reason, 'at', to_char(x.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS suppression
      FROM "AddressSuppression" x
      WHERE x."organizationId" = ${organizationId} AND x."endedAt" IS NULL AND t.channel <> 'call' AND x.channel = t.channel
        AND x.address IN (${addressesOf(organizationId)})
      ORDER BY x.id LIMIT 1) s ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('status', x.status, 'source', x.source,
        'at', to_char(x.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'proof', x.proof,
        'isOverride', x."isOverride", 'actor', x.actor,
        'recordedAt', to_char(x."recordedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY x.number DESC) AS history
      FROM (SELECT * FROM "ConsentChange" c WHERE c."organizationId" = ${organizationId} AND c."consentId" = t.id
        ORDER BY c.number DESC LIMIT 20) x) h ON true`;
}

/** A consent, without a lock. */
export async function findConsent({ organizationId, transaction }: Context, id: string): Promise<ShownRow | undefined> {
  const from = sql`(SELECT * FROM "Consent" WHERE "organizationId" = ${organizationId} AND id = ${id})`;
  return (await selectShown(organizationId, from).execute(transaction)).rows[0];
}

export function selectConsentPage(
  { organizationId }: Context,
  filters: Readonly<Record<"clientId" | "leadId" | "contactId" | "channel" | "status", string | undefined>> & {
    updatedSince: string | undefined;
  },
  page: SortedPage,
): RawBuilder<ShownRow> {
  const { updatedSince, ...equal } = filters;
  const conditions = [
    sql`t."organizationId" = ${organizationId}`,
    ...Object.entries(equal).flatMap(([column, value]) =>
      value === undefined ? [] : [sql`${sql.ref(`t.${column}`)} = ${value}`],
    ),
    ...(updatedSince === undefined ? [] : [sql`t."updatedAt" >= ${updatedSince}::timestamptz`]),
  ];
  const from = sql`(SELECT t.* FROM "Consent" t WHERE ${sql.join(conditions, sql` AND `)} AND ${page.after}
    ORDER BY ${page.order} LIMIT ${page.limit}::integer)`;
  return sql<ShownRow>`${selectShown(organizationId, from)} ORDER BY ${page.order}`;
}

/** Locks the consent of a person, which gets its row the first time. The person is locked. */
export async function lockConsentForUpdate(
  context: Context,
  person: ConsentPerson,
  { id, channel }: { id: string; channel: string },
): Promise<ConsentRow> {
  const column = columnOf(person);
  await insertRows(context, "Consent", [{ id, [column]: person.id, channel, status: "unknown" }], "skip");
  const { organizationId, transaction } = context;
  return transaction
    .selectFrom("Consent")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where(column, "=", person.id)
    .where("channel", "=", channel)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Writes the state of a locked consent, whose revision the caller has compared. */
export async function writeConsent(
  context: Context,
  id: string,
  values: { status: string; source: string | null; at: string | null; proof: string | null },
): Promise<void> {
  await updateRecord(withoutIfMatch(context), "Consent", id, values).execute();
}

/** Adds to the history of a locked consent. */
export async function insertConsentChange(
  context: Context,
  change: Omit<NewRow<"ConsentChange">, "number" | "recordedAt">,
): Promise<void> {
  const { organizationId, transaction } = context;
  const { rows } = await sql<{ number: number }>`
    SELECT coalesce(max(number), 0)::integer + 1 AS number FROM "ConsentChange"
    WHERE "organizationId" = ${organizationId} AND "consentId" = ${change.consentId}`.execute(transaction);
  await insertRows(context, "ConsentChange", [{ ...change, number: rows[0]?.number ?? 1 }]);
}

/** The live consents of a person, without a lock. */
export function listConsentsOf({ organizationId, transaction }: Context, person: ConsentPerson): Promise<ConsentRow[]> {
  return transaction
    .selectFrom("Consent")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where(columnOf(person), "=", person.id)
    .orderBy("channel")
    .execute();
}

/** Whether the firm has a document that is not deleted. */
export async function hasDocument(context: Context, documentId: string): Promise<boolean> {
  const found = await selectRecord(context, "Document", documentId).select("deletedAt").executeTakeFirst();
  return found !== undefined && found.deletedAt === null;
}

/** Whoever has a number, in the order in which they are locked: contacts, clients, leads. */
export async function listPersonsWithNumber(
  { organizationId, transaction }: Context,
  number: string,
): Promise<ConsentPerson[]> {
  const { rows } = await sql<ConsentPerson>`
    SELECT 'contact' AS entity, p.id FROM "Contact" p WHERE p."organizationId" = ${organizationId} AND p."deletedAt" IS NULL AND p.id IN
      (SELECT n."contactId" FROM "ContactPhone" n WHERE n."organizationId" = ${organizationId} AND n.e164 = ${number})
    UNION ALL
    SELECT 'client', p.id FROM "Client" p WHERE p."organizationId" = ${organizationId} AND p."deletedAt" IS NULL AND p."mergedIntoClientId" IS NULL
      AND (p."phoneE164" = ${number} OR p."secondaryPhoneE164" = ${number})
    UNION ALL
    SELECT 'lead', p.id FROM "Lead" p WHERE p."organizationId" = ${organizationId} AND p."deletedAt" IS NULL AND p."phoneE164" = ${number}`.execute(
    transaction,
  );
  return inOrderOfLocks(rows);
}

const ranks = { contact: 0, client: 1, lead: 2 } as const;

/** Contacts, then clients, then leads (0018), each by ID. */
const inOrderOfLocks = (persons: readonly ConsentPerson[]): ConsentPerson[] =>
  persons.toSorted(
    (one, other) => ranks[one.entity] - ranks[other.entity] || (one.id < other.id ? -1 : Number(one.id > other.id)),
  );

/** Whom a STOP from this number until an instant opted out, and nothing since opted in, in the order of locks. */
export async function listOptedOutBy(
  { organizationId, transaction }: Context,
  number: string,
  at: string,
): Promise<ConsentPerson[]> {
  const { rows } = await sql<ConsentPerson>`
    SELECT CASE WHEN c."clientId" IS NOT NULL THEN 'client' WHEN c."leadId" IS NOT NULL THEN 'lead' ELSE 'contact' END AS entity,
      coalesce(c."clientId", c."leadId", c."contactId") AS id
    FROM "AddressSuppression" s
    JOIN "ConsentChange" x ON x."organizationId" = ${organizationId} AND x."suppressionId" = s.id
    JOIN "Consent" c ON c."organizationId" = ${organizationId} AND c.id = x."consentId"
    WHERE s."organizationId" = ${organizationId} AND s.address = ${number} AND s.channel = 'text'
      AND x.status = 'opted_out' AND c.channel = 'text' AND c.status = 'opted_out' AND c.source = 'text_reply'
      AND coalesce(c.at <= ${at}::timestamptz, true)
    GROUP BY 1, 2`.execute(transaction);
  return inOrderOfLocks(rows);
}
