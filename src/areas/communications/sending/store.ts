import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import type { NewMessageRows } from "../messages/store.ts";

/** The records that a message may go to, by the column of a party. */
export type RecipientColumn = "clientId" | "leadId" | "contactId" | "memberId";

/** A person of the firm as sending needs them. */
export interface RecipientRow {
  id: string;
  name: string | null;
  /** In the order in which they are tried: E.164 of texts, in lower case of emails. */
  addresses: string[];
  /** Two letters in the United States. */
  state: string | null;
  doNotContact: boolean;
  isDeceased: boolean;
  /** Of the channel; `unknown` where nothing was said. */
  consent: "opted_in" | "opted_out" | "unknown";
}

type Channel = "text" | "email";

const consentOf = (
  organizationId: string,
  { column, channel, before }: { column: string; channel: Channel; before: RawBuilder<unknown> },
) => sql`coalesce((SELECT c.status FROM "Consent" c WHERE c."organizationId" = ${organizationId}
  AND ${sql.ref(`c.${column}`)} = p.id AND c.channel = ${channel}), ${before}, 'unknown')`;

const nameOf = sql`nullif(concat_ws(' ', p."firstName", p."lastName"), '')`;
const present = (...columns: string[]) =>
  sql`array_remove(ARRAY[${sql.join(columns.map((column) => sql.ref(`p.${column}`)))}]::text[], NULL)`;

/** What consents had before they had rows: what the client or the lead says. */
const selections: Record<
  RecipientColumn,
  (organizationId: string, id: string, channel: Channel) => RawBuilder<unknown>
> = {
  clientId: (organizationId, id, channel) => sql`
    SELECT p.id, ${nameOf} AS name, ${channel === "text" ? present("phoneE164", "secondaryPhoneE164") : present("emailKey")} AS addresses,
      p.state, p."doNotContact", p."dateOfDeath" IS NOT NULL AS "isDeceased",
      ${consentOf(organizationId, { column: "clientId", channel, before: channel === "text" ? sql`p."textConsent" ->> 'status'` : sql`NULL` })} AS consent
    FROM "Client" p WHERE p."organizationId" = ${organizationId} AND p.id = ${id} AND p."deletedAt" IS NULL`,
  leadId: (organizationId, id, channel) => sql`
    SELECT p.id, ${nameOf} AS name, ${channel === "text" ? present("phoneE164") : present("emailKey")} AS addresses,
      p.address ->> 'state' AS state, false AS "doNotContact", false AS "isDeceased",
      ${consentOf(organizationId, {
        column: "leadId",
        channel,
        before:
          channel === "text" ? sql`CASE p.consent ->> 'tcpaConsented' WHEN 'true' THEN 'opted_in' END` : sql`NULL`,
      })} AS consent
    FROM "Lead" p WHERE p."organizationId" = ${organizationId} AND p.id = ${id} AND p."deletedAt" IS NULL`,
  contactId: (organizationId, id, channel) => {
    const addresses =
      channel === "text"
        ? sql`SELECT array_agg(n.e164 ORDER BY n."canText" DESC, n."isPrimary" DESC, n.position) FROM "ContactPhone" n
          WHERE n."organizationId" = ${organizationId} AND n."contactId" = p.id AND n.e164 IS NOT NULL`
        : sql`SELECT array_agg(n."addressKey" ORDER BY n."isPrimary" DESC, n.position) FROM "ContactEmail" n
          WHERE n."organizationId" = ${organizationId} AND n."contactId" = p.id`;
    return sql`
      SELECT p.id, p.name, coalesce((${addresses}), '{}') AS addresses,
        (SELECT a.state FROM "ContactAddress" a WHERE a."organizationId" = ${organizationId} AND a."contactId" = p.id
          ORDER BY a."isPrimary" DESC, a.position LIMIT 1) AS state,
        p."doNotContact", false AS "isDeceased",
        ${consentOf(organizationId, { column: "contactId", channel, before: sql`NULL` })} AS consent
      FROM "Contact" p WHERE p."organizationId" = ${organizationId} AND p.id = ${id} AND p."deletedAt" IS NULL`;
  },
  // Their own firm writes to them: no consent, and a number as they typed it.
  memberId: (organizationId, id, channel) => sql`
    SELECT p.id, ${nameOf} AS name, ${channel === "text" ? present("phone") : sql`ARRAY[lower(p.email)]`} AS addresses,
      NULL AS state, false AS "doNotContact", false AS "isDeceased", 'opted_in' AS consent
    FROM "Member" p WHERE p."organizationId" = ${organizationId} AND p.id = ${id} AND p.status = 'active'`,
};

/** A person of the firm who is not deleted, as sending by a channel needs them, without a lock. */
export async function findRecipient(
  { organizationId, transaction }: Context,
  column: RecipientColumn,
  id: string,
  channel: Channel,
): Promise<RecipientRow | undefined> {
  const { rows } = await sql<RecipientRow>`${selections[column](organizationId, id, channel)}`.execute(transaction);
  return rows[0];
}

/** Which of these addresses nothing is sent to. */
export async function listSuppressed(
  { organizationId, transaction }: Context,
  channel: Channel,
  addresses: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    SELECT address FROM "AddressSuppression" WHERE "organizationId" = ${organizationId} AND channel = ${channel}
      AND address = ANY(${[...addresses]}::text[]) AND "endedAt" IS NULL`.execute(transaction);
  return rows.map(({ address }) => address);
}

/** What a message that waits for its turn has before it. */
export interface Turn {
  queuedAt: string;
  id: string;
}

/**
 * How many messages the firm has given out to be sent since an instant, counted up to a number.
 *
 * @param before only those before this one
 */
export async function countQueuedSince(
  { organizationId, transaction }: Context,
  since: string,
  upTo: number,
  before: Turn | null,
): Promise<number> {
  const earlier =
    before === null ? sql`true` : sql`("queuedAt", id) < (${before.queuedAt}::timestamptz, ${before.id}::text)`;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM "Message" WHERE "organizationId" = ${organizationId} AND direction = 'outbound' AND "queuedAt" IS NOT NULL
        AND "queuedAt" >= ${since}::timestamptz AND ${earlier} LIMIT ${upTo}::integer) m`.execute(transaction);
  return rows[0]?.count ?? 0;
}

/** Whether nothing is sent of a case or lead any more: it is deleted, or the case is archived. */
export async function isPlaceClosed(
  { organizationId, transaction }: Context,
  { caseId, leadId }: { caseId: string | null; leadId: string | null },
): Promise<boolean> {
  const { rows } = await sql<{ isClosed: boolean }>`
    SELECT (${caseId}::text IS NOT NULL AND NOT EXISTS (SELECT FROM "Case" c WHERE c."organizationId" = ${organizationId}
        AND c.id = ${caseId} AND c."deletedAt" IS NULL AND c."matterStatus" <> 'archived'))
      OR (${leadId}::text IS NOT NULL AND NOT EXISTS (SELECT FROM "Lead" l WHERE l."organizationId" = ${organizationId}
        AND l.id = ${leadId} AND l."deletedAt" IS NULL)) AS "isClosed"`.execute(transaction);
  return rows[0]?.isClosed ?? true;
}

/** When the latest text came in from a number, to the firm as a whole; null if none did since an instant. */
export async function findLastInbound(
  { organizationId, transaction }: Context,
  address: string,
  since: string,
): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    SELECT c."lastInboundAt" AS at FROM "ConversationCounterpart" p
    JOIN "Conversation" c ON c."organizationId" = ${organizationId} AND c.id = p."conversationId"
    WHERE p."organizationId" = ${organizationId} AND p.address = ${address} AND c.channel = 'text'
      AND c."lastInboundAt" >= ${since}::timestamptz
    ORDER BY c."lastInboundAt" DESC LIMIT 1`.execute(transaction);
  return rows[0]?.at ?? null;
}

/** Whether somebody wrote from a number, in other words than STOP, that they want no more texts. */
export async function isOptOutSuspected({ organizationId, transaction }: Context, address: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM "ConversationCounterpart" p
    JOIN "Conversation" c ON c."organizationId" = ${organizationId} AND c.id = p."conversationId"
    WHERE p."organizationId" = ${organizationId} AND p.address = ${address} AND c."optOutSuspectedAt" IS NOT NULL LIMIT 1`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** An email that another one continues. */
export interface Thread {
  id: string;
  messageIdHeader: string | null;
  referencesHeader: string[];
}

/** A message of a conversation, or the latest email of it; undefined if there is none. */
export async function findThread(
  { organizationId, transaction }: Context,
  conversationId: string,
  messageId: string | null,
): Promise<Thread | undefined> {
  const which =
    messageId === null
      ? sql`"messageIdHeader" IS NOT NULL AND "voidedAt" IS NULL AND status NOT IN ('cancelled', 'blocked', 'failed')`
      : sql`id = ${messageId}`;
  const { rows } = await sql<Thread>`
    SELECT id, "messageIdHeader", "referencesHeader" FROM "Message"
    WHERE "organizationId" = ${organizationId} AND "conversationId" = ${conversationId} AND ${which}
    ORDER BY "occurredAt" DESC, id DESC LIMIT 1`.execute(transaction);
  return rows[0];
}

/** The files of documents as a message lists them, in this order; those that have not arrived are missing. */
export async function listAttachments(
  { organizationId, transaction }: Context,
  documentIds: readonly string[],
): Promise<NewMessageRows["attachments"]> {
  const { rows } = await sql<{ documentId: string; name: string; sizeBytes: number; contentType: string }>`
    SELECT d.id AS "documentId", d."fileName" AS name, d."sizeBytes", d."contentType" FROM "Document" d
    WHERE d."organizationId" = ${organizationId} AND d.id = ANY(${[...documentIds]}::text[]) AND d.status = 'available'
      AND d."deletedAt" IS NULL`.execute(transaction);
  return documentIds.flatMap((id) => rows.find(({ documentId }) => documentId === id) ?? []);
}
