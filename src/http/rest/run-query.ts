import { basePath } from "../../contract/base-path.ts";
import { deprecatedSince } from "../../contract/deprecation.ts";
import { readsIfNoneMatch } from "../../contract/operation.ts";
import { matchesNone } from "../../contract/revision.ts";
import { commitAsynchronously } from "../../platform/database/database.ts";
import { isAuditedRead } from "../../rpc/authorize.ts";
import { describeAction, writeTraces } from "../../rpc/unit-of-work.ts";
import type { Answer } from "./response.ts";
import type { Kernel } from "../services.ts";
import { runProcedure } from "./call-procedure.ts";
import type { Call } from "./call-procedure.ts";
import { readPatiently } from "./long-poll.ts";
import type { Reader } from "./long-poll.ts";

/**
 * Answers a read, in one transaction each time that it looks: more than once only where it found nothing and would wait.
 * @param ifNoneMatch the header as it was sent
 */
export async function answerQuery(kernel: Kernel, call: Call, ifNoneMatch: string | null, reader: Reader): Promise<Answer> {
  const { meta } = call.declaration;
  const { success, movesByItself } = await readPatiently(kernel.eventNotifier, reader, (principal) => read(kernel, { ...call, principal }));
  const headers = { ...describeDeprecation(meta.deprecated), ...(success.etag !== null && { ETag: success.etag }) };
  if (success.etag !== null && readsIfNoneMatch(meta) && !movesByItself && matchesNone(ifNoneMatch, success.etag)) return { status: 304, headers, body: "" };
  return { status: success.status, headers: { ...headers, "Content-Type": "application/json" }, body: success.body };
}

/** What is read under an elevated scope is written to the audit trail in the same transaction: all that the operation does, or what it noted. */
function read(kernel: Kernel, call: Call) {
  const { name, kind, meta } = call.declaration;
  return kernel.database.inOrganization(call.principal.organizationId, async (transaction) => {
    const { context, success } = await runProcedure(call, transaction);
    const { accesses, patience, movesByItself = false } = context.outcome;
    if (isAuditedRead(kind, meta) || accesses.length > 0) {
      await commitAsynchronously(transaction);
      await writeTraces(context, describeAction(name, meta), null);
    }
    return { success, patience, movesByItself };
  }, meta.slow && "slow");
}

function describeDeprecation(deprecated: { successor: `/${string}` } | undefined): Record<string, string> {
  if (deprecated === undefined) return {};
  return { Deprecation: deprecatedSince, Link: `<${basePath}${deprecated.successor}>; rel="successor-version"` };
}
