import { describeAction, writeTraces } from "../../rpc/unit-of-work.ts";
import type { Answer } from "./response.ts";
import { runOnce } from "./idempotency.ts";
import type { Kernel } from "../services.ts";
import { runProcedure } from "./call-procedure.ts";
import type { Call, Success } from "./call-procedure.ts";

/**
 * Answers a mutation in one transaction: once per idempotency key, or as often as it is asked where the operation ignores that
 * header (specification, "Authentication" 12).
 * @param target method, concrete path and If-Match as they were sent
 */
export async function answerMutation(kernel: Kernel, call: Call, target: readonly string[]): Promise<Answer> {
  const { database, environment } = kernel;
  const { organizationId } = call.principal;
  if (call.declaration.meta.idempotency === "ignored") {
    const success = await database.inOrganization(organizationId, async (transaction) => {
      const done = await runProcedure(call, transaction);
      await writeTraces(done.context, describeAction(call.declaration.name, call.declaration.meta), null);
      return done.success;
    });
    return describeAnswer(success, { "Idempotency-Status": "ignored" });
  }
  const done = await database.inOrganization(organizationId, (transaction) => runOnce(call, transaction, target, environment.idempotencyHours));
  return describeAnswer(done, {
    "Idempotency-Expires": done.expiresAt,
    ...(done.replayOf !== null && { "Idempotent-Replayed": "true", "X-Original-Request-Id": done.replayOf }),
  });
}

function describeAnswer({ status, body, etag, location }: Success, headers: Record<string, string>): Answer {
  return {
    status,
    body,
    headers: {
      "Content-Type": "application/json",
      ...headers,
      ...(etag !== null && { ETag: etag }),
      ...(location !== null && { Location: location }),
    },
  };
}
