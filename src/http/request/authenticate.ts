import type { IncomingHttpHeaders } from "node:http";
import { CompiledQuery, sql } from "kysely";
import { AppError, unauthorizedMessage } from "../../contract/errors/error-codes.ts";
import { isScope } from "../../contract/scopes.ts";
import type { TokenHolder } from "../../platform/identity/credentials/bearer-tokens.ts";
import { toRateLimitKey } from "../../platform/client-ip.ts";
import { connectedTokenMessage, assistantManagers } from "../../contract/assistants.ts";
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
  const principal = await findPrincipal(services, headers, {
    takesLegacy: meta.legacyCredentials === true,
    isAssistant: requestContext.isAssistant === true,
  });
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

/** The statement that finds the holder of a credential by its digest: a KeyRow as JSON, or null. */
export interface HolderLookup {
  digest: Buffer;
  text: string;
  values: readonly unknown[];
}

/**
 * How to find the integration key in a request, whether or not it exists; null without a well-formed one.
 *
 * @param accepted.assistants whether a token of a connected assistant counts, too
 */
export function lookUpPresentedKey(
  { "x-api-key": secret }: IncomingHttpHeaders,
  { assistants }: { assistants: boolean },
): HolderLookup | null {
  if (typeof secret !== "string") return null;
  const key = readKeySecret(secret);
  if (key !== null) return { digest: key.digest, text: findKey, values: [key.digest] };
  const token = assistants ? readKeySecret(secret, "cpo") : null;
  return token === null ? null : { digest: token.digest, text: findAssistantKey, values: [token.digest, managerRoles] };
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
  { takesLegacy, isAssistant }: { takesLegacy: boolean; isAssistant: boolean },
): Promise<ApiPrincipal | null> {
  const secret = headers["x-api-key"];
  if (!isAssistant && presentsConnectedToken(headers)) throw new AppError("UNAUTHORIZED", connectedTokenMessage);
  const token = /^bearer\b(.*)$/is.exec(headers.authorization ?? "")?.[1]?.replace(/^ +/, "") ?? null;
  if (token !== null) return takesLegacy && secret === undefined ? findTokenHolder(services, token) : null;
  if (typeof secret !== "string") return null;
  // The checksum is verified first: a mistyped or made-up key costs no database work.
  const lookup = lookUpPresentedKey(headers, { assistants: isAssistant });
  if (lookup !== null) return findKeyHolder(services, lookup);
  const partnerKey = takesLegacy ? readKeySecret(secret, "cpp") : null;
  return partnerKey === null ? null : findLegacy(services, { digest: partnerKey.digest, holder: null });
}

/**
 * A KeyRow as JSON, or null: it is compared as text at every request, and parsed when it has changed. Not built by
 * Kysely, since every request sends it.
 */
const findKey = "SELECT find_integration_key($1) AS key";
const findAssistantKey = "SELECT find_assistant_key($1, $2::text[]) AS key";

/** As PostgreSQL writes an array: a precondition's values are sent as they are. */
const managerRoles = `{${assistantManagers.join(",")}}`;

/** Whether a request of REST has a token that counts at `/mcp` alone. Its form says so: nothing is looked up. */
function presentsConnectedToken({ authorization, "x-api-key": secret }: IncomingHttpHeaders): boolean {
  const given = [secret, /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1]];
  return given.some((text) => typeof text === "string" && readKeySecret(text, "cpo") !== null);
}

async function findKeyHolder(
  { database, rememberedKeys }: Services,
  { digest, text, values }: HolderLookup,
): Promise<IntegrationKeyPrincipal | null> {
  const { rows } = await database.withoutTenant.executeQuery<{ key: string | null }>(
    CompiledQuery.raw(text, [...values]),
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
