import type { BetterAuthPlugin, GenericEndpointContext, HookEndpointContext } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import type { Database } from "../../database/database.ts";
import { knownDeviceHeader, voidKnownDevices } from "../known-devices.ts";
import {
  claimCode,
  countWrongCode,
  deletePasskeys,
  findSecondFactor,
  forgetWrongCodes,
  type CodeLane,
} from "./second-factor.ts";
import { deleteOtherSessions, noteSecondFactor } from "../sessions.ts";

const verifyTotp = "/two-factor/verify-totp";
const verifyRecoveryCode = "/two-factor/verify-backup-code";
const disable = "/two-factor/disable";

export const secondFactorPaths: ReadonlySet<string> = new Set([verifyTotp, verifyRecoveryCode]);

/** Better Auth's rejections of a code that it compared. */
const wrongCodes: ReadonlySet<string> = new Set(["INVALID_CODE", "INVALID_BACKUP_CODE"]);

/**
 * Rules of sign-in beyond Better Auth's:
 *
 * - a TOTP code is accepted once;
 * - wrong codes lock the second factor, those of sessions and known devices by themselves: who has the password and
 *   guesses at codes elsewhere does not lock the person out;
 * - recovery codes are invalid before the second factor is set up;
 * - a right code is recorded in its session, by the database's clock;
 * - setting up or removing a second factor ends all other sessions: an earlier session, invalid while there is a second
 *   factor, would otherwise become valid again when it is removed. Known devices end with them, and with a removed
 *   second factor the passkeys.
 */
export function secondFactorRules(database: Database): BetterAuthPlugin {
  const matcher = (context: HookEndpointContext) => secondFactorPaths.has(context.path ?? "");
  return {
    id: "caseport-second-factor",
    hooks: {
      before: [{ matcher, handler: createAuthMiddleware((context) => validateCode(database, context)) }],
      after: [
        { matcher, handler: createAuthMiddleware((context) => noteOutcome(database, context)) },
        {
          matcher: ({ path }) => path === verifyTotp || path === disable,
          handler: createAuthMiddleware((context) => endOtherSessions(database, context)),
        },
      ],
    },
  };
}

async function validateCode(database: Database, context: GenericEndpointContext) {
  const person = await findPerson(context);
  if (person === null) return undefined;
  const factor = await findSecondFactor(database, person.userId, person.lane);
  if (factor === null) return undefined;
  if (factor.isLocked) throw new APIError("TOO_MANY_REQUESTS", { code: "ACCOUNT_TEMPORARILY_LOCKED" });
  if (context.path === verifyRecoveryCode) {
    if (!factor.verified) throw new APIError("BAD_REQUEST", { code: "BACKUP_CODES_NOT_ENABLED" });
    return undefined;
  }
  const { code } = context.body as { code: string };
  const decrypted = await symmetricDecrypt({ key: context.context.secretConfig, data: factor.secret });
  if (await claimCode(database, factor, decrypted, code)) return undefined;
  // Rejected here: Better Auth admits one attempt of a pending sign-in at a time, and that of a used code would take the turn of the
  // one that used it.
  await countWrongCode(database, person.userId, person.lane);
  throw new APIError("UNAUTHORIZED", { code: "INVALID_CODE" });
}

/** The person who must enter the code: the signed-in one, or the one who entered the password. */
export async function findPerson(context: GenericEndpointContext): Promise<{ userId: string; lane: CodeLane } | null> {
  const session = await getSessionFromCtx(context);
  if (session !== null) return { userId: session.user.id, lane: "known" };
  const { internalAdapter, secret, createAuthCookie } = context.context;
  const pending = await context.getSignedCookie(createAuthCookie("two_factor").name, secret);
  if (typeof pending !== "string") return null;
  const verification = await internalAdapter.findVerificationValue(pending);
  return verification === null ? null : { userId: verification.value, lane: laneOfPending(context) };
}

function laneOfPending({ headers }: GenericEndpointContext): CodeLane {
  return headers?.has(knownDeviceHeader) === true ? "known" : "unknown";
}

async function noteOutcome(database: Database, context: GenericEndpointContext): Promise<void> {
  const { session, newSession } = context.context;
  const { returned } = context.context as { returned?: unknown };
  if (returned instanceof APIError) {
    const person = wrongCodes.has(String(returned.body?.code)) ? await findPerson(context) : null;
    if (person !== null) await countWrongCode(database, person.userId, person.lane);
    return;
  }
  // Also for a new session: Better Auth recorded the time by the process's clock, and it is checked by the database's.
  const shownIn = newSession ?? session;
  if (shownIn === null) return;
  await forgetWrongCodes(database, shownIn.user.id, session === null ? laneOfPending(context) : "known");
  await noteSecondFactor(database, shownIn.session.token);
}

/** A session that replaced another: the second factor was set up or removed. */
async function endOtherSessions(database: Database, context: GenericEndpointContext): Promise<void> {
  const { session, newSession } = context.context;
  if (session === null || newSession === null) return;
  if (context.path === disable) await deletePasskeys(database, newSession.user.id);
  await deleteOtherSessions(database, newSession.user.id, newSession.session.token);
  await voidKnownDevices(database, newSession.user.id);
}
