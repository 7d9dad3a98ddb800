import { basePath } from "../contract/base-path.ts";
import { deprecatedSince } from "../contract/deprecation.ts";
import { readsIfNoneMatch } from "../contract/operation.ts";
import { matchesNone } from "../contract/revision.ts";
import { commitAsynchronously } from "../platform/database.ts";
import { isAuditedRead } from "../rpc/authorize.ts";
import { declareAct, writeTraces } from "../rpc/write-traces.ts";
import type { Answer } from "./answer.ts";
import type { Kernel } from "./kernel.ts";
import { runProcedure } from "./perform.ts";
import type { Call } from "./perform.ts";

/**
 * Answers a read in one transaction. What is read under an elevated scope is written to the audit trail in that transaction.
 * @param ifNoneMatch the header as it was sent
 */
export async function answerQuery(kernel: Kernel, call: Call, ifNoneMatch: string | null): Promise<Answer> {
  const { meta } = call.declaration;
  const success = await kernel.database.inOrganization(call.principal.organizationId, async (transaction) => {
    const ran = await runProcedure(call, transaction);
    if (isAuditedRead(call.declaration.kind, meta)) {
      await commitAsynchronously(transaction);
      await writeTraces(ran.context, declareAct(call.declaration.name, meta), null);
    }
    return ran.success;
  });
  const headers = { ...describeDeprecation(meta.deprecated), ...(success.etag !== null && { ETag: success.etag }) };
  if (success.etag !== null && readsIfNoneMatch(meta) && matchesNone(ifNoneMatch, success.etag)) return { status: 304, headers, body: "" };
  return { status: success.status, headers: { ...headers, "Content-Type": "application/json" }, body: success.body };
}

function describeDeprecation(deprecated: { successor: `/${string}` } | undefined): Record<string, string> {
  if (deprecated === undefined) return {};
  return { Deprecation: deprecatedSince, Link: `<${basePath}${deprecated.successor}>; rel="successor-version"` };
}
