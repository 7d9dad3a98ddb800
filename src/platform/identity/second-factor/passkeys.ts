import { passkey } from "@better-auth/passkey";
import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { expireCookie } from "better-auth/cookies";
import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { trustedOrigins } from "../origins.ts";
import { findPerson } from "./second-factor-rules.ts";
import { deleteSession, noteSecondFactor } from "../sessions.ts";

export const verifyPasskey = "/passkey/verify-authentication";

/** Name of the cookie of a pending ceremony in Better Auth's options. */
export const ceremonyCookie = "passkey";

/**
 * Passkeys by Better Auth, with rules beyond it:
 *
 * - the device must verify the person, by fingerprint, face or PIN: a passkey counts as both factors;
 * - in a session, or after a password, it must be a passkey of the same person;
 * - in a session it confirms that session instead of creating another.
 */
export function passkeys(database: Database, baseUrl: string): BetterAuthPlugin[] {
  const plugin = passkey({
    ...relyingParty(baseUrl),
    schema: { passkey: { modelName: "Passkey" } },
    advanced: { webAuthnChallengeCookie: ceremonyCookie },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    registration: {
      afterVerification: ({ verification }) => assertVerifiedPerson(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ ctx, verification, clientData }) => {
        assertVerifiedPerson(verification.authenticationInfo.userVerified);
        const expected = await findPerson(ctx);
        if (expected !== null && expected.userId !== (await findOwner(database, clientData.id)))
          throw new APIError("UNAUTHORIZED", { code: "AUTHENTICATION_FAILED" });
      },
    },
  });
  const noteUse = createAuthMiddleware((context) => noteOutcome(database, context));
  return [
    plugin,
    {
      id: "caseport-passkeys",
      hooks: { after: [{ matcher: ({ path }) => path === verifyPasskey, handler: noteUse }] },
    },
  ];
}

/**
 * Browsers accept no IP address as the relying party's id, so on a loopback address passkeys work under the name
 * localhost.
 */
function relyingParty(baseUrl: string) {
  const origins = trustedOrigins(baseUrl);
  return { rpName: "Caseport", rpID: origins.length > 1 ? "localhost" : new URL(baseUrl).hostname, origin: origins };
}

function assertVerifiedPerson(isVerified: boolean | undefined): void {
  if (isVerified !== true) throw new APIError("UNAUTHORIZED", { code: "AUTHENTICATION_FAILED" });
}

async function findOwner(database: Database, credentialId: string): Promise<string | undefined> {
  const row = await database.withoutTenant
    .selectFrom("Passkey")
    .select("userId")
    .where("credentialID", "=", credentialId)
    .executeTakeFirst();
  return row?.userId;
}

async function noteOutcome(database: Database, context: GenericEndpointContext): Promise<void> {
  const { session, newSession, internalAdapter, secret, createAuthCookie } = context.context;
  if (newSession === null) return;
  const { id } = (context.body as { response: { id: string } }).response;
  await sql`UPDATE "Passkey" SET "lastUsedAt" = now() WHERE "credentialID" = ${id}`.execute(database.withoutTenant);
  await noteSecondFactor(database, (session ?? newSession).session.token);
  if (session !== null) return deleteSession(database, newSession.session.id);
  const cookie = createAuthCookie("two_factor");
  const pending = await context.getSignedCookie(cookie.name, secret);
  if (typeof pending !== "string") return;
  await internalAdapter.deleteVerificationByIdentifier(pending);
  expireCookie(context, cookie);
}
