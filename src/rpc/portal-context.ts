import { AppError, notFound } from "../contract/errors/error-codes.ts";
import { messages } from "../contract/messages.ts";
import type { Confirmation, PortalOperationMeta } from "../contract/portal/operation.ts";
import type { Tier } from "../contract/tiers.ts";
import type { Database } from "../platform/database/database.ts";
import type { Replica, Served } from "../platform/database/replica/replica.ts";
import type { PortalSession } from "../platform/identity/identity.ts";
import type { Membership } from "../platform/identity/memberships.ts";
import type { RateVerdict } from "../platform/rate-limit/rate-limiter.ts";
import type { InstallationKeys } from "../platform/crypto/installation-keys.ts";
import { assertNotResetting } from "./authorize.ts";
import type { Context, FileStore, ReceivedFile } from "./context.ts";
import { memberPrincipal, type MemberPrincipal } from "./principal.ts";
import { runInTransaction, runRead, type DeclaredAction } from "./unit-of-work.ts";

/** The request of a portal procedure: session, memberships and the page's organization. */
export interface PortalContext {
  kind: "portal";
  session: PortalSession | null;
  memberships: readonly Membership[];
  /** The organization's slug from the page's URL; null on pages without one. */
  slug: string | null;
  database: Database;
  replica: Replica | null;
  /** Called with what served a read that a replica may serve. */
  onServed: (served: Served<unknown>) => void;
  installationKeys: InstallationKeys;
  files: FileStore;
  /** The stored file of a form. */
  file?: ReceivedFile | undefined;
  requestId: string;
  clientIp: string;
  /** The installation's limits per minute and key, for organizations without their own. */
  defaultRateLimits: Readonly<Record<Tier, number>>;
  /** How many times a key's limit all keys of an organization have together, and what they used of it in this minute. */
  organizationFactor: number;
  countRates(tier: Tier, organizationIds: readonly string[]): Promise<number[]>;
  consumeRate(person: string, tier: Tier): Promise<RateVerdict>;
}

/** The context of a person's own procedures: signed in, without an organization. */
export interface PersonContext extends PortalContext {
  session: PortalSession;
  /** The procedure's declared action, for its changes in organizations. */
  action: DeclaredAction;
}

export interface PortalCall {
  action: DeclaredAction;
  isMutation: boolean;
  sharesTransaction: true | undefined;
  /** Whether it must record an event or an audit entry. */
  mustRecord: boolean;
  /** Whether it can take seconds. */
  slow?: true | undefined;
  tier: Tier;
  confirm: Confirmation | undefined;
  /**
   * Checks the member.
   *
   * @throws FORBIDDEN
   */
  check(member: MemberPrincipal): void;
}

/** @throws UNAUTHORIZED without a session */
export function assertSession(session: PortalSession | null): asserts session is PortalSession {
  if (session === null) throw new AppError("UNAUTHORIZED", "Sign in to continue", { reason: "sign_in" });
}

/** @throws UNAUTHORIZED without a session; RATE_LIMITED */
export async function admitPerson(
  portalContext: PortalContext,
  action: DeclaredAction,
  tier: Tier,
): Promise<PersonContext> {
  const { session } = portalContext;
  assertSession(session);
  const verdict = await portalContext.consumeRate(session.userId, tier);
  if (!verdict.allowed) {
    throw new AppError("RATE_LIMITED", "Too many requests. Try again in a moment", {
      headers: {
        "Retry-After": String(verdict.resetsInSeconds),
      },
    });
  }
  return { ...portalContext, session, action };
}

/** @throws FORBIDDEN with the remedy, if the second factor is missing or was confirmed too long ago */
export function assertConfirmed(session: PortalSession, confirm: Confirmation | undefined): void {
  if (confirm === undefined) return;
  if (!session.twoFactorEnabled) {
    throw new AppError("FORBIDDEN", "Set up a second factor for your account first", { reason: "enroll" });
  }
  if (session.isSecondFactorFresh) return;
  throw new AppError("FORBIDDEN", "Confirm with your second factor", { reason: "confirm" });
}

/** @throws NOT_FOUND, with the same message for unknown organizations and those of others */
function getMemberPrincipal({
  session,
  memberships,
  slug,
}: Pick<PersonContext, "session" | "memberships" | "slug">): MemberPrincipal {
  const membership = memberships.find((candidate) => candidate.slug === slug);
  if (membership === undefined) throw notFound("Organization");
  return { ...memberPrincipal(membership, session.userId), isResetting: membership.isResetting };
}

/** @throws FORBIDDEN without the permission of the procedure */
export function assertPermission(
  { permissions }: Pick<MemberPrincipal, "permissions">,
  { permission }: Pick<PortalOperationMeta, "permission">,
): void {
  if (permission !== null && !permissions.has(permission)) throw new AppError("FORBIDDEN", messages.permissionMissing);
}

/**
 * Checks, before the form of a call is read, that the procedure would not reject the member. It checks again.
 *
 * @returns the member
 * @throws UNAUTHORIZED, NOT_FOUND, FORBIDDEN; a 503 in a sandbox that is being reset
 */
export function requireUploader(
  { session, memberships, slug }: PortalContext,
  meta: PortalOperationMeta,
): MemberPrincipal {
  assertSession(session);
  const principal = getMemberPrincipal({ session, memberships, slug });
  assertNotResetting(principal);
  assertPermission(principal, meta);
  assertConfirmed(session, meta.confirm);
  return principal;
}

/** A step of a procedure as tRPC runs it: rejections are results. */
interface Step {
  ok: boolean;
}

/**
 * Runs a procedure as a member: rate limited and authorized; a mutation in one transaction with its events and audit
 * entries.
 *
 * @param run continues the procedure in the given context
 * @throws the rejection; then nothing was changed
 */
export async function runAsMember<Result extends Step>(
  portalContext: PortalContext,
  call: PortalCall,
  run: (context: Context) => Promise<Result>,
): Promise<Result> {
  const person = await admitPerson(portalContext, call.action, call.tier);
  const principal = getMemberPrincipal(person);
  call.check(principal);
  assertConfirmed(person.session, call.confirm);
  const { database, installationKeys, files, file, requestId, clientIp } = person;
  const unit = {
    database,
    installationKeys,
    files,
    file,
    requestId,
    clientIp,
    principal,
    action: call.action,
    pace: call.slow && ("slow" as const),
  };
  const work = async (context: Context) => {
    const step = await run(context);
    if (!step.ok) throw failureOf(step);
    return { result: step, mustRecord: call.mustRecord };
  };
  if (!call.isMutation)
    return runRead(
      {
        ...unit,
        sharesTransaction: call.sharesTransaction,
        replica: call.slow === true ? person.replica : null,
        onServed: person.onServed,
      },
      work,
    );
  const { result } = await runInTransaction(unit, work);
  return result;
}

function failureOf(result: Step): unknown {
  return "error" in result ? result.error : new Error("a procedure failed without an error");
}
