import type { IncomingHttpHeaders } from "node:http";
import { takesUpload, type OperationMeta } from "../../contract/operation.ts";
import { classifyFailure } from "../../platform/database/database-errors.ts";
import type { Precondition } from "../../platform/database/database.ts";
import { asAssistant, type ApiPrincipal, type IntegrationKeyPrincipal } from "../../rpc/principal.ts";
import type { Services } from "../services.ts";
import {
  authenticate,
  deriveResponseKeyOf,
  describeKey,
  lookUpPresentedKey,
  type Caller,
  type HolderLookup,
} from "./authenticate.ts";
import { limitRate, refreshAllowance } from "./limit-rate.ts";
import type { RequestContext } from "./request-context.ts";

/** A call of an operation with a key, before authentication. */
export interface PresentedKey {
  headers: IncomingHttpHeaders;
  /** Of the operation. */
  meta: OperationMeta;
  /** Whether it does not count in its tier: a rehearsal of one of several calls, which are one question. */
  isUncounted?: boolean;
}

/**
 * Runs `work` for the caller of an operation, once they are authenticated and counted in its tier. Afterwards the use
 * of the key is recorded.
 *
 * @throws as `authenticate`; RATE_LIMITED; what the work throws
 */
export async function withCaller<Result>(
  services: Services,
  requestContext: RequestContext,
  presented: PresentedKey,
  work: (caller: Caller) => Promise<Result>,
): Promise<Result> {
  const { meta, isUncounted = false } = presented;
  let isCounted = false;
  try {
    return await withAuthenticated(services, requestContext, presented, async ({ principal, ...authenticated }) => {
      const caller = { ...authenticated, principal: actingAs(requestContext, principal) };
      // A request whose key has changed meanwhile runs again, and counts once.
      const count = isCounted || isUncounted ? refreshAllowance : limitRate;
      await count(services, requestContext, principal, meta.tier); // 429
      isCounted = true;
      return work(caller);
    });
  } finally {
    const { principal, clientIp = "" } = requestContext;
    if (isCounted && principal !== undefined) {
      services.keyUses.note({
        organizationId: principal.organizationId,
        keyId: principal.keyId,
        prefix: principal.keyPrefix,
        address: clientIp,
        route: `${meta.method} ${meta.path}`,
      });
    }
  }
}

/** The principal as which a request's caller acts: an assistant has fewer scopes than its key. */
export function actingAs({ isAssistant }: RequestContext, caller: ApiPrincipal): ApiPrincipal {
  return isAssistant === true && caller.kind === "integration_key" ? asAssistant(caller) : caller;
}

/**
 * Runs `work` for the authenticated caller. The key's row is read at every request, because a revocation, a pause or a
 * narrower scope counts immediately. A key that was seen before is read in the same round trip as the work: the work
 * begins with the last row and is discarded, before its commit, if the row has changed.
 */
async function withAuthenticated<Result>(
  services: Services,
  requestContext: RequestContext,
  { headers, meta }: PresentedKey,
  work: (caller: Caller) => Promise<Result>,
): Promise<Result> {
  const lookup = lookUpPresentedKey(headers, { assistants: requestContext.isAssistant === true });
  // An upload stores its file before the transaction.
  const principal =
    lookup === null || headers.authorization !== undefined || takesUpload(meta)
      ? undefined
      : services.rememberedKeys.find(lookup.digest);
  if (lookup === null || principal === undefined)
    return work(await authenticate(services, requestContext, headers, meta));
  const { headers: headersBefore } = requestContext;
  requestContext.headers = { ...headersBefore, ...describeKey(principal) };
  try {
    const result = await work({
      principal,
      responseKey: deriveResponseKeyOf(headers, meta),
      precondition: requireUnchangedKey(services, lookup, principal),
    });
    requestContext.principal = principal;
    return result;
  } catch (error) {
    const { headers: headersOfAttempt } = requestContext;
    // A 503 does not depend on the key, and another attempt would wait as long again.
    if (classifyFailure(error) !== "away") {
      requestContext.headers = headersBefore;
      // The key as it is now decides, also whether this error is shown.
      const caller = await authenticate(services, requestContext, headers, meta);
      if (caller.principal !== principal) return await work(caller);
    }
    requestContext.headers = headersOfAttempt;
    requestContext.principal = principal;
    throw error;
  }
}

/** The condition of a commit: the key is still what it was when the work began with it. */
function requireUnchangedKey(
  services: Services,
  { digest, text, values }: HolderLookup,
  principal: IntegrationKeyPrincipal,
): Precondition {
  return {
    text,
    values,
    assert: (row) => {
      if (services.rememberedKeys.update(digest, row) !== principal) throw new Error("The key has changed");
    },
  };
}
