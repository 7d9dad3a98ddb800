import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { sql } from "kysely";
import { versionOf, type Secrets } from "../../crypto/secrets.ts";
import type { Database } from "../../database/database.ts";
import { runDueWork } from "../../jobs/due-work.ts";

interface StoredFactor {
  id: string;
  secret: string;
  backupCodes: string;
}

/** What Better Auth encrypts with the current secret begins so. */
function prefixOf(secret: string): string {
  return `$ba$${versionOf(secret)}$`;
}

/** Those that another secret encrypted, or that have no version. */
export function listStaleFactors(database: Database, [current]: Secrets, limit: number): Promise<StoredFactor[]> {
  const isStale = (column: "secret" | "backupCodes") =>
    sql<boolean>`${sql.ref(column)} NOT LIKE ${`${prefixOf(current)}%`}`;
  return database.withoutTenant
    .selectFrom("TwoFactor")
    .select(["id", "secret", "backupCodes"])
    .where((where) => where.or([isStale("secret"), isStale("backupCodes")]))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/**
 * Encrypts stale second factors with the current secret.
 *
 * @returns how many
 */
export function reencryptSecondFactors(database: Database, secrets: Secrets): Promise<number> {
  const key = {
    keys: new Map(secrets.map((secret) => [versionOf(secret), secret])),
    currentVersion: versionOf(secrets[0]),
  };
  return runDueWork<StoredFactor>({
    list: (limit) => listStaleFactors(database, secrets, limit),
    execute: async ({ id, ...stored }) => {
      const renew = async (data: string) => symmetricEncrypt({ key, data: await decryptFactor(secrets, data) });
      const next = { secret: await renew(stored.secret), backupCodes: await renew(stored.backupCodes) };
      // Not if the person changed it in the meantime.
      const { numUpdatedRows } = await database.withoutTenant
        .updateTable("TwoFactor")
        .set(next)
        .where("id", "=", id)
        .where("secret", "=", stored.secret)
        .where("backupCodes", "=", stored.backupCodes)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  });
}

/** @throws if none of the secrets encrypted it */
export async function decryptFactor(secrets: Secrets, data: string): Promise<string> {
  const failures: unknown[] = [];
  for (const secret of secrets) {
    try {
      return await symmetricDecrypt({
        key: { keys: new Map([[versionOf(secret), secret]]), currentVersion: versionOf(secret), legacySecret: secret },
        data,
      });
    } catch (error) {
      failures.push(error);
    }
  }
  throw new Error("A second factor is encrypted with another secret.", { cause: failures[0] });
}
