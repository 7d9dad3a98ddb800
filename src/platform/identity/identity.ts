import { randomBytes } from "node:crypto";
import { betterAuth, type BetterAuthOptions, type GenericEndpointContext } from "better-auth";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { twoFactor } from "better-auth/plugins/two-factor";
import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import type { IdKind } from "../../contract/ids.ts";
import { minPasswordLength, maxPasswordLength } from "../../contract/portal/passwords.ts";
import { connectionOptions } from "../database/connections/connection-pool.ts";
import { withServerOptions } from "../database/connections/connection-url.ts";
import { versionOf, type Secrets } from "../crypto/secrets.ts";
import type { Database } from "../database/database.ts";
import { createId } from "../database/ids.ts";
import { isSecure, nameCookies, readCookie, readSignedCookie, resignCookies } from "./cookies.ts";
import { createDeviceToken, findKnownDevice, voidKnownDevices, type KnownDevice } from "./known-devices.ts";
import { writePasswordUrl } from "./links.ts";
import { trustedOrigins } from "./origins.ts";
import { ceremonyCookie, passkeys, verifyPasskey } from "./second-factor/passkeys.ts";
import { createRecoveryCodes } from "./second-factor/recovery-codes.ts";
import { secondFactorPaths, secondFactorRules } from "./second-factor/second-factor-rules.ts";
import { deleteSession, findAwaitedPerson, findLiveSession, sessionHours, type PortalSession } from "./sessions.ts";
import type { Logger } from "../observability/logger.ts";

export type { PortalSession } from "./sessions.ts";

export const identityPath = "/api/auth";

/** Header with the client's IP address, set by http/identity; the client's own is removed. */
export const addressHeader = "x-caseport-address";

export const resetMinutes = 30;

/** The person who resets the password, and the secret of the link. */
export interface PasswordLink {
  name: string;
  email: string;
  path: string;
}

export interface IdentityOptions {
  database: Database;
  /** The application role's URL; Better Auth has its own connections. */
  databaseUrl: string;
  baseUrl: string;
  /** Sign cookies and encrypt second factors; at least 32 characters each. */
  secrets: Secrets;
  logger: Logger;
  sendPasswordLink: (link: PasswordLink) => Promise<void>;
  /** Instead of Better Auth's scrypt. */
  passwords?: PasswordHashing | undefined;
}

/** How passwords are stored and checked: slow by design, except in tests. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
}

export interface Identity {
  /** Responds to an allowed request under /api/auth. Rejects on internal errors. */
  handle(request: Request): Promise<Response>;
  /**
   * Runs work with a password that stands in for the one of whoever Better Auth checks next: of a person who typed
   * theirs a moment ago. It is random, works once, and only while the work runs.
   */
  withStandIn<Result>(work: (password: string) => Promise<Result>): Promise<Result>;
  /**
   * The valid session; null without one, or after 12 hours (platform administrators: also after 15 idle minutes), by
   * the database's clock. One statement, which updates lastSeenAt at most once a minute.
   *
   * @param isBackground for a page's own polling, which does not change lastSeenAt
   */
  findSession(cookieHeader: string | undefined, isBackground?: boolean): Promise<PortalSession | null>;
  /** Identifies a sign-in that awaits the second factor; null if the cookie is not ours. */
  readPending(cookieHeader: string | undefined): string | null;
  findPendingPerson(cookieHeader: string | undefined): Promise<string | null>;
  findLinkedPerson(token: string): Promise<string | null>;
  endSession(sessionId: string): Promise<void>;
  /** The device that sends the request; null if its cookie is absent, forged, expired or void. */
  findKnownDevice(cookieHeader: string | undefined): Promise<KnownDevice | null>;
  /**
   * Makes this browser a known device of the person.
   *
   * @returns the values of `Set-Cookie`
   */
  rememberDevice(userId: string): Promise<string[]>;
  voidKnownDevices(userId: string): Promise<void>;
  /** Runs work that a response must not wait for. A rejection is logged; close() waits. */
  doLater(work: () => Promise<unknown>): void;
  close(): Promise<void>;
}

/** Sign-in by Better Auth on our own tables. See src/decisions/0010-identity-by-better-auth.md. */
export function createIdentity(options: IdentityOptions): Identity {
  const { database, secrets, logger } = options;
  const pool = openIdentityPool(options.databaseUrl);
  const later = new Set<Promise<unknown>>();
  const keep = (work: Promise<unknown>) => {
    const settled = work.catch((error: unknown) => logger.error({ error }, "identity: a deferred task failed"));
    later.add(settled);
    void settled.finally(() => later.delete(settled));
  };
  const standIns = new Set<string>();
  const auth = betterAuth(
    configure({ ...options, passwords: acceptStandIns(standIns, options.passwords) }, pool, keep),
  );
  const cookies = nameCookies(options.baseUrl);
  const readToken = (header: string | undefined, name: string) => readSignedCookie(header, name, secrets);
  return {
    handle: (request) => auth.handler(secrets.length === 1 ? request : withCurrentSignatures(request, secrets)),
    withStandIn: async (work) => {
      const password = randomBytes(32).toString("base64url");
      standIns.add(password);
      try {
        return await work(password);
      } finally {
        standIns.delete(password);
      }
    },
    findSession: async (header, isBackground = false) => {
      const token = readToken(header, cookies.session);
      return token === null ? null : findLiveSession(database, token, !isBackground);
    },
    readPending: (header) => readToken(header, cookies.pending),
    findPendingPerson: async (header) => {
      const identifier = readToken(header, cookies.pending);
      return identifier === null ? null : findAwaitedPerson(database, identifier);
    },
    findLinkedPerson: (token) => findAwaitedPerson(database, `reset-password:${token}`),
    endSession: (sessionId) => deleteSession(database, sessionId),
    findKnownDevice: async (header) => {
      const token = readCookie(header, cookies.device);
      return token === null ? null : findKnownDevice(database, secrets, token);
    },
    rememberDevice: async (userId) => {
      const device = await createDeviceToken(database, secrets, userId);
      if (device === null) return [];
      const attributes = `Max-Age=${device.maxAge}; Path=/; HttpOnly; ${isSecure(options.baseUrl) ? "Secure; " : ""}SameSite=Lax`;
      return [`${cookies.device}=${device.token}; ${attributes}`];
    },
    voidKnownDevices: (userId) => voidKnownDevices(database, userId),
    doLater: (work) => keep(work()),
    close: async () => {
      // Deferred work can defer further work.
      while (later.size > 0) await Promise.all(later);
      await pool.end();
    },
  };
}

/** Checks passwords as given, by default by Better Auth's scrypt, and accepts each stand-in once. */
function acceptStandIns(standIns: Set<string>, passwords: PasswordHashing | undefined): PasswordHashing {
  const checked: PasswordHashing = passwords ?? { hash: hashPassword, verify: verifyPassword };
  return {
    hash: (password) => checked.hash(password),
    verify: async (given) => standIns.delete(given.password) || checked.verify(given),
  };
}

function withCurrentSignatures(request: Request, secrets: Secrets): Request {
  const headers = new Headers(request.headers);
  const cookie = headers.get("cookie");
  if (cookie !== null) headers.set("cookie", resignCookies(cookie, secrets));
  return new Request(request, { headers });
}

const connections = 4;

/** A separate pool, because Better Auth reads instants as Date objects. */
function openIdentityPool(databaseUrl: string): Pool {
  const pool = new Pool({
    connectionString: withServerOptions(databaseUrl, connectionOptions),
    max: connections,
    application_name: "caseport identity",
    connectionTimeoutMillis: 2_000,
    query_timeout: 6_000,
    idleTimeoutMillis: 60_000,
  });
  // Replaced at the next use; without listeners a restarted server would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

const idKinds: Readonly<Record<string, IdKind>> = {
  user: "user",
  session: "session",
  account: "account",
  verification: "verification",
  twoFactor: "secondFactor",
  passkey: "passkey",
};

function configure(options: IdentityOptions, pool: Pool, inBackground: (work: Promise<unknown>) => void) {
  const { baseUrl, secrets, logger, database } = options;
  return {
    appName: "Caseport",
    baseURL: baseUrl,
    basePath: identityPath,
    // `secret` decrypts what was encrypted before versions were written; at the start, rotation leaves nothing of it.
    secret: secrets[0],
    secrets: secrets.map((value) => ({ version: versionOf(value), value })),
    trustedOrigins: trustedOrigins(baseUrl),
    database: {
      db: new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool }) }),
      type: "postgres",
      transaction: true,
    },
    emailAndPassword: configurePasswords(options),
    user: { modelName: "User" },
    session: {
      modelName: "Session",
      expiresIn: sessionHours * 3_600,
      disableSessionRefresh: true,
      additionalFields: { secondFactorAt: { type: "date", required: false, input: false } },
    },
    account: { modelName: "Account" },
    // The table has digests of the values in links and cookies.
    verification: { modelName: "Verification", storeIdentifier: "hashed" },
    plugins: [
      twoFactor({
        twoFactorTable: "TwoFactor",
        issuer: "Caseport",
        skipVerificationOnEnable: false,
        backupCodeOptions: { storeBackupCodes: "encrypted", customBackupCodesGenerate: createRecoveryCodes },
        // second-factor-rules.ts counts wrong codes, because it counts those of known devices by themselves.
        accountLockout: { enabled: false },
      }),
      secondFactorRules(database),
      ...passkeys(database, baseUrl),
    ],
    databaseHooks: {
      session: {
        create: { before: (session, context) => Promise.resolve({ data: completeSession(session, context) }) },
      },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: { ...configureCookies(baseUrl), ...strictness, backgroundTasks: { handler: inBackground } },
    logger: {
      level: "error",
      log: (_level, _message, ...particulars) => logger.error({ error: particulars.find(isError) }, "identity"),
    },
    onAPIError: { onError: throwFaults },
  } satisfies BetterAuthOptions;
}

const strictness = {
  disableCSRFCheck: false,
  disableOriginCheck: false,
  // The IP address is set by the header; see completeSession.
  ipAddress: { disableIpTracking: true },
  // Migrations are ours, and have run.
  database: {
    generateId: ({ model }: { model: string }) => createId(idKinds[model] ?? "verification"),
    validateSchema: false,
  },
} as const;

function configurePasswords({ sendPasswordLink, passwords }: IdentityOptions) {
  return {
    enabled: true,
    ...(passwords !== undefined && { password: passwords }),
    disableSignUp: true,
    minPasswordLength,
    maxPasswordLength,
    resetPasswordTokenExpiresIn: resetMinutes * 60,
    revokeSessionsOnPasswordReset: true,
    sendResetPassword: ({ user, token }: { user: { name: string; email: string }; token: string }) =>
      sendPasswordLink({ name: user.name, email: user.email, path: writePasswordUrl("", token) }),
  };
}

function configureCookies(baseUrl: string) {
  const { session, pending, passkey } = nameCookies(baseUrl);
  // Strict: pages need no cookie, and what they fetch comes from our own site, also after a link in a mail.
  const attributes = { secure: isSecure(baseUrl), httpOnly: true, sameSite: "strict", path: "/" } as const;
  return {
    // Better Auth would put `__Secure-` before our own prefix.
    useSecureCookies: false,
    cookies: {
      session_token: { name: session, attributes },
      two_factor: { name: pending, attributes },
      [ceremonyCookie]: { name: passkey, attributes },
    },
  };
}

interface NewSession {
  ipAddress?: string | null | undefined;
}

/**
 * Adds to a new session its client IP address and the time of its second factor; second-factor-rules.ts sets the latter
 * by the database's clock.
 */
function completeSession<Session extends NewSession>(session: Session, context: GenericEndpointContext | null) {
  const path = context?.path ?? "";
  return {
    ...session,
    ipAddress: context?.headers?.get(addressHeader) ?? null,
    secondFactorAt:
      secondFactorPaths.has(path) || path === verifyPasskey ? new Date() : findEarlierConfirmation(path, context),
  };
}

/** A password change replaces the session; without the time of its second factor the new one would be invalid. */
function findEarlierConfirmation(path: string, context: GenericEndpointContext | null): Date | null {
  if (path !== "/change-password") return null;
  const shown: unknown = context?.context.session?.session["secondFactorAt"];
  return shown instanceof Date ? shown : null;
}

function isError(value: unknown): value is Error {
  return value instanceof Error;
}

/** A rejection becomes a response; an error such as an unavailable database is thrown to the caller, which logs it. */
function throwFaults(error: unknown): void {
  if (error instanceof Error && error.name !== "APIError") throw error;
}
