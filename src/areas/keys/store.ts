import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { canExercise } from "../../platform/identity/memberships.ts";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { Attorney, KeyOwner, Vendor } from "./schema.ts";
import { selectRecord, selectRows } from "../../platform/database/records.ts";

/** Active members who can manage keys and can sign in, by name. */
export async function listManagers(context: Context, limit: number): Promise<{ name: string; email: string }[]> {
  const { rows } = await sql<{ name: string; email: string }>`
    SELECT concat("firstName", ' ', "lastName") AS name, email FROM "Member"
    WHERE "organizationId" = ${context.organizationId} AND ${canExercise("integrations:manage")}
    ORDER BY "lastName", "firstName", id LIMIT ${limit}::integer`.execute(context.transaction);
  return rows;
}

/** The items that a member hides now. */
export async function listSnoozes(context: Context, memberId: string): Promise<string[]> {
  const rows = await selectRows(context, "AttentionSnooze")
    .select("item")
    .where("memberId", "=", memberId)
    .where("until", ">", sql<string>`now()`)
    .execute();
  return rows.map(({ item }) => item);
}

/** Hides an item for a day; rows that are over go with it. */
export async function upsertSnooze(
  { transaction, organizationId }: Context,
  memberId: string,
  item: string,
): Promise<void> {
  await sql`
    WITH over AS (
      DELETE FROM "AttentionSnooze"
      WHERE "organizationId" = ${organizationId} AND "memberId" = ${memberId} AND until <= now() AND item <> ${item}
    )
    INSERT INTO "AttentionSnooze" ("organizationId", "memberId", item, until)
    VALUES (${organizationId}, ${memberId}, ${item}, now() + interval '1 day')
    ON CONFLICT ("organizationId", "memberId", item) DO UPDATE SET until = excluded.until`.execute(transaction);
}

export function listActingAttorneys(context: Context): Promise<Attorney[]> {
  return selectRows(context, "Member")
    .select(["id as memberId", "firstName", "lastName", "email"])
    .where(sql<boolean>`"canActForKeys"`)
    .orderBy("lastName")
    .orderBy("firstName")
    .orderBy("id")
    .limit(2_000)
    .execute();
}

/** By the index of roles; live contacts only. */
export function listVendorContacts({ transaction, organizationId }: Context): Promise<Vendor[]> {
  return transaction
    .selectFrom("ContactRole as r")
    .innerJoin("Contact as c", (join) =>
      join.onRef("c.organizationId", "=", "r.organizationId").onRef("c.id", "=", "r.contactId"),
    )
    .select(["c.id as contactId", "c.name"])
    .where("r.organizationId", "=", organizationId)
    .where("r.role", "=", "vendor")
    .where("c.deletedAt", "is", null)
    .orderBy("c.name")
    .orderBy("c.id")
    .limit(2_000)
    .execute();
}

/** The tags of keys that are not revoked. */
export async function listTags({ transaction, organizationId }: Context): Promise<{ tag: string }[]> {
  const { rows } = await sql<{ tag: string }>`
    SELECT DISTINCT t.tag FROM "IntegrationKey" k, unnest(k.tags) AS t(tag)
    WHERE k."organizationId" = ${organizationId} AND k."revokedAt" IS NULL ORDER BY 1 LIMIT 500`.execute(transaction);
  return rows;
}

/** The owners of keys that are not revoked. */
export async function listOwners({ transaction, organizationId }: Context): Promise<KeyOwner[]> {
  const { rows } = await sql<KeyOwner>`
    SELECT m.id AS "memberId", concat(m."firstName", ' ', m."lastName") AS name FROM "Member" m
    WHERE m."organizationId" = ${organizationId} AND m.id IN (
      SELECT k."ownerMemberId" FROM "IntegrationKey" k WHERE k."organizationId" = ${organizationId} AND k."revokedAt" IS NULL)
    ORDER BY m."lastName", m."firstName", m.id LIMIT 500`.execute(transaction);
  return rows;
}

export type FoundSecret = Pick<Row<"IntegrationKeySecret">, "keyId" | "prefix"> & { isLive: boolean };

export function findSecret(context: Context, digest: Buffer): Promise<FoundSecret | undefined> {
  return selectRows(context, "IntegrationKeySecret")
    .select(["keyId", "prefix", sql<boolean>`"expiresAt" IS NULL OR "expiresAt" > now()`.as("isLive")])
    .where("digest", "=", digest)
    .executeTakeFirst();
}

/** Audit entries of some records, newest first: at most a page per record, read from its own index. */
export async function listEntries(
  context: Context,
  records: readonly { entity: string; id: string }[],
  {
    after,
    limit,
    least = null,
    bound = null,
    action = null,
  }: {
    after: string | null;
    limit: number;
    least?: string | null;
    bound?: string | null;
    action?: string | null | undefined;
  },
): Promise<Row<"AuditEntry">[]> {
  const { rows } = await sql<Row<"AuditEntry">>`
    SELECT a.* FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS r(entity text, id text)
    CROSS JOIN LATERAL (
      SELECT * FROM "AuditEntry" e
      WHERE e."organizationId" = ${context.organizationId} AND e.entity = r.entity AND e."entityId" = r.id
        AND (${after}::text IS NULL OR e.id < ${after}) AND (${least}::text IS NULL OR e.id >= ${least}) AND (${bound}::text IS NULL OR e.id < ${bound})
        AND (${action}::text IS NULL OR e.action = ${action})
      ORDER BY e.id DESC LIMIT ${limit}::integer
    ) a
    ORDER BY a.id DESC LIMIT ${limit}::integer`.execute(context.transaction);
  return rows;
}

export interface DueNotice {
  organizationId: string;
  keyId: string;
}

export async function listDueNotices(database: Database, batch: number): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`SELECT * FROM list_due_expiry_notices(${batch}::integer)`.execute(
    database.withoutTenant,
  );
  return rows;
}

export type NoticedKey = Pick<Row<"IntegrationKey">, "name" | "expiresAt" | "actingAttorneyId"> & {
  noticedDays: number;
  /** Days until expiry, rounded up. */
  daysLeft: number;
  /** Elevated scopes whose grants allow no later expiry. */
  lapsingScopes: string[];
};

/** The notice that is due: the nearest one before expiry. */
const due = sql<number>`CASE
  WHEN "expiresAt" <= now() + interval '1 day' THEN 1
  WHEN "expiresAt" <= now() + interval '7 days' THEN 7
  WHEN "expiresAt" <= now() + interval '14 days' THEN 14
  ELSE 30 END`;

/** Whether the key was valid for twice as long as the due notice is before its end; the last one is for all. */
const isWanted = sql<boolean>`(${due} = 1 OR "expiresAt" - "expirySetAt" >= ${due} * interval '2 days')`;

/**
 * Claims the due notice; a concurrent worker finds it claimed.
 *
 * @returns undefined if none is due
 */
export async function claimNotice(context: Context, keyId: string): Promise<NoticedKey | undefined> {
  const { organizationId, transaction } = context;
  // By itself: beside a firm's tables a cluster locks the copy on the firm's node (0074).
  await selectRecord(context, "IntegrationKey", keyId).select("id").forNoKeyUpdate().execute();
  const {
    rows: [key],
  } = await sql<NoticedKey>`
    SELECT name, "expiresAt", "actingAttorneyId", ${due} AS "noticedDays", ceil(extract(epoch FROM "expiresAt" - now()) / 86400)::integer AS "daysLeft",
      ARRAY(SELECT g.scope FROM (
        SELECT DISTINCT ON (r.scope) r.scope, r."latestExpiryAt" FROM "ScopeRequest" r
        WHERE r."organizationId" = ${organizationId} AND r."keyId" = ${keyId} AND r.status = 'granted' ORDER BY r.scope, r."decidedAt" DESC
      ) g WHERE g.scope = ANY(scopes) AND g."latestExpiryAt" <= now() + interval '30 days' ORDER BY 1) AS "lapsingScopes"
    FROM "IntegrationKey"
    WHERE "organizationId" = ${organizationId} AND id = ${keyId} AND "revokedAt" IS NULL AND "expiresAt" > now() AND "expiresAt" <= now() + interval '30 days'
      AND ("noticedDays" IS NULL OR "noticedDays" > ${due}) AND ${isWanted}`.execute(transaction);
  if (key === undefined) return undefined;
  await transaction
    .updateTable("IntegrationKey")
    .set({ noticedDays: key.noticedDays })
    .where("organizationId", "=", organizationId)
    .where("id", "=", keyId)
    .execute();
  return key;
}
