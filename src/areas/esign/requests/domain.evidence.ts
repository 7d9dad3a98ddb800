import { notFound } from "../../../contract/errors/error-codes.ts";
import { smallNumberPosition, readPageBy, type PageQuery } from "../../../platform/database/lists/cursor.ts";
import type { Context } from "../../../rpc/context.ts";
import { isChainIntact } from "../trail/domain.ts";
import { listEntries } from "../trail/store.ts";
import { EsignTrailEntry, type EsignVerification } from "./schema.ts";
import { findFileByHash } from "./store.evidence.ts";
import { findEsignRequest } from "./store.ts";

/**
 * A page of a request's trail, the oldest entry first.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for a foreign cursor
 */
export async function listAuditTrail(
  context: Context,
  id: string,
  query: PageQuery,
): Promise<{ entries: EsignTrailEntry[]; nextCursor: string | null }> {
  if ((await findEsignRequest(context, id)) === undefined) throw notFound("Signature request");
  const list = { organizationId: context.organizationId, name: `trail of ${id}`, position: smallNumberPosition };
  const { rows, nextCursor } = await readPageBy(
    list,
    query,
    ({ after, limit }) => listEntries(context, id, { after: after ?? 0, limit }),
    ({ number }) => number,
  );
  return { entries: rows.map((row) => EsignTrailEntry.parse(row)), nextCursor };
}

/** Whether a file with this SHA-256 belongs to a request, what it is there, and whether the request's trail is whole. */
export async function verifyFile(context: Context, sha256: string): Promise<EsignVerification> {
  const found = await findFileByHash(context, sha256);
  if (found === undefined)
    return { found: false, kind: null, esignRequestId: null, sealedAt: null, isChainIntact: null };
  const { kind, esignRequestId, sealedAt } = found;
  return { found: true, kind, esignRequestId, sealedAt, isChainIntact: await isChainIntact(context, esignRequestId) };
}
