import type { Context } from "../../../rpc/context.ts";
import type { Place } from "../effects/domain.ts";
import { findLastWritten, findOnlyPlace } from "./store.linking.ts";

/**
 * What a message belongs to, by the address of the other side: that of the firm's last message to it within 30 days;
 * else the only live case or lead of the only person with it; else nothing.
 */
export async function findLink(
  context: Context,
  written: { channel: string; address: string; at: string },
): Promise<Place> {
  const last = await findLastWritten(context, written);
  return last ?? (await findOnlyPlace(context, written.address)) ?? { caseId: null, leadId: null };
}
