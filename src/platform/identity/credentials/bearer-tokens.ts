import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from "jose";
import { unavailable } from "../../../contract/errors/error-codes.ts";
import { readIssuerDocument } from "./issuer-documents.ts";

export interface TokenIssuer {
  /** As it stands in `iss`, to the letter. */
  issuer: string;
  /** What `aud` must hold: this API's name at the issuer. */
  audience: string;
  /** The URL of the issuer's keys; null if its discovery document names it. */
  keySetUrl: string | null;
}

/** The client and subject of a token. */
export interface TokenHolder {
  issuer: string;
  /** `client_id` (RFC 9068), or `azp`. */
  client: string | null;
  /** `sub`. */
  subject: string | null;
}

export interface BearerTokens {
  /**
   * @returns null unless it is a valid token of the issuer for this API
   * @throws a 503 when the issuer's keys cannot be had: the token may be good
   */
  verify(token: string): Promise<TokenHolder | null>;
}

/**
 * Signatures by a private key alone: with a shared secret, or with `none`, the public key would be enough to make
 * tokens.
 */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** How far the issuer's clock and ours may differ. */
export const clockToleranceSeconds = 30;

const longestToken = 8_192;

const timeoutMilliseconds = 5_000;

/** The issuer's keys are fetched again after ten minutes, or for an unknown key; for unknown keys at most this often. */
const usualCooldown = 30_000;

const keySetOptions = {
  timeoutDuration: timeoutMilliseconds,
  [customFetch]: (address: string) => readIssuerDocument(address, timeoutMilliseconds),
  cacheMaxAge: 600_000,
};

/**
 * @param cooldownDuration tests: other than the usual 30 seconds between two looks for a key that is not there, in
 *   milliseconds
 */
export function createBearerTokens(issuer: TokenIssuer, cooldownDuration = usualCooldown): BearerTokens {
  let keys: Promise<JWTVerifyGetKey> | null = null;
  const readKeys = () => {
    keys ??= findKeySet(issuer, cooldownDuration).catch((error: unknown) => {
      keys = null;
      throw error;
    });
    return keys;
  };
  return {
    verify: async (token) => {
      if (token.length > longestToken || !looksLikeToken(token, issuer.issuer)) return null;
      try {
        const { payload } = await jwtVerify(token, await readKeys(), {
          issuer: issuer.issuer,
          audience: issuer.audience,
          algorithms,
          clockTolerance: clockToleranceSeconds,
          requiredClaims: ["exp"],
        });
        return describeHolder(payload, issuer.issuer);
      } catch (error) {
        if (isInvalid(error)) return null;
        throw unavailable(5);
      }
    },
  };
}

/** Three parts with the issuer in the second; keys are not fetched for any other token. */
function looksLikeToken(token: string, issuer: string): boolean {
  const parts = token.split(".");
  if (parts.length !== 3) return false;
  try {
    const payload: unknown = JSON.parse(Buffer.from(parts[1] ?? "", "base64url").toString("utf8"));
    return typeof payload === "object" && payload !== null && "iss" in payload && payload.iss === issuer;
  } catch {
    return false;
  }
}

/** Whether an error of the key set means that the token is invalid; the others mean that the issuer is unavailable. */
function isInvalid(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false;
  return !(
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === "ERR_JOSE_GENERIC"
  );
}

async function findKeySet({ issuer, keySetUrl }: TokenIssuer, cooldownDuration: number): Promise<JWTVerifyGetKey> {
  return createRemoteJWKSet(new URL(keySetUrl ?? (await discoverKeySet(issuer))), {
    ...keySetOptions,
    cooldownDuration,
  });
}

/** OpenID Connect Discovery 1.0, 4: the document's issuer must be the configured issuer. */
async function discoverKeySet(issuer: string): Promise<string> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const found = (await (await readIssuerDocument(address, timeoutMilliseconds)).json()) as {
    issuer?: unknown;
    jwks_uri?: unknown;
  };
  if (found.issuer !== issuer || typeof found.jwks_uri !== "string")
    throw new Error("the issuer's discovery document is invalid");
  return found.jwks_uri;
}

function describeHolder(payload: JWTPayload, issuer: string): TokenHolder {
  const name = (value: unknown) => (typeof value === "string" && value !== "" && value.length <= 255 ? value : null);
  return { issuer, client: name(payload["client_id"]) ?? name(payload["azp"]), subject: name(payload.sub) };
}
