import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { callIdentity } from "./call-identity.ts";
import { IdentityRejection } from "../portal-error.ts";
import { passkeys as t } from "../lazy-strings.ts";

/** Loaded on first use: most visits need no passkey. */
const loadWebAuthn = () => import("@simplewebauthn/browser");

/**
 * Requests a passkey from the device: to sign in, or to confirm the session or the sign-in that awaits the second
 * factor.
 *
 * @throws IdentityRejection, also if the person cancels
 */
export async function showPasskey(step: "sign-in" | "confirm"): Promise<void> {
  const options = await callIdentity<PublicKeyCredentialRequestOptionsJSON>(
    step === "confirm" ? "passkey/start-confirmation" : "passkey/start-sign-in",
  );
  const { startAuthentication } = await loadWebAuthn();
  const response = await startAuthentication({ optionsJSON: { ...options, userVerification: "required" } }).catch(
    explain,
  );
  await callIdentity(`passkey/${step}`, { response });
}

/** @throws IdentityRejection, also if the person cancels */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await callIdentity<PublicKeyCredentialCreationOptionsJSON>("passkey/start-registration");
  const { startRegistration } = await loadWebAuthn();
  const response = await startRegistration({ optionsJSON }).catch(explain);
  await callIdentity("passkey/register", { name, response });
}

function explain(error: unknown): never {
  throw new IdentityRejection(describeFailure(error), { code: "VALIDATION_FAILED" });
}

/** The browser's error as a sentence. It does not say whether the person canceled or has no passkey. */
function describeFailure(error: unknown): string {
  if (error instanceof Error && error.name === "InvalidStateError") return t.thisDeviceAlready;
  return "PublicKeyCredential" in globalThis ? t.noPasskeyWasUsed : t.thisBrowserDoesNot;
}
