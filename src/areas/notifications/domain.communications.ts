import type { Context } from "../../rpc/context.ts";
import { notifyMembers } from "./domain.ts";
import type { CommunicationNotice } from "./schema.ts";
import { listRecipients } from "./store.ts";

/**
 * Notifies those of these members who are active; if none is, the members who manage communications. Not everybody who
 * views messages: most of the firm does.
 */
export async function notifyOfCommunications(
  context: Context,
  notice: CommunicationNotice,
  memberIds: readonly string[] = [],
): Promise<void> {
  const audience = await listRecipients(context, "communications:manage", [...memberIds], null);
  const named = audience.filter(({ memberId }) => memberIds.includes(memberId));
  await notifyMembers(context, notice, named.length === 0 ? audience : named);
}
