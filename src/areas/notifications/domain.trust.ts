import type { Context } from "../../rpc/context.ts";
import { notifyMembers } from "./domain.ts";
import type { TrustNotice } from "./schema.ts";
import { listRecipients } from "./store.ts";

/**
 * Notifies the members who view trust accounts; of requested disbursements, those who approve.
 *
 * @param except IDs of members who are left out: those behind a request cannot approve it
 */
export async function notifyOfTrust(
  context: Context,
  notice: TrustNotice,
  except: readonly string[] = [],
): Promise<void> {
  const permission = notice.kind === "trust.approval_requested" ? "trust:approve" : "trust:view";
  const recipients = await listRecipients(context, permission, [], null);
  await notifyMembers(
    context,
    notice,
    recipients.filter(({ memberId }) => !except.includes(memberId)),
  );
}
