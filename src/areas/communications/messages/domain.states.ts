import type { StateMachine } from "../../../contract/state-machine.ts";
import type { MessageStatus } from "./schema.ts";

/** Which status of a message may follow which. Reports of delivery come in any order: `domain.reports.ts`. */
export const messageStates: StateMachine<MessageStatus> = {
  noun: "A message",
  operation: "messages.transition",
  transitions: {
    scheduled: ["queued", "cancelled", "blocked", "failed"],
    queued: ["sent", "failed", "blocked", "cancelled"],
    sent: ["delivered", "undelivered", "bounced", "failed", "read"],
    delivered: ["read", "bounced"],
    read: [],
    undelivered: [],
    bounced: [],
    failed: [],
    blocked: [],
    cancelled: [],
    received: [],
    logged: [],
  },
};

interface Cancellable {
  status: string;
  attemptAt: string | null;
  provider: string | null;
  voidedAt: string | null;
}

/** What a request may do to a message. */
export function listMessageTransitions({
  status,
  attemptAt,
  provider,
  voidedAt,
}: Cancellable): ("cancelled" | "voided")[] {
  if (status === "scheduled" || (status === "queued" && attemptAt === null)) return ["cancelled"];
  return provider === "external" && voidedAt === null ? ["voided"] : [];
}
