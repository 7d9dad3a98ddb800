import { accessTokenMinutes, refreshTokenDays } from "../../contract/assistants.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { sha256 } from "../../platform/crypto/digest.ts";
import { equalBytes } from "../../platform/crypto/equal-bytes.ts";
import { createSecretWithPrefix } from "../../platform/identity/credentials/integration-key.ts";
import type { Context } from "../../rpc/context.ts";
import { revokeKey } from "../service-accounts/domain.changes.ts";
import { getKey } from "../service-accounts/domain.ts";
import {
  findConnection,
  insertTokens,
  isUncollected,
  lockTokenForUpdate,
  markUsed,
  type FoundConnection,
  type LockedToken,
  type TokenKind,
} from "./store.ts";

/** New tokens of a connection; the texts are shown once. */
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  accessExpiresAt: string;
  scopes: readonly string[];
}

/** What a client sends to exchange its code: RFC 6749 4.1.3, OAuth 2.1 4.1.3, RFC 7636 4.5, RFC 8707 2.2. */
export interface CodeExchange {
  digest: Buffer;
  clientDigest: Buffer;
  /** null if the client names none, as OAuth 2.1 has it: the verifier proves who started the request. */
  redirectUri: string | null;
  codeVerifier: string;
  /** null if the client names none. */
  resourcePath: string | null;
}

export type Refresh = Pick<CodeExchange, "digest" | "clientDigest" | "resourcePath">;

/**
 * Exchanges a code for the first tokens of its connection, once. A code that comes a second time was seen by someone
 * else: the connection ends (RFC 6749 4.1.2).
 *
 * @returns null if the code does not count: it is unknown, used, expired, another client's, or the verifier is wrong
 */
export async function exchangeCode(context: Context, given: CodeExchange): Promise<IssuedTokens | null> {
  const { redirectUri, codeVerifier } = given;
  return useToken(
    context,
    { ...given, kind: "code" },
    (connection) =>
      (redirectUri === null || connection.redirectUri === redirectUri) &&
      equalBytes(Buffer.from(connection.codeChallenge, "base64url"), sha256(codeVerifier)),
  );
}

/**
 * Replaces a refresh token. One that was replaced before and comes again was copied: the connection ends (RFC 9700
 * 4.14.2). Only of requests at the same moment the later ones are rejected without that.
 *
 * @returns as `exchangeCode`
 */
export function refreshTokens(context: Context, given: Refresh): Promise<IssuedTokens | null> {
  return useToken(context, { ...given, kind: "refresh" }, () => true);
}

/**
 * Ends the connection of a token of the client, as its person asked there (RFC 7009).
 *
 * @returns whether it ended
 */
export async function disconnect(
  context: Context,
  { digest, clientDigest }: Omit<Refresh, "resourcePath">,
): Promise<boolean> {
  const token = await lockTokenForUpdate(context, digest);
  const connection = token === undefined ? undefined : await findConnection(context, token.connectionId);
  if (connection === undefined || !equalBytes(connection.clientDigest, clientDigest)) return false;
  return endConnection(context, connection.keyId, "The assistant was disconnected there");
}

/** Revokes the key of a connection whose code nobody collected. */
export async function endUncollected(context: Context, keyId: string): Promise<boolean> {
  return (
    (await isUncollected(context, keyId)) &&
    endConnection(context, keyId, "The assistant did not complete the connection")
  );
}

async function useToken(
  context: Context,
  { digest, clientDigest, resourcePath, kind }: Refresh & { kind: TokenKind },
  isProven: (connection: FoundConnection) => boolean,
): Promise<IssuedTokens | null> {
  const token = await lockTokenForUpdate(context, digest);
  if (token?.kind !== kind) return null;
  const connection = await findConnection(context, token.connectionId);
  if (connection === undefined || !equalBytes(connection.clientDigest, clientDigest)) return null;
  if (resourcePath !== null && resourcePath !== connection.resourcePath) return null;
  if (token.usedSecondsBefore !== null) return rejectReuse(context, token, connection);
  if (token.isExpired || !connection.isConnected || !isProven(connection)) return null;
  await markUsed(context, token.id, token.now);
  const access = createSecretWithPrefix(connection.prefix);
  const refresh = createSecretWithPrefix(connection.prefix);
  const inSeconds = (seconds: number) =>
    new Date(Math.min(Date.parse(token.now) + seconds * 1_000, Date.parse(connection.expiresAt))).toISOString();
  const accessExpiresAt = inSeconds(accessTokenMinutes * 60);
  await insertTokens(context, connection.id, [
    { kind: "access", digest: access.digest, expiresAt: accessExpiresAt },
    { kind: "refresh", digest: refresh.digest, expiresAt: inSeconds(refreshTokenDays * 86_400) },
  ]);
  return { accessToken: access.secret, refreshToken: refresh.secret, accessExpiresAt, scopes: connection.scopes };
}

/**
 * A client with several workers refreshes one token several times at the same moment: within so many seconds, a second
 * use is only rejected. A code is sent by one worker, once.
 */
const sameMomentSeconds: Record<TokenKind, number> = { code: 0, refresh: 2, access: 0 };

/** Ends the connection unless the first use was at the same moment. */
async function rejectReuse(
  context: Context,
  { kind, usedSecondsBefore }: LockedToken,
  { keyId }: FoundConnection,
): Promise<null> {
  if ((usedSecondsBefore ?? 0) > sameMomentSeconds[kind])
    await endConnection(context, keyId, "A code or a token of the assistant was used twice");
  return null;
}

/** What the end of a connection can record: that of its key. */
export const endEvents = [
  "integration_key.revoked",
  "integration_key.updated",
  "scope_request.withdrawn",
] as const satisfies readonly EventType[];

/** All tokens end with the key. */
async function endConnection(context: Context, keyId: string, reason: string): Promise<boolean> {
  if ((await getKey(context, keyId)).revokedAt !== null) return false;
  await revokeKey(context, keyId, { reason, keepCreatedKeys: false });
  return true;
}

/** The key as which a token acts, by the token's digest; undefined for an unknown one. */
export { findKeyOfToken } from "./store.ts";
