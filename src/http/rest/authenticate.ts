import type { IncomingHttpHeaders } from "node:http";
import { sql } from "kysely";
import { AppError, unauthorizedMessage } from "../../contract/error-codes.ts";
import { isScope } from "../../contract/scopes.ts";
import type { TokenHolder } from "../../platform/identity/bearer-tokens.ts";
import { addressHolder } from "../../platform/client-address.ts";
import { readKeySecret } from "../../platform/identity/integration-key.ts";
import type { IntegrationKeyPrincipal, LegacyPrincipal, ProgramPrincipal } from "../../rpc/principal.ts";
import type { Kernel } from "../services.ts";

interface KeyRow extends Omit<IntegrationKeyPrincipal, "kind" | "scopes" | "keyPrefix"> {
  prefix: string;
  scopes: string[];
}

type LegacyRow = Omit<LegacyPrincipal, "scopes" | "allowedNetworks" | "actingAttorneyId" | "actingAttorneyActive"> & { scopes: string[] };

/**
 * Who is calling. Asked of the database at every request: nothing is cached that could outlive a revocation, a pause or an expiry.
 * @param takesLegacy whether the operation takes partner keys and bearer tokens besides integration keys
 * @throws UNAUTHORIZED, with one body for every reason; RATE_LIMITED when this address failed too often; SERVICE_UNAVAILABLE when
 * the identity provider's keys cannot be had
 */
export async function authenticate(
  kernel: Kernel,
  headers: IncomingHttpHeaders,
  address: string,
  takesLegacy: boolean,
): Promise<ProgramPrincipal> {
  const principal = await findPrincipal(kernel, headers, takesLegacy);
  if (principal !== null) return principal;
  const limit = kernel.environment.rateLimits.unauthenticated;
  const verdict = await kernel.limiter.consume("unauthenticated", addressHolder(address), limit);
  if (!verdict.allowed) {
    throw new AppError("RATE_LIMITED", "Too many requests without a valid key from this address", {
      "Retry-After": String(verdict.resetsInSeconds),
    });
  }
  throw new AppError("UNAUTHORIZED", unauthorizedMessage);
}

/** A request has one credential or none: a token beside a key is neither. Two x-api-key headers arrive joined by a comma and so are malformed. */
async function findPrincipal(kernel: Kernel, headers: IncomingHttpHeaders, takesLegacy: boolean): Promise<ProgramPrincipal | null> {
  const secret = headers["x-api-key"];
  const token = /^bearer\b *(.*)$/is.exec(headers.authorization ?? "")?.[1] ?? null;
  if (token !== null) return takesLegacy && secret === undefined ? findTokenHolder(kernel, token) : null;
  if (typeof secret !== "string") return null;
  // The checksum is judged first: a mistyped or made-up key costs no database work.
  const key = readKeySecret(secret);
  if (key !== null) return findKeyHolder(kernel, key.digest);
  const partnerKey = takesLegacy ? readKeySecret(secret, "cpp") : null;
  return partnerKey === null ? null : findLegacy(kernel, { digest: partnerKey.digest, holder: null });
}

async function findKeyHolder(kernel: Kernel, digest: Buffer): Promise<IntegrationKeyPrincipal | null> {
  const { rows } = await sql<KeyRow>`SELECT * FROM find_integration_key(${digest})`.execute(kernel.database.outside);
  const [row] = rows;
  if (row === undefined) return null;
  const { prefix, scopes, ...rest } = row;
  return { kind: "integration_key", ...rest, keyPrefix: prefix, scopes: new Set(scopes.filter(isScope)) };
}

async function findTokenHolder(kernel: Kernel, token: string): Promise<LegacyPrincipal | null> {
  const holder = await kernel.bearerTokens?.verify(token);
  return holder === undefined || holder === null ? null : findLegacy(kernel, { digest: null, holder });
}

/** Null also where a token's client and its subject stand for two credentials: nobody can say for whom it speaks. */
async function findLegacy(
  kernel: Kernel,
  { digest, holder }: { digest: Buffer | null; holder: TokenHolder | null },
): Promise<LegacyPrincipal | null> {
  const { rows } = await sql<LegacyRow>`SELECT * FROM find_legacy_credentials(${digest}::bytea, ${holder?.issuer ?? null}::text, ${holder?.client ?? null}::text, ${holder?.subject ?? null}::text)`.execute(kernel.database.outside);
  const [row, other] = rows;
  if (row === undefined || other !== undefined) return null;
  return { ...row, scopes: new Set(row.scopes.filter(isScope)), allowedNetworks: [], actingAttorneyId: null, actingAttorneyActive: false };
}
