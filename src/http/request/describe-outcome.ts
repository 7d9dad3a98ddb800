import { basePath } from "../../contract/base-path.ts";
import { formatDeprecation } from "../../contract/deprecation.ts";
import type { OperationMeta } from "../../contract/operation.ts";
import type { Served } from "../../platform/database/replica/replica.ts";
import type { Outcome } from "../../rpc/call/execute-operation.ts";
import type { HttpResponse } from "./response.ts";

/** The response of an operation that was not rejected. */
export function describeOutcome(meta: OperationMeta, outcome: Outcome): HttpResponse {
  const { status, body, etag, location } = outcome.success;
  return {
    status,
    body,
    headers: {
      "Content-Type": "application/json",
      ...describeIdempotency(meta, outcome),
      ...(meta.deprecated !== undefined && formatDeprecation(meta.deprecated, basePath)),
      ...(etag !== null && { ETag: etag }),
      ...(location !== null && { Location: location }),
    },
  };
}

function describeIdempotency(
  { idempotency }: OperationMeta,
  { storedUntil, originalRequestId }: Outcome,
): Record<string, string> {
  if (idempotency === "none") return {};
  if (idempotency === "ignored") return { "Idempotency-Status": "ignored" };
  return {
    "Idempotency-Expires": storedUntil ?? "",
    ...(originalRequestId !== null && { "Idempotent-Replayed": "true", "X-Original-Request-Id": originalRequestId }),
  };
}

/** `Server-Timing`: where the rows are from and, if that is the primary, why the replica did not serve them. */
export function describeServed(served: Served<unknown>): string {
  return served.by === "replica" ? `db;desc="replica"` : `db;desc="primary", replica;desc="${served.reason}"`;
}
