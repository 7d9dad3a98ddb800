import { AppError } from "../../contract/errors/error-codes.ts";
import type { InstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { AuthorizationRequest } from "./schema.ts";

/** How long a person can take to sign in, set up a second factor and decide. */
const requestMilliseconds = 3_600_000;

const associatedData = "authorization request of an assistant";

/** Encrypts a validated request, so that the page can neither read nor change it. */
export function encryptRequest(
  installationKeys: InstallationKeys,
  request: Omit<AuthorizationRequest, "expiresAt">,
): string {
  const expiresAt = Date.now() + requestMilliseconds;
  return installationKeys.encrypt(associatedData, JSON.stringify({ ...request, expiresAt })).toString("base64url");
}

/** @throws VALIDATION_FAILED for a forged request, and one that has expired */
export function openRequest(installationKeys: InstallationKeys, encrypted: string): AuthorizationRequest {
  const text = installationKeys.decrypt(associatedData, Buffer.from(encrypted, "base64url"));
  const request = text === null ? null : AuthorizationRequest.parse(JSON.parse(text));
  if (request === null || request.expiresAt < Date.now())
    throw new AppError("VALIDATION_FAILED", "request: has expired. Start again in the assistant");
  return request;
}

/**
 * Where the person returns to the client: its URI with the response, the client's state, and who responds (RFC 9207),
 * so that a client of several servers cannot be made to send a code to another one.
 */
export function writeResponseUrl(
  { redirectUri, state, issuer }: Pick<AuthorizationRequest, "redirectUri" | "state" | "issuer">,
  response: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...response, ...(state !== null && { state }), iss: issuer }))
    url.searchParams.set(name, value);
  return url.href;
}
