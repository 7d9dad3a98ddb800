import { describeActor } from "../../../rpc/principal.ts";
import type { Context } from "../../../rpc/context.ts";
import type { esignEnumerations } from "../enumerations.ts";
import { chainEntries } from "./domain.chain.ts";
import { findLastEntry, insertEntries, setChainHash } from "./store.ts";

export type EsignTrailAction = keyof typeof esignEnumerations.esignTrailAction.values;

/** A new entry of a request's trail. */
interface NewTrailEntry {
  action: EsignTrailAction;
  /** By default the principal. */
  actor?: { type: string; id: string; label: string };
  recipientId?: string | null;
  /** IDs, hashes, codes and numbers: no names, addresses or values. */
  detail?: Readonly<Record<string, unknown>>;
  /** Of recipients on the signing page; by default the principal's address if it is one. */
  ipAddress?: string | null;
  userAgent?: string | null;
}

/** Browsers send less; what others send is no reason to reject a signature. */
const maxUserAgentLength = 500;

/**
 * Continues the trail of a request, whose row the caller has locked for update: two that append at once would give a
 * number twice. Sets the request's `chainHash`, and with it `updatedAt`: read the request afterwards.
 */
export async function appendTrail(
  context: Context,
  requestId: string,
  entries: readonly NewTrailEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const last = await findLastEntry(context, requestId);
  const at = new Date().toISOString();
  const { type, id, name: label } = describeActor(context.principal);
  // Of members and client applications the request log has the address.
  const ownAddress = type === "esign_recipient" ? context.clientIp : null;
  const unchained = entries.map(
    ({ action, actor, recipientId = null, detail = {}, ipAddress = ownAddress, userAgent = null }) => ({
      at,
      action,
      actor: actor ?? { type, id, label },
      recipientId,
      detail,
      ipAddress,
      userAgent: userAgent?.slice(0, maxUserAgentLength).toWellFormed().replaceAll("\0", "") ?? null,
    }),
  );
  const chained = chainEntries(requestId, last, unchained);
  await insertEntries(context, requestId, chained);
  await setChainHash(context, requestId, chained.at(-1)?.hash ?? "");
}
