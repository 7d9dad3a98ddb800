import type { IncomingHttpHeaders } from "node:http";
import { CompiledQuery, sql } from "kysely";
import { AppError, unauthorizedMessage } from "../../contract/errors/error-codes.ts";
import { isScope } from "../../contract/scopes.ts";
import type { TokenHolder } from "../../platform/identity/credentials/bearer-tokens.ts";
import { toRateLimitKey } from "../../platform/client-ip.ts";
import { isOfSandbox, readKeySecret } from "../../platform/identity/credentials/integration-key.ts";
import type { IntegrationKeyPrincipal, LegacyPrincipal, ApiPrincipal } from "../../rpc/principal.ts";
import { deriveResponseKey, type ResponseKey } from "../../platform/crypto/stored-response.ts";
import type { OperationMeta } from "../../contract/operation.ts";
import type { Services } from "../services.ts";
import type { Precondition } from "../../platform/database/database.ts";
import type { RequestContext } from "./request-context.ts";

type LegacyRow = Omit<LegacyPrincipal, "scopes" | "allowedNetworks" | "actingAttorneyId" | "actingAttorneyActive"> & {
  scopes: string[];
};

export interface Caller {
  principal: ApiPrincipal;
  /** Set if the principal is that of an earlier request: the work's transaction checks it before its result counts. */
  precondition?: Precondition;
  /**
   * Encrypts the stored response of an operation that returns a secret; null for the others. The secret itself stays
   * here.
   */
  responseKey: ResponseKey | null;
}

export type AuthenticatedMeta = Pick<OperationMeta, "legacyCredentials" | "returnsSecret" | "upload" | "completes">;

/**
 * Authenticates the client.
 *
 * @throws UNAUTHORIZED, with one body for every reason; RATE_LIMITED after too many failures from this IP address; a 503 when
 *   the identity provider's keys cannot be fetched
 */
export async function authenticate(
  services: Services,
  requestContext: RequestContext,
  headers: IncomingHttpHeaders,
  meta: AuthenticatedMeta,
): Promise<Caller> {
  const principal = await findPrincipal(services, headers, meta.legacyCredentials === true);
  if (principal === null) return rejectCaller(services, requestContext.clientIp ?? "");
  requestContext.principal = principal;
  Object.assign(requestContext.headers, describeKey(principal));
  return { principal, responseKey: deriveResponseKeyOf(headers, meta) };
}

/** The headers that every response to the key has. */
export function describeKey({ expiresAt, keyPrefix }: ApiPrincipal): Record<string, string> {
  return {
    ...(expiresAt !== null && { "X-API-Key-Expires-At": expiresAt }),
    ...(isOfSandbox(keyPrefix) && { "X-Caseport-Environment": "sandbox" }),
  };
}

export function deriveResponseKeyOf(
  headers: IncomingHttpHeaders,
  { returnsSecret }: AuthenticatedMeta,
): ResponseKey | null {
  return returnsSecret === true ? deriveResponseKey(String(headers["x-api-key"] ?? headers.authorization)) : null;
}

/** The digest of the integration key in a request, whether or not the key exists; null without a well-formed one. */
export function digestPresentedKey(headers: IncomingHttpHeaders): Buffer | null {
  const secret = headers["x-api-key"];
  return typeof secret === "string" ? (readKeySecret(secret)?.digest ?? null) : null;
}

async function rejectCaller(services: Services, clientIp: string): Promise<never> {
  const limit = services.environment.rateLimits.unauthenticated;
  const verdict = await services.limiter.consume("unauthenticated", toRateLimitKey(clientIp), limit);
  if (!verdict.allowed) {
    throw new AppError("RATE_LIMITED", "Too many requests without a valid key from this IP address", {
      headers: {
        "Retry-After": String(verdict.resetsInSeconds),
      },
    });
  }
  throw new AppError("UNAUTHORIZED", unauthorizedMessage);
}

/**
 * A request must have exactly one credential: a token together with a key is rejected. Two x-api-key headers arrive
 * joined by a comma and are malformed.
 */
async function findPrincipal(
  services: Services,
  headers: IncomingHttpHeaders,
  takesLegacy: boolean,
): Promise<ApiPrincipal | null> {
  const secret = headers["x-api-key"];
  const token = /^bearer\b(.*)$/is.exec(headers.authorization ?? "")?.[1]?.replace(/^ +/, "") ?? null;
  if (token !== null) return takesLegacy && secret === undefined ? findTokenHolder(services, token) : null;
  if (typeof secret !== "string") return null;
  // The checksum is verified first: a mistyped or made-up key costs no database work.
  const key = readKeySecret(secret);
  if (key !== null) return findKeyHolder(services, key.digest);
  const partnerKey = takesLegacy ? readKeySecret(secret, "cpp") : null;
  return partnerKey === null ? null : findLegacy(services, { digest: partnerKey.digest, holder: null });
}

/**
 * A KeyRow as JSON, or null: it is compared as text at every request, and parsed when it has changed. Not built by
 * Kysely, since every request sends it.
 */
export const findKey = "SELECT find_integration_key($1) AS key";

async function findKeyHolder(
  { database, rememberedKeys }: Services,
  digest: Buffer,
): Promise<IntegrationKeyPrincipal | null> {
  const { rows } = await database.withoutTenant.executeQuery<{ key: string | null }>(
    CompiledQuery.raw(findKey, [digest]),
  );
  return rememberedKeys.update(digest, rows[0]?.key ?? undefined);
}

async function findTokenHolder(services: Services, token: string): Promise<LegacyPrincipal | null> {
  const holder = await services.bearerTokens?.verify(token);
  return holder === undefined || holder === null ? null : findLegacy(services, { digest: null, holder });
}

/** Null also if a token's client and subject map to two credentials, which is ambiguous. */
async function findLegacy(
  services: Services,
  { digest, holder }: { digest: Buffer | null; holder: TokenHolder | null },
): Promise<LegacyPrincipal | null> {
  const { rows } =
    await sql<LegacyRow>`SELECT * FROM find_legacy_credentials(${digest}::bytea, ${holder?.issuer ?? null}::text, ${holder?.client ?? null}::text, ${holder?.subject ?? null}::text)`.execute(
      services.database.withoutTenant,
    );
  const [row, other] = rows;
  if (row === undefined || other !== undefined) return null;
  return {
    ...row,
    scopes: new Set(row.scopes.filter(isScope)),
    allowedNetworks: [],
    actingAttorneyId: null,
    actingAttorneyActive: false,
  };
}
