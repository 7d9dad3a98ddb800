import { auditIdentity } from "../../platform/identity/audit.ts";
import { findPersonId } from "../../platform/identity/people.ts";
import type { IdentityCall, IdentityOutcome } from "./call.ts";
import type { Services } from "../services.ts";

/**
 * The person that a request is about, found before the call, because the call uses up the proof. Null if only the email
 * identifies them.
 */
export async function findSubject(
  services: Services,
  { endpoint, session, path, input, request }: Omit<IdentityCall, "knownDevice">,
): Promise<string | null> {
  if (session !== null && endpoint.isForStrangers !== true) return session.userId;
  if (path.startsWith("/two-factor/") || endpoint.needsPerson === true)
    return services.identity.findPendingPerson(request.headers.cookie);
  return path === "/reset-password" ? services.identity.findLinkedPerson(String(input["token"])) : null;
}

/** An ended call of a sign-in endpoint. */
interface EndedCall {
  call: IdentityCall;
  /** The person that it is about, as of `findSubject`. */
  subject: string | null;
  outcome: IdentityOutcome;
  requestId: string;
}

/** Records in the audit log what a call did, or tried to do, to a person's account. */
export async function auditCall(
  { database, logger, identity }: Services,
  { call, subject, outcome, requestId }: EndedCall,
): Promise<void> {
  const actions = listActions(call, outcome);
  const userId = outcome.userId ?? subject;
  const note = async (person: string) => {
    for (const action of actions)
      await auditIdentity(database, logger, { action, userId: person, requestId, clientIp: call.clientIp });
  };
  if (userId !== null) return note(userId);
  const email = call.input["email"];
  if (actions.length === 0 || typeof email !== "string") return;
  // Deferred: it takes longer for an existing person, and the response time must not reveal that.
  identity.doLater(async () => {
    const found = await findPersonId(database.withoutTenant, email);
    if (found === null) logger.info({ action: actions[0], userId: null, requestId }, "identity");
    else await note(found);
  });
}

function listActions({ endpoint, path, session }: IdentityCall, { response, rejection }: IdentityOutcome): string[] {
  const { action, rejectedAction } = endpoint;
  if (rejection !== null) return rejectedAction === undefined ? [] : [rejectedAction];
  if (action === undefined || "twoFactorRedirect" in (JSON.parse(response.body) as object)) return [];
  if (path === "/passkey/confirm") return [session === null ? "sign_in.succeeded" : action];
  if (!path.startsWith("/two-factor/verify-")) return [action];
  if (path === "/two-factor/verify-totp") {
    if (session === null) return ["sign_in.succeeded"];
    return [session.twoFactorEnabled ? action : "second_factor.enabled"];
  }
  return session === null ? [action, "sign_in.succeeded"] : [action];
}
