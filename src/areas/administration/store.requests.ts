import { sql } from "kysely";
import type { Row } from "../../platform/database/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { PersonContext } from "../../rpc/portal-context.ts";
import { selectLastUse } from "../../rpc/store.key-uses.ts";
import { selectRecord, selectRows } from "../../platform/database/records.ts";

export function findRequestedScope(context: Context, requestId: string) {
  return selectRecord(context, "ScopeRequest", requestId)
    .select(["keyId", "scope", "requestedByUserId"])
    .executeTakeFirst();
}

export function readRequestingKey({ organizationId, transaction }: Context, keyId: string) {
  return transaction
    .selectFrom("IntegrationKey as k")
    .leftJoin("Contact as v", (join) =>
      join.onRef("v.organizationId", "=", "k.organizationId").onRef("v.id", "=", "k.vendorContactId"),
    )
    .select([
      "k.actingAttorneyId",
      "k.createdAt",
      "k.allowedNetworks",
      "k.webhookAllowedHosts",
      "v.name as vendorName",
      selectLastUse(organizationId).as("lastUsedAt"),
    ])
    .where("k.organizationId", "=", organizationId)
    .where("k.id", "=", keyId)
    .executeTakeFirstOrThrow();
}

export function findMember(context: Context, memberId: string) {
  return selectRecord(context, "Member", memberId)
    .select(["firstName", "lastName", sql<boolean>`"canActForKeys"`.as("isActive")])
    .executeTakeFirst();
}

/** The role of the member that a person is; undefined for someone who is no member. */
export function findRoleOf(context: Context, userId: string) {
  return selectRows(context, "Member").select("role").where("userId", "=", userId).executeTakeFirst();
}

export function listScopeUses(context: Context, keyId: string) {
  return selectRows(context, "KeyScopeUse").select(["scope", "lastUsedAt"]).where("keyId", "=", keyId).execute();
}

/** How many requests a key has sent since the day of an instant. */
export async function countRequestsSince(context: Context, keyId: string, since: string): Promise<number> {
  const { requests } = await selectRows(context, "KeyUsageDay")
    .select(sql<number>`coalesce(sum(succeeded + refused + limited + failed), 0)::integer`.as("requests"))
    .where("keyId", "=", keyId)
    .where("day", ">=", sql<string>`(${since}::timestamptz AT TIME ZONE 'UTC')::date`)
    .executeTakeFirstOrThrow();
  return requests;
}

export type DecisionRow = Pick<
  Row<"ScopeRequest">,
  "id" | "scope" | "status" | "decidedBy" | "decidedAt" | "note" | "latestExpiryAt"
> & { keyName: string };

/** The organization's newest decisions on elevated scopes. */
export async function listDecisions(context: Context, limit: number): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    SELECT r.id, r.scope, r.status, r."decidedBy", r."decidedAt", r.note, r."latestExpiryAt", k.name AS "keyName"
    FROM "ScopeRequest" r JOIN "IntegrationKey" k ON k."organizationId" = r."organizationId" AND k.id = r."keyId"
    WHERE r."organizationId" = ${context.organizationId} AND k."organizationId" = ${context.organizationId} AND r.status IN ('granted', 'denied')
    ORDER BY r.id DESC LIMIT ${limit}::integer`.execute(context.transaction);
  return rows;
}

export function findLastGrant(context: Context, keyId: string, scope: string) {
  return selectRows(context, "ScopeRequest")
    .select(["decidedAt", "decidedBy", "latestExpiryAt"])
    .where("keyId", "=", keyId)
    .where("scope", "=", scope)
    .where("status", "=", "granted")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

export function listTemplates({ database }: PersonContext, limit: number) {
  return database.withoutTenant
    .selectFrom("DecisionTemplate")
    .select(["id", "name", "text"])
    .orderBy("name")
    .limit(limit)
    .execute();
}

/**
 * Creates the template, or replaces the one with the id.
 *
 * @throws a unique violation of the name
 */
export async function saveTemplate(
  { database }: PersonContext,
  { id, name, text }: Pick<Row<"DecisionTemplate">, "id" | "name" | "text">,
): Promise<void> {
  await database.withoutTenant
    .insertInto("DecisionTemplate")
    .values({ id, name, text })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ name, text, updatedAt: sql<string>`now()` }))
    .execute();
}

/** @returns whether there was one */
export async function deleteTemplate({ database }: PersonContext, templateId: string): Promise<boolean> {
  const deleted = await database.withoutTenant
    .deleteFrom("DecisionTemplate")
    .where("id", "=", templateId)
    .returning("id")
    .executeTakeFirst();
  return deleted !== undefined;
}
