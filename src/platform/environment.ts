import { isIP } from "node:net";
import { z } from "zod";
import { validateWebhookUrl } from "../contract/webhooks/url.ts";
import type { TokenIssuer } from "./identity/credentials/bearer-tokens.ts";
import { isNetwork } from "./client-ip.ts";
import { readPiiKeys } from "./crypto/pii-keys.ts";
import { isPasswordList } from "./identity/breached-passwords.ts";
import { databaseVariables, shapeDatabase } from "./database/variables.ts";
import {
  hasProtocol,
  integerBetween,
  isContact,
  isIssuer,
  isWebAddress,
  listOf,
  loopbackHosts,
} from "./environment-values.ts";
import { observabilityVariables, shapeObservability } from "./observability/variables.ts";
import { isPrivateNetwork, readTestReceivers, type TestReceivers } from "./outbound-http/test-receivers.ts";

export interface EnvironmentVariable {
  name: string;
  sentence: string;
  /** as it is shown to a reader; empty when there is none */
  default: string;
}

/** One text per wrong variable; no value is repeated, since a value may be a secret. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`These environment variables are wrong:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
    this.faults = faults;
  }
}

/** What `outbound-http` sends to. */
const isTimestampUrl = (text: string) => validateWebhookUrl(text) === null;

const PortNumber = integerBetween(1, 65_535);
const Limit = integerBetween(1, 1_000_000);

/** The variables, in the order of the configuration guide. */
const variables = {
  PORT: PortNumber.default(3000).describe("Port to listen on."),
  CASEPORT_HOST: listOf((host) => isIP(host) !== 0, "must be IP addresses, separated by commas")
    .refine((hosts) => hosts.length > 0, "must be IP addresses, separated by commas")
    .default(["127.0.0.1", "::1"])
    .describe("IP addresses to listen on, separated by commas; `0.0.0.0,::` listens on all interfaces."),
  CASEPORT_BASE_URL: z
    .string()
    .transform((text) => text.replace(/(?<!\/)\/+$/, ""))
    .refine(isWebAddress, "must be an http or https address without path, such as https://api.example.com")
    .optional()
    .describe("Public URL, used in links and in the OpenAPI document."),
  CASEPORT_SECRET: z
    .string()
    .min(32, "must have at least 32 characters")
    .optional()
    .describe(
      "Signs the portal's cookies; encrypts second factors, webhook secrets, accounts of text providers, the keys that seal files, and what bulk jobs, imports and texts to signers wait with. Must be the same on all servers and workers. To change it, see Rotate CASEPORT_SECRET.",
    ),
  CASEPORT_ACCEPTED_SECRET: z
    .string()
    .min(32, "must have at least 32 characters")
    .optional()
    .describe(
      "A second secret that verifies and decrypts, but neither signs nor encrypts: for the rotation of CASEPORT_SECRET. Requires CASEPORT_PII_KEYS.",
    ),
  CASEPORT_PII_KEYS: z
    .string()
    .transform(readPiiKeys)
    .refine(
      (keys) => keys !== null,
      "must be keys of 32 bytes in base64 with numbers from 1 to 32767, each once, as 2=<base64>,1=<base64>",
    )
    .optional()
    .describe(
      "Keys that encrypt social security numbers, and the signatures and answers of recipients of signature requests, as `2=<base64>,1=<base64>` (`openssl rand -base64 32`). The first key encrypts, all keys decrypt; the worker reencrypts with the first key.",
    ),
  CASEPORT_SMTP_URL: z
    .string()
    .refine((text) => hasProtocol(text, ["smtp:", "smtps:"]), "must be a URL that begins with smtp:// or smtps://")
    .optional()
    .describe("SMTP server for the portal's email, as `smtps://user:password@host:465`."),
  CASEPORT_MAIL_FROM: z
    .email("must be an e-mail address")
    .optional()
    .describe("Sender address of the portal's email; required with CASEPORT_SMTP_URL."),
  CASEPORT_SECURITY_CONTACT: z
    .string()
    .refine(isContact, "must be a URI that begins with mailto:, https:// or tel:")
    .optional()
    .describe(
      "Whom to tell of a weakness, as a URI such as `mailto:security@example.com`: for `/.well-known/security.txt`.",
    ),
  CASEPORT_DATA_DIR: z
    .string()
    .default(".data")
    .describe("Folder of the embedded database, generated secrets, stored files, `demo.json` and unsent email."),
  CASEPORT_BACKUP_DIR: z
    .string()
    .optional()
    .describe(
      "Folder of your backups: `npm run backup` writes to it, and `npm run doctor` checks the age of the newest file.",
    ),
  CASEPORT_BACKUP_KEY: z
    .string()
    .regex(
      /^(age1[0-9a-z]{50,}|AGE-SECRET-KEY-[0-9A-Z-]{50,})$/,
      "must be an age key: age1… encrypts, AGE-SECRET-KEY-… also decrypts",
    )
    .optional()
    .describe(
      "Key of your backups, made by `npm run backup -- --create-key`: `age1…` encrypts, for `npm run backup`; `AGE-SECRET-KEY-…` decrypts, for `npm run restore`.",
    ),
  CASEPORT_STORAGE: z
    .enum(["disk", "s3"], "must be disk or s3")
    .default("disk")
    .describe("Where files are stored: `disk` for the folder `files` in CASEPORT_DATA_DIR, `s3` for a bucket."),
  CASEPORT_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional()
    .describe(
      "Bucket for the storage `s3`, used by this installation only. Credentials come from AWS_ACCESS_KEY_ID and the other variables that the AWS SDK reads.",
    ),
  CASEPORT_S3_ENDPOINT: z
    .string()
    .refine(isWebAddress, "must be an http or https address without path, such as https://s3.example.com")
    .optional()
    .describe("URL of an S3-compatible server."),
  CASEPORT_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, "must be the name of a region, such as us-east-1")
    .default("us-east-1")
    .describe("Region of the bucket."),
  CASEPORT_S3_PATH_STYLE: z
    .enum(["true", "false"], "must be true or false")
    .transform((value) => value === "true")
    .default(false)
    .describe(
      "Whether the bucket is in the path instead of the host name; most servers other than Amazon S3 require it.",
    ),
  ...databaseVariables,
  CASEPORT_CONNECTIONS: integerBetween(10, 100_000)
    .default(4_096)
    .describe("Maximum number of client connections of the server; more are closed at once."),
  CASEPORT_CONNECTIONS_PER_ADDRESS: integerBetween(1, 100_000)
    .default(1_024)
    .describe("Maximum number of connections per client IP address. Trusted proxies have no such limit."),
  CASEPORT_DRAIN_SECONDS: integerBetween(0, 300)
    .default(0)
    .describe(
      "How long a stopping server still serves, with its readiness check at 503, so that a load balancer sends requests elsewhere first.",
    ),
  CASEPORT_CONNECTION_STALL_SECONDS: integerBetween(1, 600)
    .default(20)
    .describe("Seconds after which the connection of a client that reads nothing of its response is closed."),
  CASEPORT_RATE_LIMIT_READ: Limit.default(600).describe("Requests per minute and key in the read tier."),
  CASEPORT_RATE_LIMIT_WRITE: Limit.default(120).describe("Requests per minute and key in the write tier."),
  CASEPORT_RATE_LIMIT_SENSITIVE: Limit.default(60).describe("Requests per minute and key in the sensitive tier."),
  CASEPORT_RATE_LIMIT_ORGANIZATION_FACTOR: integerBetween(1, 1000)
    .default(3)
    .describe("An organization's limit in each tier, as a multiple of one key's limit."),
  CASEPORT_RATE_LIMIT_UNAUTHENTICATED: Limit.default(30).describe(
    "Failed authentications per minute and client IP address; also reads of the OpenAPI document.",
  ),
  CASEPORT_RATE_LIMIT_SIGN_IN: Limit.default(20).describe(
    "Sign-in requests per minute and client IP address; known devices are counted separately.",
  ),
  CASEPORT_RATE_LIMIT_CALENDAR: Limit.default(3_000).describe(
    "Requests for calendar feeds per minute and client IP address: a hosted calendar reads the feeds of many firms from one. Each feed can be read 60 times an hour besides.",
  ),
  CASEPORT_RATE_LIMIT_SIGNING: Limit.default(60).describe(
    "Requests per minute and client IP address with the token of a signing link. Each recipient's session is limited besides.",
  ),
  CASEPORT_RATE_LIMIT_STORE: z
    .enum(["memory", "postgres", "redis"], "must be memory, postgres or redis")
    .default("memory")
    .describe("Where rate limits are counted: `memory` for one process, `postgres` or `redis` for several."),
  REDIS_URL: z
    .string()
    .refine((text) => hasProtocol(text, ["redis:", "rediss:"]), "must be a URL that begins with redis:// or rediss://")
    .optional()
    .describe("Redis server for the rate limit store `redis`."),
  CASEPORT_BULK_ITEMS_PER_SECOND: integerBetween(1, 1_000)
    .default(10)
    .describe("Items of bulk jobs that run per second and organization; of operations in the sensitive tier, one."),
  CASEPORT_IDEMPOTENCY_HOURS: integerBetween(24, 168)
    .default(24)
    .describe("Hours for which the response to an idempotency key is stored (24 to 168)."),
  CASEPORT_AUDIT_YEARS: integerBetween(6, 100)
    .default(7)
    .describe("Years for which audit entries are kept. Not less than 6: 45 CFR 164.316(b)(2)(i)."),
  CASEPORT_TRUSTED_PROXIES: listOf(isNetwork, "must be networks in CIDR notation, separated by commas")
    .default([])
    .describe(
      "Networks of trusted proxies, in CIDR notation, separated by commas. X-Forwarded-For is read only from these.",
    ),
  CASEPORT_WEBHOOK_NETWORKS: listOf(
    isPrivateNetwork,
    "must be private networks (within 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 or fc00::/7) in CIDR notation, separated by commas",
  )
    .default([])
    .describe(
      "Private networks that webhooks may be sent to, in CIDR notation, separated by commas. By default only public addresses.",
    ),
  CASEPORT_WEBHOOK_TEST_RECEIVERS: z
    .string()
    .transform(readTestReceivers)
    .refine(
      (receivers) => receivers !== null,
      "must be host names with loopback addresses, each name once, as hooks.example.com=127.0.0.1:4443, separated by commas",
    )
    .optional()
    .describe(
      "For tests: sends webhooks for these host names to loopback, as `hooks.example.com=127.0.0.1:4443`. Requires a CASEPORT_BASE_URL that is http on this machine; with DATABASE_URL it must be set explicitly.",
    ),
  CASEPORT_SEALING_P12: z
    .string()
    .optional()
    .describe(
      "Your own certificate that seals signed documents: a PKCS #12 file with its private key. Without it a self-signed certificate is created once, which viewers show as valid but not trusted.",
    ),
  CASEPORT_SEALING_PASSWORD: z.string().optional().describe("Password of CASEPORT_SEALING_P12."),
  CASEPORT_TIMESTAMP_URL: z
    .string()
    .refine(isTimestampUrl, "must be an https address without user and fragment, and not of this machine")
    .optional()
    .describe(
      "URL of a timestamp server (RFC 3161), whose time becomes part of each seal. While it does not respond, documents wait to be sealed.",
    ),
  CASEPORT_OIDC_ISSUER: z
    .string()
    .refine(
      isIssuer,
      "must be the issuer's address as it stands in its tokens: https, or http on this machine, without query",
    )
    .optional()
    .describe("OpenID Connect provider whose bearer tokens can create and update cases and leads: the value of `iss`."),
  CASEPORT_OIDC_AUDIENCE: z
    .string()
    .max(255)
    .optional()
    .describe("Required value of `aud` in these tokens; required with CASEPORT_OIDC_ISSUER."),
  CASEPORT_OIDC_KEYS_URL: z
    .string()
    .refine(isIssuer, "must be an https address, or http on this machine")
    .optional()
    .describe("URL of the provider's keys, if its discovery document does not name it."),
  CASEPORT_BREACHED_PASSWORDS: z
    .string()
    .refine(
      isPasswordList,
      "must be a file that can be read, of sorted SHA-1 hashes in capital hexadecimal digits, one per line",
    )
    .optional()
    .describe(
      "A list of breached passwords, as Have I Been Pwned offers for download: sorted SHA-1 hashes, one per line. New passwords that are in it are rejected.",
    ),
  CASEPORT_WORKER: z
    .enum(["inside", "none"], "must be inside or none")
    .default("inside")
    .describe(
      "Where jobs, bulk jobs, email, webhooks and exports run: `inside` the server; with `none`, only in `npm run worker`.",
    ),
  CASEPORT_LOG_LEVEL: z
    .enum(
      ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
      "must be trace, debug, info, warn, error, fatal or silent",
    )
    .default("info")
    .describe("Lowest level that is logged."),
  ...observabilityVariables,
};

const Variables = z.object(variables);

const noReceivers: TestReceivers = new Map();

/** Defaults that depend on something, or that read better in words. */
const shownDefaults: Partial<Record<keyof typeof variables, string>> = {
  CASEPORT_BASE_URL: "http://localhost:PORT",
  DATABASE_URL: "embedded PostgreSQL",
  CASEPORT_DIRECT_DATABASE_URL: "DATABASE_URL",
  CASEPORT_REPLICA_URL: "none: the primary serves all reads",
  CASEPORT_SECRET: "portal-secret in CASEPORT_DATA_DIR, created once",
  CASEPORT_PII_KEYS: "derived from CASEPORT_SECRET",
  CASEPORT_S3_ENDPOINT: "Amazon S3",
  CASEPORT_SMTP_URL: "none: email is written to outbox in CASEPORT_DATA_DIR",
  CASEPORT_SECURITY_CONTACT: "the page /docs/guides/security of CASEPORT_BASE_URL",
  CASEPORT_SEALING_P12: "a self-signed certificate, created once",
  CASEPORT_TIMESTAMP_URL: "none: seals have the time of this server",
};

/** All variables with their sentences, for the configuration guide. */
export const environmentVariables: readonly EnvironmentVariable[] = Object.entries(variables).map(([name, schema]) => ({
  name,
  sentence: schema.description ?? "",
  default: shownDefaults[name as keyof typeof variables] ?? showDefault(schema),
}));

export type Environment = ReturnType<typeof shapeEnvironment>;

/**
 * Reads the environment. A variable with an empty value counts as not set. Throws EnvironmentError with a sentence for
 * every wrong variable and for every unknown one that begins with CASEPORT_: a misspelled name must not silently mean
 * the default.
 */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const unknown = Object.keys(given).filter((name) => name.startsWith("CASEPORT_") && !Object.hasOwn(variables, name));
  const faults = unknown.map((name) => `${name}: there is no variable of this name`);
  const result = Variables.safeParse(given);
  if (!result.success) {
    for (const issue of result.error.issues) faults.push(`${String(issue.path[0])}: ${issue.message}`);
  }
  faults.push(...listMissing(given));
  if (
    given["CASEPORT_WEBHOOK_TEST_RECEIVERS"] !== undefined &&
    result.data !== undefined &&
    !isForTests(shapeEnvironment(result.data), given)
  ) {
    faults.push(
      "CASEPORT_WEBHOOK_TEST_RECEIVERS: is for tests, where CASEPORT_BASE_URL is http://localhost, http://127.0.0.1 or http://[::1]; with DATABASE_URL it must be given",
    );
  }
  if (!result.success || faults.length > 0) throw new EnvironmentError(faults);
  return shapeEnvironment(result.data);
}

/** Variables that others require. */
function listMissing(given: Readonly<Record<string, unknown>>): string[] {
  const isMissing = (name: string) => given[name] === undefined;
  const faults: string[] = [];
  if (given["CASEPORT_RATE_LIMIT_STORE"] === "redis" && isMissing("REDIS_URL"))
    faults.push("REDIS_URL: must be set when CASEPORT_RATE_LIMIT_STORE is redis");
  for (const name of ["CASEPORT_DIRECT_DATABASE_URL", "CASEPORT_REPLICA_URL"])
    if (!isMissing(name) && isMissing("DATABASE_URL")) faults.push(`DATABASE_URL: must be set with ${name}`);
  if (given["CASEPORT_STORAGE"] === "s3" && isMissing("CASEPORT_S3_BUCKET"))
    faults.push("CASEPORT_S3_BUCKET: must be set when CASEPORT_STORAGE is s3");
  if (!isMissing("CASEPORT_ACCEPTED_SECRET") && isMissing("CASEPORT_PII_KEYS")) {
    faults.push(
      "CASEPORT_PII_KEYS: must be set with CASEPORT_ACCEPTED_SECRET, because social security numbers and signatures are otherwise encrypted with the secret",
    );
  }
  if (isMissing("CASEPORT_SEALING_P12") !== isMissing("CASEPORT_SEALING_PASSWORD"))
    faults.push("CASEPORT_SEALING_PASSWORD: must be set with CASEPORT_SEALING_P12, and only with it");
  if (!isMissing("CASEPORT_SMTP_URL") && isMissing("CASEPORT_MAIL_FROM"))
    faults.push("CASEPORT_MAIL_FROM: must be set with CASEPORT_SMTP_URL");
  if (isMissing("CASEPORT_OIDC_ISSUER") !== isMissing("CASEPORT_OIDC_AUDIENCE")) {
    faults.push("CASEPORT_OIDC_AUDIENCE: must be set with CASEPORT_OIDC_ISSUER, and only with it");
  }
  return faults;
}

function shapeEnvironment(read: z.output<typeof Variables>) {
  return {
    port: read.PORT,
    hosts: read.CASEPORT_HOST,
    baseUrl: read.CASEPORT_BASE_URL ?? `http://localhost:${read.PORT}`,
    secret: read.CASEPORT_SECRET ?? null,
    acceptedSecret: read.CASEPORT_ACCEPTED_SECRET ?? null,
    piiKeys: read.CASEPORT_PII_KEYS ?? [],
    smtpUrl: read.CASEPORT_SMTP_URL ?? null,
    mailFrom: read.CASEPORT_MAIL_FROM ?? null,
    securityContact: read.CASEPORT_SECURITY_CONTACT ?? null,
    sealing: shapeSealing(read),
    dataDirectory: read.CASEPORT_DATA_DIR,
    backupDirectory: read.CASEPORT_BACKUP_DIR ?? null,
    backupKey: read.CASEPORT_BACKUP_KEY ?? null,
    storage: read.CASEPORT_STORAGE,
    s3:
      read.CASEPORT_S3_BUCKET === undefined
        ? null
        : {
            bucket: read.CASEPORT_S3_BUCKET,
            region: read.CASEPORT_S3_REGION,
            endpoint: read.CASEPORT_S3_ENDPOINT ?? null,
            pathStyle: read.CASEPORT_S3_PATH_STYLE,
          },
    ...shapeDatabase(read),
    drainSeconds: read.CASEPORT_DRAIN_SECONDS,
    connections: {
      total: read.CASEPORT_CONNECTIONS,
      perAddress: read.CASEPORT_CONNECTIONS_PER_ADDRESS,
      stallSeconds: read.CASEPORT_CONNECTION_STALL_SECONDS,
    },
    rateLimits: {
      read: read.CASEPORT_RATE_LIMIT_READ,
      write: read.CASEPORT_RATE_LIMIT_WRITE,
      sensitive: read.CASEPORT_RATE_LIMIT_SENSITIVE,
      organizationFactor: read.CASEPORT_RATE_LIMIT_ORGANIZATION_FACTOR,
      unauthenticated: read.CASEPORT_RATE_LIMIT_UNAUTHENTICATED,
    },
    signInLimit: read.CASEPORT_RATE_LIMIT_SIGN_IN,
    calendarLimit: read.CASEPORT_RATE_LIMIT_CALENDAR,
    signingLimit: read.CASEPORT_RATE_LIMIT_SIGNING,
    breachedPasswords: read.CASEPORT_BREACHED_PASSWORDS ?? null,
    rateLimitStore: read.CASEPORT_RATE_LIMIT_STORE,
    redisUrl: read.REDIS_URL ?? null,
    bulkItemsPerSecond: read.CASEPORT_BULK_ITEMS_PER_SECOND,
    idempotencyHours: read.CASEPORT_IDEMPOTENCY_HOURS,
    auditYears: read.CASEPORT_AUDIT_YEARS,
    trustedProxies: read.CASEPORT_TRUSTED_PROXIES,
    webhookNetworks: read.CASEPORT_WEBHOOK_NETWORKS,
    webhookTestReceivers: read.CASEPORT_WEBHOOK_TEST_RECEIVERS ?? noReceivers,
    tokenIssuer: shapeIssuer(read),
    worker: read.CASEPORT_WORKER,
    logLevel: read.CASEPORT_LOG_LEVEL,
    ...shapeObservability(read),
  };
}

function shapeSealing(read: z.output<typeof Variables>) {
  const {
    CASEPORT_SEALING_P12: p12 = null,
    CASEPORT_SEALING_PASSWORD: password = null,
    CASEPORT_TIMESTAMP_URL: timestampUrl = null,
  } = read;
  return { p12, password, timestampUrl };
}

function shapeIssuer(read: z.output<typeof Variables>): TokenIssuer | null {
  const {
    CASEPORT_OIDC_ISSUER: issuer,
    CASEPORT_OIDC_AUDIENCE: audience,
    CASEPORT_OIDC_KEYS_URL: keySetUrl = null,
  } = read;
  return issuer === undefined || audience === undefined ? null : { issuer, audience, keySetUrl };
}

/**
 * With DATABASE_URL this may be a worker of an installation with another public URL, so the default of
 * CASEPORT_BASE_URL does not count.
 */
function isForTests({ baseUrl, databaseUrl }: Environment, given: Readonly<Record<string, unknown>>): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  const isGiven = databaseUrl === null || given["CASEPORT_BASE_URL"] !== undefined;
  return isGiven && protocol === "http:" && loopbackHosts.includes(hostname);
}

function showDefault(schema: z.ZodType): string {
  const read = schema.safeParse(undefined);
  if (!read.success) return "";
  return Array.isArray(read.data) ? read.data.join(",") : `${(read.data as string | number | undefined) ?? ""}`;
}
