import { basePath } from "../../contract/base-path.ts";
import { deprecatedSince } from "../../contract/deprecation.ts";
import { readsIfNoneMatch } from "../../contract/operation.ts";
import { matchesNone } from "../../contract/revision.ts";
import type { Served } from "../../platform/database/replica/replica.ts";
import { isAuditedRead } from "../../rpc/authorize.ts";
import { canReadFromReplica } from "../../rpc/declarations.ts";
import { runRead } from "../../rpc/unit-of-work.ts";
import type { Services } from "../services.ts";
import { callProcedure, type Call } from "../../rpc/call/call-procedure.ts";
import { createReader, readWithLongPoll } from "../request/long-poll.ts";
import type { ApiRequest } from "./request.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { HttpResponse } from "../request/response.ts";

/** Runs a query; there are several attempts only during a long poll. */
export async function runQuery(
  services: Services,
  call: Call,
  request: ApiRequest,
  requestContext: RequestContext,
): Promise<HttpResponse> {
  const { meta } = call.declaration;
  const reader = createReader(services, call, request, requestContext);
  const replica = canReadFromReplica(call.declaration, call.input.parsed) ? services.replica : null;
  const onServed = (served: Served<unknown>) => void (requestContext.headers["Server-Timing"] = describeServed(served));
  const { success, isVolatile } = await readWithLongPoll(services.eventNotifier, reader, (principal) =>
    read({ ...call, principal, replica, onServed }),
  );
  const headers = { ...describeDeprecation(meta.deprecated), ...(success.etag !== null && { ETag: success.etag }) };
  const ifNoneMatch = request.headers["if-none-match"] ?? null;
  if (success.etag !== null && readsIfNoneMatch(meta) && !isVolatile && matchesNone(ifNoneMatch, success.etag))
    return { status: 304, headers, body: "" };
  return { status: success.status, headers: { ...headers, "Content-Type": "application/json" }, body: success.body };
}

/** A read under an elevated scope is recorded in the audit log before the response. */
async function read(call: Call) {
  const { kind, meta } = call.declaration;
  return runRead(call, async (context) => {
    const success = await callProcedure(call, context);
    const { longPoll, isVolatile = false } = context.pending;
    return { result: { success, longPoll, isVolatile }, mustRecord: isAuditedRead(kind, meta) };
  });
}

/** Where the rows are from and, if that is the primary, why the replica did not serve them. */
export function describeServed(served: Served<unknown>): string {
  return served.by === "replica" ? `db;desc="replica"` : `db;desc="primary", replica;desc="${served.reason}"`;
}

function describeDeprecation(deprecated: { successor: `/${string}` } | undefined): Record<string, string> {
  if (deprecated === undefined) return {};
  return { Deprecation: deprecatedSince, Link: `<${basePath}${deprecated.successor}>; rel="successor-version"` };
}
