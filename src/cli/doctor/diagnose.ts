import { listKeyNumbersInUse as listSsnKeyNumbers } from "../../areas/clients/ssn/store.ts";
import { listKeyNumbersInUse as listSubmissionKeyNumbers } from "../../areas/esign/submissions/store.ts";
import { assertDecryptable } from "../../areas/webhooks/domain.secrets.ts";
import { encryptedColumns } from "../../composition/encrypted-columns.ts";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import type { Secrets } from "../../platform/crypto/secrets.ts";
import { deriveApplicationRole, inspectConnection } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { EnvironmentError, readEnvironment, type Environment } from "../../platform/environment.ts";
import { loopbackHosts } from "../../platform/environment-values.ts";
import { findIdentitySecret, withAccepted } from "../../platform/identity/secret.ts";
import { decryptFactor, listStaleFactors } from "../../platform/identity/second-factor/stored-factors.ts";
import { findRunningPostgres } from "../local-postgres/running-postgres.ts";
import {
  fail,
  ok,
  redact,
  runChecks,
  runCheckWithValue,
  warn,
  type Check,
  type Finding,
  type Outcome,
} from "./check.ts";
import { checkRole, listDatabaseChecks } from "./database-checks.ts";
import { checkFiles } from "./missing-files.ts";
import { checkReplica } from "./replica-check.ts";
import { listOtherChecks } from "./surroundings.ts";
import { noHooks } from "../../platform/database/transaction-hooks.ts";

const connections = 4;

/**
 * Checks an installation from outside: it changes nothing, and needs no running server, except for the embedded
 * database.
 */
export async function diagnose(
  source: Readonly<Record<string, string | undefined>>,
  timeoutMilliseconds: number,
): Promise<Finding[]> {
  let environment: Environment;
  try {
    environment = readEnvironment(source);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return error.faults.map((fault) => ({
      check: "Configuration",
      ...fail(`${fault}.`, "Correct the variable: src/guides/configuration.md describes it."),
    }));
  }
  const url = environment.databaseUrl ?? findRunningPostgres(environment.dataDirectory);
  const [configurationFindings, databaseFindings, otherFindings] = await Promise.all([
    runChecks([{ name: "Configuration", cure: "", run: () => checkConfiguration(environment) }], timeoutMilliseconds),
    url === null ? [databaseStopped] : diagnoseDatabase(environment, url, timeoutMilliseconds),
    runChecks(listOtherChecks(environment), timeoutMilliseconds),
  ]);
  const secrets = listSecrets(environment, url, source);
  return [...configurationFindings, ...databaseFindings, ...otherFindings].map((each) => ({
    ...each,
    finding: redact(each.finding, secrets),
  }));
}

function checkConfiguration({ baseUrl, databaseUrl }: Environment): Outcome {
  const { protocol, hostname } = new URL(baseUrl);
  const isLocal = loopbackHosts.includes(hostname);
  if (protocol === "http:" && !isLocal)
    return fail(
      "CASEPORT_BASE_URL is http: passwords and keys would be sent in clear.",
      "Put a proxy with TLS in front, and set CASEPORT_BASE_URL to its https URL.",
    );
  if (isLocal && databaseUrl !== null)
    return warn(
      `CASEPORT_BASE_URL is ${baseUrl}: links in email lead to the reader's own machine.`,
      "Set CASEPORT_BASE_URL to the public URL.",
    );
  return ok(`Valid; public URL ${baseUrl}.`);
}

const databaseStopped: Finding = {
  check: "Database",
  ...fail("The embedded PostgreSQL is not running.", "Start it with npm start, or set DATABASE_URL."),
};

/** Without a connection, or without one of the application role, nothing else about the database is checked. */
async function diagnoseDatabase(
  environment: Environment,
  url: string,
  timeoutMilliseconds: number,
): Promise<Finding[]> {
  const connectionCheck = {
    name: "Database",
    cure: "Correct DATABASE_URL, or let the server accept connections from this machine.",
    run: async () => {
      const begin = performance.now();
      const role = await inspectConnection(url);
      const outcome = ok(`PostgreSQL ${role.version} responded in ${Math.round(performance.now() - begin)} ms.`);
      return { outcome, value: role.canMigrate ? deriveApplicationRole(url).url : url };
    },
  };
  const { finding, value: applicationUrl } = await runCheckWithValue(connectionCheck, timeoutMilliseconds);
  if (applicationUrl === null) return [finding];
  return [finding, ...(await diagnoseAsApplication(environment, applicationUrl, timeoutMilliseconds))];
}

async function diagnoseAsApplication(
  environment: Environment,
  applicationUrl: string,
  timeoutMilliseconds: number,
): Promise<Finding[]> {
  const database = openDatabase(applicationUrl, { poolSize: connections, hooks: noHooks });
  const roleCheck = {
    name: "Application role",
    cure: "Start with an owner's URL: it creates the role and sets its password.",
    run: async () => ({ outcome: await checkRole(database, applicationUrl), value: "connected" }),
  };
  const storedSecretsCheck: Check = {
    name: "Stored secrets",
    cure: "Set CASEPORT_SECRET to the secret with which they were stored.",
    run: () => checkStored(database, environment),
  };
  const filesCheck: Check = {
    name: "Files",
    cure: "Correct the storage's variables, so that this machine reads the servers' files.",
    // Ends before its time is over, to say what it found.
    run: () => checkFiles(database, environment, timeoutMilliseconds / 2),
  };
  try {
    const { finding, value } = await runCheckWithValue(roleCheck, timeoutMilliseconds);
    if (value === null) return [finding];
    const replicaCheck = checkReplica(database, environment, applicationUrl);
    const checks = [...listDatabaseChecks(database), replicaCheck, storedSecretsCheck, filesCheck];
    return [finding, ...(await runChecks(checks, timeoutMilliseconds))];
  } finally {
    // A connection that hangs must not delay the result.
    void database.close().catch(() => undefined);
  }
}

/**
 * Whether this installation's secrets decrypt the newest second factor and the newest webhook secret, and whether the
 * keys of the stored social security numbers and signatures are configured. None of these is decrypted.
 */
export async function checkStored(database: Database, environment: Environment): Promise<Outcome> {
  const secret = findIdentitySecret(environment);
  if (secret === null) return ok("Nothing to decrypt with yet.");
  const secrets = withAccepted(secret, environment);
  const { rows } = await database.pool.query<{ secret: string }>(
    `SELECT secret FROM "TwoFactor" ORDER BY id DESC LIMIT 1`,
  );
  for (const row of rows) await decryptFactor(secrets, row.secret);
  const installationKeys = createInstallationKeys(secrets, environment.piiKeys);
  await assertDecryptable(database, installationKeys);
  const { current, numbers } = installationKeys.pii;
  const inUse = {
    "Social security numbers": await listSsnKeyNumbers(database),
    "Signatures and what recipients filled in": await listSubmissionKeyNumbers(database),
  };
  for (const [what, keyNumbers] of Object.entries(inUse)) {
    const missing = keyNumbers.filter((number) => !numbers.includes(number));
    if (missing.length > 0)
      return fail(
        `${what} are encrypted with keys ${missing.join(", ")}, which are not configured.`,
        "Add the keys of these numbers to CASEPORT_PII_KEYS.",
      );
  }
  if (secrets.length === 1) return ok("The configured secrets decrypt what is stored.");
  const isPiiCurrent = Object.values(inUse).every((keyNumbers) => keyNumbers.every((number) => number === current));
  return checkRotation(database, secrets, isPiiCurrent);
}

/** Whether everything that is stored has been encrypted with the current secret. */
async function checkRotation(database: Database, secrets: Secrets, isPiiCurrent: boolean): Promise<Outcome> {
  const { mark } = createInstallationKeys(secrets);
  const stale = await Promise.all([
    listStaleFactors(database, secrets, 1),
    ...encryptedColumns.map((column) => column.listStale(database, mark, 1)),
  ]);
  if (isPiiCurrent && stale.every((rows) => rows.length === 0))
    return ok("CASEPORT_SECRET encrypts everything that is stored.");
  return warn(
    "Some values are still encrypted with another secret or key than the current ones.",
    "Keep CASEPORT_ACCEPTED_SECRET until a worker has reencrypted them, within 10 minutes.",
  );
}

/** What no line of output may contain. */
function listSecrets(
  environment: Environment,
  url: string | null,
  source: Readonly<Record<string, string | undefined>>,
): Set<string> {
  const passwords = [
    url,
    environment.directDatabaseUrl,
    environment.replicaUrl,
    environment.smtpUrl,
    environment.redisUrl,
  ].flatMap((each) => (each === null ? [] : [new URL(each).password]));
  const values = [
    findIdentitySecret(environment),
    environment.acceptedSecret,
    environment.backupKey,
    source["AWS_SECRET_ACCESS_KEY"],
    ...environment.piiKeys.map(({ key }) => key),
    ...passwords,
    ...passwords.map(decodePassword),
  ];
  return new Set(values.filter((value) => value !== null && value !== undefined));
}

/** A URL may keep a `%` that begins no escape sequence. */
function decodePassword(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
