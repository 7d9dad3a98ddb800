import { sql } from "kysely";
import { assistantManagers } from "../../contract/assistants.ts";
import type { Database } from "../../platform/database/database.ts";
import { listDue, type Due } from "../../platform/database/due-rows.ts";
import { createId } from "../../platform/database/ids.ts";
import { selectRecord, selectRows } from "../../platform/database/records.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";

export type NewConnection = Omit<Row<"AssistantConnection">, "organizationId" | "createdAt">;

export async function insertConnection(context: Context, connection: NewConnection): Promise<void> {
  const { organizationId, transaction } = context;
  await transaction
    .insertInto("AssistantConnection")
    .values({ organizationId, ...connection })
    .execute();
}

/** What the member gave the assistant, and whether it works now. */
export interface FoundConnection extends Row<"AssistantConnection"> {
  scopes: string[];
  /** Of the key. */
  expiresAt: string;
  isConnected: boolean;
}

/** A connection with its key, without a lock. */
export async function findConnection(context: Context, connectionId: string): Promise<FoundConnection | undefined> {
  const { organizationId, transaction } = context;
  const { rows } = await sql<FoundConnection>`
    SELECT c.*, k.scopes, k."expiresAt", is_assistant_connected(c."organizationId", c.id, ${[...assistantManagers]}::text[]) AS "isConnected"
    FROM "AssistantConnection" c JOIN "IntegrationKey" k ON k."organizationId" = c."organizationId" AND k.id = c."keyId"
    WHERE c."organizationId" = ${organizationId} AND c.id = ${connectionId}`.execute(transaction);
  return rows[0];
}

/** Whether the firm allows hosted assistants. */
export async function allowsHostedAssistants(context: Context): Promise<boolean> {
  const { organizationId, transaction } = context;
  const row = await transaction
    .selectFrom("Organization")
    .select("hostedAssistantsAllowed")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return row.hostedAssistantsAllowed;
}

export type TokenKind = "code" | "access" | "refresh";

export interface NewToken {
  kind: TokenKind;
  digest: Buffer;
  expiresAt: string;
}

export async function insertTokens(
  { organizationId, transaction }: Context,
  connectionId: string,
  tokens: readonly NewToken[],
): Promise<void> {
  await transaction
    .insertInto("AssistantToken")
    .values(tokens.map((token) => ({ organizationId, id: createId("assistantToken"), connectionId, ...token })))
    .execute();
}

export interface LockedToken extends Pick<Row<"AssistantToken">, "id" | "connectionId"> {
  kind: TokenKind;
  isExpired: boolean;
  /**
   * How long before this transaction began it was used; negative if that was while the transaction waited for it; null
   * if it was not used.
   */
  usedSecondsBefore: number | null;
  /** The database's clock, once the lock is held. */
  now: string;
}

/** Locks a token FOR NO KEY UPDATE, so that of two requests one uses it. */
export async function lockTokenForUpdate(context: Context, digest: Buffer): Promise<LockedToken | undefined> {
  // By itself: what it reads after waiting must be as the other request left it.
  const locked = await selectRows(context, "AssistantToken")
    .select("id")
    .where("digest", "=", digest)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (locked === undefined) return undefined;
  return selectRecord(context, "AssistantToken", locked.id)
    .select([
      "id",
      "connectionId",
      sql<TokenKind>`kind`.as("kind"),
      sql<boolean>`"expiresAt" <= clock_timestamp()`.as("isExpired"),
      sql<number | null>`extract(epoch FROM transaction_timestamp() - "usedAt")::float8`.as("usedSecondsBefore"),
      sql<string>`date_trunc('milliseconds', clock_timestamp())`.as("now"),
    ])
    .executeTakeFirst();
}

/** Marks a locked code or token as used, so that a second use is recognized. */
export async function markUsed(
  { organizationId, transaction }: Context,
  tokenId: string,
  usedAt: string,
): Promise<void> {
  await transaction
    .updateTable("AssistantToken")
    .set({ usedAt })
    .where("organizationId", "=", organizationId)
    .where("id", "=", tokenId)
    .execute();
}

export interface TokenOfKey {
  keyId: string;
  prefix: string;
  isLive: boolean;
}

/** The key as which a token acts, by the token's digest. */
export async function findKeyOfToken(
  { organizationId, transaction }: Context,
  digest: Buffer,
): Promise<TokenOfKey | undefined> {
  const { rows } = await sql<TokenOfKey>`
    SELECT c."keyId", c.prefix, t."expiresAt" > now() AND t."usedAt" IS NULL AS "isLive"
    FROM "AssistantToken" t JOIN "AssistantConnection" c ON c."organizationId" = t."organizationId" AND c.id = t."connectionId"
    WHERE t."organizationId" = ${organizationId} AND t.digest = ${digest}`.execute(transaction);
  return rows[0];
}

export interface FoundToken {
  organizationId: string;
  connectionId: string;
}

/** Whose a code or a token is, by its digest; undefined for an unknown one. */
export async function findToken(database: Database, digest: Buffer): Promise<FoundToken | undefined> {
  const { rows } = await sql<FoundToken>`SELECT * FROM find_assistant_token(${digest}::bytea)`.execute(
    database.withoutTenant,
  );
  return rows[0];
}

/** The keys of connections whose code nobody collected. */
export function listUncollected(database: Database, batch: number): Promise<Due[]> {
  return listDue(database, sql`list_uncollected_assistants(${batch}::integer)`);
}

/** Whether nobody has collected the code of a key's connection. */
export async function isUncollected(context: Context, keyId: string): Promise<boolean> {
  const { organizationId, transaction } = context;
  const { rows } = await sql<{ isUncollected: boolean }>`
    SELECT NOT EXISTS (
      SELECT FROM "AssistantToken" t
      WHERE t."organizationId" = ${organizationId} AND t."connectionId" = c.id AND (t."usedAt" IS NOT NULL OR t."expiresAt" > now())
    ) AS "isUncollected"
    FROM "AssistantConnection" c WHERE c."organizationId" = ${organizationId} AND c."keyId" = ${keyId}`.execute(
    transaction,
  );
  return rows[0]?.isUncollected ?? false;
}
