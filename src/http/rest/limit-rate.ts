import { AppError } from "../../contract/error-codes.ts";
import { messages } from "../../contract/messages.ts";
import type { Tier } from "../../contract/tiers.ts";
import type { RateVerdict } from "../../platform/rate-limit/rate-limiter.ts";
import type { ProgramPrincipal } from "../../rpc/principal.ts";
import type { Kernel } from "../services.ts";

export interface RateDecision {
  allowed: boolean;
  /** For every answer of this request, whatever becomes of it. */
  headers: Record<string, string>;
}

/** Counts a request of the principal in its tier: first against the key's allowance, then against the organization's. */
export async function limitRate(kernel: Kernel, principal: ProgramPrincipal, tier: Tier): Promise<RateDecision> {
  const limit = limitOf(kernel, principal, tier);
  const organizationLimit = limit * kernel.environment.rateLimits.organizationFactor;
  const key = await kernel.limiter.consume(tier, principal.keyId, limit);
  // A request that its own key may not make does not use up what the organization's other keys share.
  const organization = key.allowed
    ? await kernel.limiter.consume(`${tier}-organization`, principal.organizationId, organizationLimit)
    : await kernel.limiter.peek(`${tier}-organization`, principal.organizationId, organizationLimit);
  return { allowed: key.allowed && organization.allowed, headers: describeAllowance(tier, key, organization) };
}

/** What there is to say of the principal's allowance now, without counting: for an answer that was held for a while. */
export async function showAllowance(kernel: Kernel, principal: ProgramPrincipal, tier: Tier): Promise<Record<string, string>> {
  const limit = limitOf(kernel, principal, tier);
  const organizationLimit = limit * kernel.environment.rateLimits.organizationFactor;
  const key = await kernel.limiter.peek(tier, principal.keyId, limit);
  const organization = await kernel.limiter.peek(`${tier}-organization`, principal.organizationId, organizationLimit);
  // Nothing is refused here: whether the next request would be says itself.
  return describeAllowance(tier, { ...key, allowed: true }, { ...organization, allowed: true });
}

/** @throws RATE_LIMITED */
export function rejectExcess(judgement: RateDecision): void {
  if (judgement.allowed) return;
  throw new AppError("RATE_LIMITED", messages.rateLimited);
}

/** The X-RateLimit headers show the tighter of the two allowances; the IETF draft's headers show both. */
function describeAllowance(tier: Tier, key: RateVerdict, organization: RateVerdict): Record<string, string> {
  const binding = binds(organization, key) ? organization : key;
  const refused = !key.allowed ? key : organization.allowed ? null : organization;
  return {
    "X-RateLimit-Limit": String(binding.limit),
    "X-RateLimit-Remaining": String(binding.remaining),
    "X-RateLimit-Reset": String(Math.ceil(Date.now() / 1000) + binding.resetsInSeconds),
    RateLimit: `"${tier}";r=${key.remaining};t=${key.resetsInSeconds}, "${tier}-organization";r=${organization.remaining};t=${organization.resetsInSeconds}`,
    "RateLimit-Policy": `"${tier}";q=${key.limit};w=60, "${tier}-organization";q=${organization.limit};w=60`,
    ...(refused !== null && { "Retry-After": String(refused.resetsInSeconds) }),
  };
}

function binds(organization: RateVerdict, key: RateVerdict): boolean {
  return key.allowed && (!organization.allowed || organization.remaining < key.remaining);
}

/** What is left of the principal's allowance in a tier, without counting. */
export function peekRate(kernel: Kernel, principal: ProgramPrincipal, tier: Tier): Promise<RateVerdict> {
  return kernel.limiter.peek(tier, principal.keyId, limitOf(kernel, principal, tier));
}

/** The organization's own limit where a platform administrator set one, else the installation's. */
function limitOf(kernel: Kernel, principal: ProgramPrincipal, tier: Tier): number {
  const own = { read: principal.rateLimitRead, write: principal.rateLimitWrite, sensitive: principal.rateLimitSensitive };
  return own[tier] ?? kernel.environment.rateLimits[tier];
}
