import { sql } from "kysely";
import type { Context } from "../../rpc/context.ts";
import { selectLastUse } from "../../rpc/store.key-uses.ts";

/** The calling key with its organization and acting attorney, and the database's clock, in one statement. */
export function findCallingKey(context: Context, keyId: string) {
  return context.transaction
    .selectFrom("IntegrationKey as k")
    .innerJoin("Organization as o", "o.id", "k.organizationId")
    .leftJoin("Member as m", (join) =>
      join.onRef("m.organizationId", "=", "k.organizationId").onRef("m.id", "=", "k.actingAttorneyId"),
    )
    .select([
      "k.name",
      "k.reportIncludeChildOrganizations",
      "k.webhookAllowedHosts",
      "k.allowedNetworks",
      "k.expiresAt",
      "k.expirySetAt",
      "k.createdAt",
      "o.id as organizationId",
      "o.name as organizationName",
      "o.timezone",
      "o.isHeadquarters",
      "o.parentOrganizationId",
      "o.sandboxOfOrganizationId",
      selectLastUse(context.organizationId).as("lastUsedAt"),
      "m.id as attorneyId",
      "m.firstName",
      "m.lastName",
      "m.status as attorneyStatus",
      sql<boolean>`coalesce(m.status = 'active' AND m."isAttorney" AND m."isBarredOnlyInactive", false)`.as(
        "attorneyLacksAdmission",
      ),
      sql<string>`date_trunc('milliseconds', clock_timestamp())`.as("serverTime"),
    ])
    .where("k.organizationId", "=", context.organizationId)
    .where("k.id", "=", keyId)
    .executeTakeFirstOrThrow();
}
