import type { Answer } from "./answer.ts";
import { runOnce } from "./idempotency.ts";
import type { Kernel } from "./kernel.ts";
import type { Call } from "./perform.ts";

/**
 * Answers a mutation: once per idempotency key, in one transaction.
 * @param target method, concrete path and If-Match as they were sent
 */
export async function answerMutation(kernel: Kernel, call: Call, target: readonly string[]): Promise<Answer> {
  const hours = kernel.environment.idempotencyHours;
  const done = await kernel.database.inOrganization(call.principal.organizationId, (transaction) =>
    runOnce(call, transaction, target, hours),
  );
  return {
    status: done.status,
    body: done.body,
    headers: {
      "Content-Type": "application/json",
      "Idempotency-Expires": done.expiresAt,
      ...(done.etag !== null && { ETag: done.etag }),
      ...(done.location !== null && { Location: done.location }),
      ...(done.replayOf !== null && { "Idempotent-Replayed": "true", "X-Original-Request-Id": done.replayOf }),
    },
  };
}
