import { notFound } from "../../../contract/errors/error-codes.ts";
import { createTurn } from "../../../platform/event-loop-turn.ts";
import type { Context } from "../../../rpc/context.ts";
import { continuesChain } from "./domain.chain.ts";
import { findChainHash, listEntries, type TrailEntryRow } from "./store.ts";

export type { TrailEntryRow } from "./store.ts";

/** Entries that are read at once: some milliseconds of hashing. */
const batch = 200;

/** The whole trail of a request, the oldest entry first, such as for its certificate. */
export async function listTrail(context: Context, requestId: string): Promise<TrailEntryRow[]> {
  const entries: TrailEntryRow[] = [];
  for (;;) {
    const page = await listEntries(context, requestId, { after: entries.at(-1)?.number ?? 0, limit: batch });
    entries.push(...page);
    if (page.length < batch) return entries;
  }
}

/**
 * Recomputes the chain of a request's trail: whether no entry was changed, removed or inserted since it was written,
 * and the last one is the one that the request knows.
 *
 * @throws NOT_FOUND
 */
export async function isChainIntact(context: Context, requestId: string): Promise<boolean> {
  const request = await findChainHash(context, requestId);
  if (request === undefined) throw notFound("Signature request");
  const turn = createTurn();
  let last: TrailEntryRow | undefined;
  for (;;) {
    const page = await listEntries(context, requestId, { after: last?.number ?? 0, limit: batch });
    if (!continuesChain(requestId, last, page)) return false;
    last = page.at(-1) ?? last;
    if (page.length < batch) return last !== undefined && last.hash === request.chainHash;
    await turn.end();
  }
}
