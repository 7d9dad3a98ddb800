import { invalidInput } from "../../contract/errors/error-codes.ts";
import { lowestId } from "../../platform/database/ids.ts";
import { readPage } from "../../platform/database/lists/cursor.ts";
import { recordAuditEntry, type Context } from "../../rpc/context.ts";
import { AuditLine, type AuditExport, type AuditFilter } from "./schema.ts";
import { listAuditRows, type AuditRow } from "./store.ts";

function describeLine({ actorType, actorId, actorName, ...row }: AuditRow): AuditLine {
  return AuditLine.parse({ ...row, actor: { type: actorType, id: actorId, name: actorName } });
}

/**
 * A page of the audit log, newest first.
 *
 * @throws VALIDATION_FAILED if the time span ends before it begins
 */
export async function readAuditTrail(
  context: Context,
  filter: AuditFilter,
): Promise<{ entries: AuditLine[]; nextCursor: string | null }> {
  const { from, until, entity, actorId, keyId, requestId, address, search } = filter;
  const securityOnly = filter.securityOnly || address !== undefined || search !== undefined;
  if (from !== undefined && until !== undefined && Date.parse(until) <= Date.parse(from)) {
    throw invalidInput({ path: "until", message: "must be later than from" });
  }
  const least = from === undefined ? undefined : lowestId("auditEntry", new Date(from));
  const bound = until === undefined ? undefined : lowestId("auditEntry", new Date(until));
  const list = { organizationId: context.organizationId, name: "audit" };
  const { rows, nextCursor } = await readPage(list, filter, ({ after, limit }) =>
    listAuditRows(context, {
      before: after ?? undefined,
      least,
      bound,
      entity,
      actorId,
      keyId,
      requestId,
      address,
      search,
      securityOnly,
      limit,
    }),
  );
  return { entries: rows.map(describeLine), nextCursor };
}

/** Records in the audit log that it was exported, and how many rows. */
export function noteAuditExport(context: Context, { from, until, rows }: AuditExport): void {
  const changes = Object.fromEntries(
    Object.entries({ from, until, rows })
      .filter(([, value]) => value !== null)
      .map(([field, value]) => [field, { from: null, to: value }]),
  );
  recordAuditEntry(context, { entity: "audit_trail", id: context.organizationId }, [], changes);
}
