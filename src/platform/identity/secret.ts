import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Environment } from "../environment.ts";
import type { Secrets } from "../crypto/secrets.ts";
import { readFileIfPresent, writeSecretFile } from "../crypto/secret-file.ts";

const fileName = "portal-secret";

export function secretFile(dataDirectory: string): string {
  return join(resolve(dataDirectory), fileName);
}

/**
 * The installation's secret, which signs cookies and encrypts second factors and webhook secrets: configured, or
 * created once in the data directory. Losing it ends all sessions and second factors.
 */
export function readIdentitySecret({ secret, dataDirectory }: Pick<Environment, "secret" | "dataDirectory">): string {
  const found = findIdentitySecret({ secret, dataDirectory });
  if (found !== null) return found;
  const folder = resolve(dataDirectory);
  const file = secretFile(dataDirectory);
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `${fileName}.${randomBytes(6).toString("hex")}`);
  writeSecretFile(draft, `${randomBytes(32).toString("base64url")}\n`);
  try {
    // A link fails if the file exists: of two concurrent starts, both use the first one's secret.
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return (readFileIfPresent(file) ?? "").trim();
}

/** The secrets of a server: the first as of readIdentitySecret, the second from CASEPORT_ACCEPTED_SECRET. */
export function readSecrets(environment: Pick<Environment, "secret" | "acceptedSecret" | "dataDirectory">): Secrets {
  return withAccepted(readIdentitySecret(environment), environment);
}

export function withAccepted(current: string, { acceptedSecret }: Pick<Environment, "acceptedSecret">): Secrets {
  return acceptedSecret === null || acceptedSecret === current ? [current] : [current, acceptedSecret];
}

/** The secret if it exists, else null. For workers: with a new secret they could not decrypt the server's values. */
export function findIdentitySecret({
  secret,
  dataDirectory,
}: Pick<Environment, "secret" | "dataDirectory">): string | null {
  return secret ?? readFileIfPresent(secretFile(dataDirectory))?.trim() ?? null;
}
