import { sql } from "kysely";
import { AppError } from "../../contract/errors/error-codes.ts";
import type { Database } from "./database.ts";
import { isUniqueViolation } from "./database-errors.ts";

/**
 * Awaits a write; unique indexes decide between concurrent ones.
 *
 * @param rejections the message for each unique index by its name
 * @param written the values that are written, of which an external ID can be taken
 * @throws DUPLICATE_ENTRY
 */
export async function rejectDuplicates<Result>(
  rejections: Readonly<Record<string, string>>,
  write: Promise<Result>,
  written: object = {},
): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    const rejection = Object.entries(rejections).find(([index]) => isUniqueViolation(error, index));
    if (rejection === undefined) throw error;
    const [index, message] = rejection;
    const columns = externalIds.find(([ending]) => index.endsWith(ending))?.[1];
    if (columns === undefined) throw new AppError("DUPLICATE_ENTRY", message);
    const values = Object.entries(written).filter(
      (entry): entry is [string, string] =>
        columns.some((column) => column === entry[0]) && typeof entry[1] === "string",
    );
    const taken = values.length === columns.length ? { table: index.replace(/_.*/, ""), values } : null;
    throw new AppError("DUPLICATE_ENTRY", message, { errorReason: "duplicate_external_id", taken });
  }
}

/** Unique indexes of the IDs that clients choose, by the end of their names, with their columns. */
const externalIds = [
  ["_externalId_key", ["externalId"]],
  ["_external_id", ["externalId"]],
  ["_vendorId_vendorLeadId_key", ["vendorId", "vendorLeadId"]],
] as const;

/**
 * The rejection with the ID of the record that has the value, if the same actor created it: a write does not allow to
 * read. The transaction that failed cannot read, so this begins another after its rollback.
 */
export async function nameOwnRecord(
  database: Database,
  { organizationId, actorId }: { organizationId: string; actorId: string },
  rejection: AppError,
): Promise<AppError> {
  const { taken, code, message, errorReason } = rejection;
  if (taken === null) return rejection;
  const entity = taken.table.replaceAll(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  const isTaken = sql.join(
    taken.values.map(([column, value]) => sql`${sql.ref(`r.${column}`)} = ${value}`),
    sql` AND `,
  );
  const { rows } = await database.withTenantTransaction(organizationId, (transaction) =>
    sql<{ id: string }>`
      SELECT r.id FROM ${sql.table(taken.table)} r
      WHERE r."organizationId" = ${organizationId} AND ${isTaken} AND ${actorId} = (
        SELECT a."actorId" FROM "AuditEntry" a
        WHERE a."organizationId" = ${organizationId} AND a.entity = ${entity} AND a."entityId" = r.id AND a.id > 'aud_' || split_part(r.id, '_', 2) ORDER BY a.id LIMIT 1)
      ORDER BY r.id DESC LIMIT 1`.execute(transaction),
  );
  const [own] = rows;
  return own === undefined ? rejection : new AppError(code, `${message}: ${own.id}`, { errorReason, detail: own.id });
}
