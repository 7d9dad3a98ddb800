import type { Context } from "../../rpc/context.ts";
import { notifyResponsible } from "./domain.ts";
import type { CommunicationNotice } from "./schema.ts";

/**
 * Notifies those of these members who are active; if none is, the members who manage communications. Not everybody who
 * views messages: most of the firm does.
 */
export const notifyOfCommunications = (
  context: Context,
  notice: CommunicationNotice,
  memberIds: readonly string[] = [],
): Promise<void> => notifyResponsible(context, notice, "communications:manage", memberIds);
