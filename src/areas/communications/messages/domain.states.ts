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
