import { runInTransaction } from "../../rpc/unit-of-work.ts";
import { callProcedure, type Call, type Success } from "../../rpc/call/call-procedure.ts";
import { lockNumber, runIdempotently } from "../../rpc/call/idempotency.ts";
import type { HttpResponse } from "../request/response.ts";

/**
 * Runs a mutation in one transaction: once per idempotency key, or every time if the operation ignores the key.
 *
 * @param target method, concrete path and If-Match as sent
 */
export async function runMutation(call: Call, target: readonly string[], hoursKept: number): Promise<HttpResponse> {
  if (call.declaration.meta.idempotency === "ignored") {
    const { result } = await runInTransaction(call, async (context) => ({
      result: await callProcedure(call, context),
      mustRecord: true,
    }));
    return describeResponse(result, { "Idempotency-Status": "ignored" });
  }
  const { result, storedUntil } = await runInTransaction({ ...call, lock: lockNumber(call) }, (context) =>
    runIdempotently(call, context, target, hoursKept),
  );
  const { success, replayed } = result;
  return describeResponse(success, {
    "Idempotency-Expires": replayed?.expiresAt ?? storedUntil ?? "",
    ...(replayed !== null && { "Idempotent-Replayed": "true", "X-Original-Request-Id": replayed.requestId }),
  });
}

function describeResponse({ status, body, etag, location }: Success, headers: Record<string, string>): HttpResponse {
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
