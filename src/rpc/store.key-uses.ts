import { sql, type RawBuilder } from "kysely";

/**
 * When the key of the row `k` was last used, its first use at once and others at most a minute late; null if never. The
 * row without a prefix is of the key as a whole.
 */
export function selectLastUse(organizationId: string): RawBuilder<string | null> {
  return sql<
    string | null
  >`(SELECT u."usedAt" FROM "KeyUse" u WHERE u."organizationId" = ${organizationId} AND u."keyId" = k.id AND u.prefix = '')`;
}
