import { sql } from "kysely";
import { fromLiveSessions } from "../../platform/identity/sessions.ts";
import type { PersonContext } from "../../rpc/portal-context.ts";
import type { AccountPasskey, AccountSession } from "./schema.ts";

/** The person's live sessions, most recently used first. */
export async function listLiveSessions({ database, session }: PersonContext): Promise<AccountSession[]> {
  const { rows } = await sql<AccountSession>`
    SELECT s.id, s.id = ${session.sessionId} AS "isCurrent", s."ipAddress" AS address, s."userAgent", s."createdAt", s."lastSeenAt"
    ${fromLiveSessions} AND s."userId" = ${session.userId}
    ORDER BY s."lastSeenAt" DESC, s.id DESC LIMIT 200`.execute(database.withoutTenant);
  return rows;
}

export async function isOwnSession({ database, session }: PersonContext, sessionId: string): Promise<boolean> {
  const found = await database.withoutTenant
    .selectFrom("Session")
    .select("id")
    .where("id", "=", sessionId)
    .where("userId", "=", session.userId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteOwnSession({ database, session }: PersonContext, sessionId: string): Promise<void> {
  await database.withoutTenant
    .deleteFrom("Session")
    .where("id", "=", sessionId)
    .where("userId", "=", session.userId)
    .execute();
}

/** The person's passkeys, oldest first. */
export async function listOwnPasskeys({ database, session }: PersonContext): Promise<AccountPasskey[]> {
  const { rows } = await sql<AccountPasskey>`
    SELECT id, coalesce(name, 'Passkey') AS name, "createdAt", "lastUsedAt"
    FROM "Passkey" WHERE "userId" = ${session.userId} ORDER BY "createdAt", id LIMIT 200`.execute(
    database.withoutTenant,
  );
  return rows;
}
