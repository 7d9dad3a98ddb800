import type { Context } from "../../../rpc/context.ts";
import { notifyOfSignatures } from "../../notifications/domain.ts";
import { findRequestOfNotices } from "./store.ts";

/** What happened to a request that a member has to act on. */
export type RequestNotice =
  | { kind: "esign.declined" | "esign.delivery_failed"; label: string }
  | { kind: "esign.seal_failed" };

/**
 * Notifies who made a request, the attorney for whom they acted and the case's lead attorney; if none of them is
 * active, the members who manage signature requests. In the portal and by email, in the transaction of what happened.
 */
export async function notifyOfRequest(context: Context, requestId: string, notice: RequestNotice): Promise<void> {
  const found = await findRequestOfNotices(context, requestId);
  if (found === undefined) return;
  const { memberIds, ...about } = found;
  const parameters = { esignRequestId: requestId, ...about };
  const sent =
    notice.kind === "esign.seal_failed"
      ? { kind: notice.kind, parameters }
      : { kind: notice.kind, parameters: { ...parameters, label: notice.label } };
  await notifyOfSignatures(context, sent, memberIds);
}
