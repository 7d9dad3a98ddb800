import type { IncomingHttpHeaders } from "node:http";
import { sql } from "kysely";
import { AppError, unauthorizedMessage } from "../contract/error-codes.ts";
import { isScope } from "../contract/scopes.ts";
import { addressHolder } from "../platform/client-address.ts";
import { readKeySecret } from "../platform/integration-key.ts";
import type { IntegrationKeyPrincipal } from "../rpc/principal.ts";
import type { Kernel } from "./kernel.ts";

interface KeyRow extends Omit<IntegrationKeyPrincipal, "kind" | "scopes" | "keyPrefix"> {
  prefix: string;
  scopes: string[];
}

/**
 * Who is calling. Asked of the database at every request: nothing is cached that could outlive a revocation, a pause or an expiry.
 * @throws UNAUTHORIZED, with one body for every reason; RATE_LIMITED when this address failed too often
 */
export async function authenticate(kernel: Kernel, headers: IncomingHttpHeaders, address: string): Promise<IntegrationKeyPrincipal> {
  const principal = await findPrincipal(kernel, headers);
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

async function findPrincipal(kernel: Kernel, headers: IncomingHttpHeaders): Promise<IntegrationKeyPrincipal | null> {
  const secret = headers["x-api-key"];
  // A bearer token is no credential here, also not beside a key: a request has one credential or none.
  // Two x-api-key headers arrive joined by a comma and so are malformed.
  if (typeof secret !== "string" || /^bearer\b/i.test(headers.authorization ?? "")) return null;
  // The checksum is judged first: a mistyped or made-up key costs no database work.
  const key = readKeySecret(secret);
  if (key === null) return null;
  const { rows } = await sql<KeyRow>`SELECT * FROM find_integration_key(${key.digest})`.execute(kernel.database.outside);
  const [row] = rows;
  if (row === undefined) return null;
  const { prefix, scopes, ...rest } = row;
  return { kind: "integration_key", ...rest, keyPrefix: prefix, scopes: new Set(scopes.filter(isScope)) };
}
