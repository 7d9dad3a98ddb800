import type { IncomingMessage } from "node:http";
import { basePath } from "../../contract/base-path.ts";
import { deprecatedSince } from "../../contract/deprecation.ts";
import { readsIfNoneMatch } from "../../contract/operation.ts";
import { matchesNone } from "../../contract/revision.ts";
import { isAuditedRead } from "../../rpc/authorize.ts";
import { runInTransaction } from "../../rpc/unit-of-work.ts";
import type { Services } from "../services.ts";
import { callProcedure } from "./call-procedure.ts";
import type { Call } from "./call-procedure.ts";
import { createReader, readWithLongPoll } from "./long-poll.ts";
import type { RequestContext } from "./respond.ts";
import type { HttpResponse } from "./response.ts";

/** Runs a read, in one transaction each time that it looks: more than once only where it found nothing and would wait. */
export async function runQuery(services: Services, call: Call, request: IncomingMessage, requestContext: RequestContext): Promise<HttpResponse> {
  const { meta } = call.declaration;
  const reader = createReader(services, call, request, requestContext);
  const { success, movesByItself } = await readWithLongPoll(services.eventNotifier, reader, (principal) => read({ ...call, principal }));
  const headers = { ...describeDeprecation(meta.deprecated), ...(success.etag !== null && { ETag: success.etag }) };
  const ifNoneMatch = request.headers["if-none-match"] ?? null;
  if (success.etag !== null && readsIfNoneMatch(meta) && !movesByItself && matchesNone(ifNoneMatch, success.etag)) return { status: 304, headers, body: "" };
  return { status: success.status, headers: { ...headers, "Content-Type": "application/json" }, body: success.body };
}

/** What is read under an elevated scope is written to the audit trail in the same transaction: all that the operation does, or what it recorded. */
async function read(call: Call) {
  const { kind, meta } = call.declaration;
  const { result } = await runInTransaction({ ...call, isRead: true }, async (context) => {
    const success = await callProcedure(call, context);
    const { longPoll, movesByItself = false } = context.pending;
    return { result: { success, longPoll, movesByItself }, mustRecord: isAuditedRead(kind, meta) };
  });
  return result;
}

function describeDeprecation(deprecated: { successor: `/${string}` } | undefined): Record<string, string> {
  if (deprecated === undefined) return {};
  return { Deprecation: deprecatedSince, Link: `<${basePath}${deprecated.successor}>; rel="successor-version"` };
}
