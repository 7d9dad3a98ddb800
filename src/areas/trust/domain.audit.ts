import { recordAuditEntry, type Context } from "../../rpc/context.ts";

/**
 * Notes that the books were read: one entry for a request, which names what it asked for. The records of a page are not
 * named each, because they say nothing of a person.
 */
export function recordBooksRead(
  context: Context,
  { accountId, caseId }: { accountId?: string | undefined; caseId?: string | undefined } = {},
): void {
  recordAuditEntry(context, findSubject(context, accountId, caseId), []);
}

function findSubject(
  { organizationId }: Context,
  accountId: string | undefined,
  caseId: string | undefined,
): { entity: string; id: string } {
  if (accountId !== undefined) return { entity: "trust_account", id: accountId };
  return caseId === undefined ? { entity: "organization", id: organizationId } : { entity: "case", id: caseId };
}
