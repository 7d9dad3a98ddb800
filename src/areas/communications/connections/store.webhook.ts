import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { selectRecord } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";
import type { ConnectionRow } from "./store.ts";

/** Whose webhook a token is of. */
export interface FoundConnection {
  organizationId: string;
  connectionId: string;
}

/** The account of a webhook's token, in any organization; undefined for an unknown one, and for one that was revoked. */
export async function findConnectionByDigest(database: Database, digest: Buffer): Promise<FoundConnection | undefined> {
  const found = sql<FoundConnection>`SELECT * FROM find_text_connection(${digest}::bytea)`;
  return (await found.execute(database.withoutTenant)).rows[0];
}

/** An account that was not revoked, without a lock. */
export async function findConnectionRow(context: Context, id: string): Promise<ConnectionRow | undefined> {
  return selectRecord(context, "TextConnection", id).selectAll().where("revokedAt", "is", null).executeTakeFirst();
}

/** Notes that the provider sent something, once a minute at most. */
export async function noteWebhook({ organizationId, transaction }: Context, id: string): Promise<void> {
  await sql`UPDATE "TextConnection" SET "lastWebhookAt" = now()
    WHERE "organizationId" = ${organizationId} AND id = ${id}
      AND ("lastWebhookAt" IS NULL OR "lastWebhookAt" < now() - interval '1 minute')`.execute(transaction);
}
