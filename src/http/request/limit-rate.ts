import { AppError } from "../../contract/errors/error-codes.ts";
import { messages } from "../../contract/messages.ts";
import type { Tier } from "../../contract/tiers.ts";
import { isOfSandbox } from "../../platform/identity/credentials/integration-key.ts";
import type { RateVerdict } from "../../platform/rate-limit/rate-limiter.ts";
import type { ApiPrincipal } from "../../rpc/principal.ts";
import type { Services } from "../services.ts";
import type { RequestContext } from "./request-context.ts";

/** Of all keys of an organization together. */
export const organizationBucket = (tier: Tier): string => `${tier}-organization`;

/**
 * Counts a request in its tier: first against the key's limit, then against the organization's.
 *
 * @param requestContext gets the rate limit headers for the response
 * @throws RATE_LIMITED
 */
export async function limitRate(
  services: Services,
  requestContext: RequestContext,
  principal: ApiPrincipal,
  tier: Tier,
): Promise<void> {
  const { limit, organizationLimit } = limitsOf(services, principal, tier);
  const { part: key, whole: organization } = await services.limiter.consumeBoth(
    { bucket: tier, subject: principal.keyId, limit },
    { bucket: organizationBucket(tier), subject: principal.organizationId, limit: organizationLimit },
  );
  Object.assign(requestContext.headers, describeAllowance(tier, key, organization));
  if (!key.allowed || !organization.allowed) throw new AppError("RATE_LIMITED", messages.rateLimited);
}

/** Updates the rate limit headers without counting: for a response after a long poll. */
export async function refreshAllowance(
  services: Services,
  requestContext: RequestContext,
  principal: ApiPrincipal,
  tier: Tier,
): Promise<void> {
  const { limit, organizationLimit } = limitsOf(services, principal, tier);
  const key = await services.limiter.peek(tier, principal.keyId, limit);
  const organization = await services.limiter.peek(
    organizationBucket(tier),
    principal.organizationId,
    organizationLimit,
  );
  // Nothing is rejected here; the next request is checked when it arrives.
  Object.assign(
    requestContext.headers,
    describeAllowance(tier, { ...key, allowed: true }, { ...organization, allowed: true }),
  );
}

/** The X-RateLimit headers show the lower of the two allowances; the IETF draft's headers show both. */
function describeAllowance(tier: Tier, key: RateVerdict, organization: RateVerdict): Record<string, string> {
  const binding = binds(organization, key) ? organization : key;
  const exceeded = [key, organization].find(({ allowed }) => !allowed);
  return {
    "X-RateLimit-Limit": String(binding.limit),
    "X-RateLimit-Remaining": String(binding.remaining),
    "X-RateLimit-Reset": String(Math.ceil(Date.now() / 1000) + binding.resetsInSeconds),
    RateLimit: `"${tier}";r=${key.remaining};t=${key.resetsInSeconds}, "${tier}-organization";r=${organization.remaining};t=${organization.resetsInSeconds}`,
    "RateLimit-Policy": `"${tier}";q=${key.limit};w=60, "${tier}-organization";q=${organization.limit};w=60`,
    ...(exceeded !== undefined && { "Retry-After": String(exceeded.resetsInSeconds) }),
  };
}

function binds(organization: RateVerdict, key: RateVerdict): boolean {
  return key.allowed && (!organization.allowed || organization.remaining < key.remaining);
}

/** The remaining allowance in a tier of a key of the caller's organization, without counting. */
export function peekRate(services: Services, principal: ApiPrincipal, tier: Tier, keyId: string): Promise<RateVerdict> {
  return services.limiter.peek(tier, keyId, limitsOf(services, principal, tier).limit);
}

/**
 * Requests per minute in a tier: of each key, the organization's own if a platform administrator set one, else the
 * installation's; and of the whole organization. A sandbox never has more than the installation's: no firm's work waits
 * for it.
 */
function limitsOf({ environment: { rateLimits } }: Services, principal: ApiPrincipal, tier: Tier) {
  const own = {
    read: principal.rateLimitRead,
    write: principal.rateLimitWrite,
    sensitive: principal.rateLimitSensitive,
  };
  const chosen = own[tier] ?? rateLimits[tier];
  const limit = isOfSandbox(principal.keyPrefix) ? Math.min(chosen, rateLimits[tier]) : chosen;
  return { limit, organizationLimit: limit * rateLimits.organizationFactor };
}
