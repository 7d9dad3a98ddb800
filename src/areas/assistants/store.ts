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

export async function findConnection(context: Context, connectionId: string): Promise<FoundConnection | undefined> {
  const { organizationId, transaction } = context;
  const { rows } = await sql<FoundConnection>`
    SELECT c.*, k.scopes, k."expiresAt", is_assistant_connected(c."organizationId", c.id, ${[...assistantManagers]}::text[]) AS "isConnected"
    FROM "AssistantConnection" c JOIN "IntegrationKey" k ON k."organizationId" = c."organizationId" AND k.id = c."keyId"
    WHERE c."organizationId" = ${organizationId} AND c.id = ${connectionId}`.execute(transaction);
  return rows[0];
}

export async function isAllowed(context: Context): Promise<boolean> {
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
  /** Seconds from now; never beyond the key's own expiry. */
  seconds: number;
}

/** @returns the expiry of each, in their order */
export async function insertTokens(
  context: Context,
  { id: connectionId, keyId }: { id: string; keyId: string },
  tokens: readonly NewToken[],
): Promise<string[]> {
  const { organizationId, transaction } = context;
  const given = tokens.map(({ kind, digest, seconds }) => ({
    id: createId("assistantToken"),
    kind,
    digest: digest.toString("hex"),
    seconds,
  }));
  const { rows } = await sql<{ id: string; expiresAt: string }>`
    INSERT INTO "AssistantToken" ("organizationId", id, "connectionId", kind, digest, "expiresAt")
    SELECT ${organizationId}, t.id, ${connectionId}, t.kind, decode(t.digest, 'hex'),
      least(date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => t.seconds), k."expiresAt")
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS t(id text, kind text, digest text, seconds integer)
    JOIN "IntegrationKey" k ON k."organizationId" = ${organizationId} AND k.id = ${keyId}
    RETURNING id, "expiresAt"`.execute(transaction);
  return given.map(({ id }) => rows.find((row) => row.id === id)?.expiresAt ?? "");
}

export interface LockedToken extends Pick<Row<"AssistantToken">, "id" | "connectionId"> {
  kind: TokenKind;
  isExpired: boolean;
  isUsed: boolean;
  /** Whether it was used while this transaction waited for it: by the same client at the same time. */
  isUsedMeanwhile: boolean;
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
      sql<boolean>`"usedAt" IS NOT NULL`.as("isUsed"),
      sql<boolean>`coalesce("usedAt" > transaction_timestamp(), false)`.as("isUsedMeanwhile"),
    ])
    .executeTakeFirst();
}

export async function markUsed({ organizationId, transaction }: Context, tokenId: string): Promise<void> {
  await transaction
    .updateTable("AssistantToken")
    .set({ usedAt: sql<string>`clock_timestamp()` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", tokenId)
    .execute();
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
