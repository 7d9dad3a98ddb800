import { notFound } from "../../contract/error-codes.ts";
import type { Context, RecordReference } from "../../rpc/context.ts";
import type { CaseDetail } from "./schema.ts";
import { findCaseDetail, findLiveCase } from "./store.ts";

/** The hydrated case, deleted ones included (`deletedAt` tells). @throws NOT_FOUND */
export async function getCase(context: Context, caseId: string): Promise<CaseDetail> {
  const found = await findCaseDetail(context, caseId);
  if (found === undefined) throw notFound("Case");
  return found;
}

/**
 * The case that a sub-resource belongs to, in the caller's organization and not deleted: written once, for every area.
 * @returns the case and its client, as an event's relatedIds
 * @throws NOT_FOUND
 */
export async function requireCase(context: Context, caseId: string): Promise<RecordReference[]> {
  const found = await findLiveCase(context, caseId);
  if (found === undefined) throw notFound("Case");
  return relateCase(found.id, found.plaintiffId);
}

/** A case and its client, as an event's relatedIds. */
export function relateCase(caseId: string, clientId: string): RecordReference[] {
  return [
    { entity: "case", id: caseId },
    { entity: "client", id: clientId },
  ];
}
