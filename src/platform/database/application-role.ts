import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { Client, type ClientBase, type Pool } from "pg";
import { isDistributed, markDistributed, withServerOptions } from "./connections/connection-url.ts";
import { estimateOrganizations } from "./first-statistics.ts";
import { applyMigrations, assertCompatible, hasDistributedTables, readMigrationState } from "./migrations.ts";
import { makePartitions } from "./partitions.ts";

/** The group role to which the migrations grant. */
export const applicationGroup = "caseport_application";
/**
 * Owns the SECURITY DEFINER functions that cross organizations, and the tables whose partitions they make and drop;
 * cannot log in.
 */
export const definer = "caseport_definer";
/** Reads the tables of reports, also of child organizations; the application sets it for one statement. */
export const reader = "caseport_reader";
/**
 * Owns the one function that empties a sandbox, whose rows alone it deletes; a member of the application's group, by
 * whose policies it sees the transaction's own organization. Cannot log in.
 */
const emptier = "caseport_emptier";
const emptying = "empty_sandbox";
/** The collation pg_c_utf8 exists since 17. */
const oldestVersion = 170_000;
/** Serializes concurrent starts, so that only one creates the role. */
const roleLock = 5_270_131_848;
const longestName = 63;

export interface PreparedDatabase {
  /** For the server: a role that owns nothing and is subject to row-level security. */
  applicationUrl: string;
  /** The same without a pooler. */
  directUrl: string;
  /** For further set-up, without a pooler; null if the given URL's role is the application's own. */
  ownerUrl: string | null;
  applied: string[];
}

/**
 * Prepares a database for serving. With an owner's URL: applies the migrations and creates the application's login
 * role. With another URL: checks that the database is migrated and that the role is safe. Makes the partitions that are
 * missing. The URLs of a database that is distributed over a Citus cluster say so.
 *
 * @param report called with the name of each committed migration
 * @param directUrl leads to the same database as the same role, not through a pooler
 * @throws a message for the operator if the server is too old, the time zone cannot be set, an applied migration was
 *   edited, or the role is neither an owner nor safe to serve with
 */
export async function prepareDatabase(
  url: string,
  report?: (name: string) => void,
  directUrl = url,
): Promise<PreparedDatabase> {
  const prepared = await prepare(url, report, directUrl);
  // An owner's start has looked already.
  const isCluster =
    prepared.ownerUrl === null
      ? await withClient(prepared.directUrl, hasDistributedTables)
      : isDistributed(prepared.directUrl);
  if (!isCluster) return prepared;
  return {
    ...prepared,
    applicationUrl: markDistributed(prepared.applicationUrl),
    directUrl: markDistributed(prepared.directUrl),
  };
}

async function prepare(
  url: string,
  report: ((name: string) => void) | undefined,
  directUrl: string,
): Promise<PreparedDatabase> {
  const role = await inspectConnection(directUrl);
  if (!role.canMigrate) {
    await rejectUnready(directUrl, role);
    if (directUrl !== url) await rejectUnready(url, await inspectConnection(url));
    await withClient(directUrl, makePartitions);
    return { applicationUrl: url, directUrl, ownerUrl: null, applied: [] };
  }
  await rejectForeignRoles(directUrl, role.name);
  const applied = await applyMigrations(directUrl, { report });
  await withClient(directUrl, estimateOrganizations);
  const applicationUrl = await ensureApplicationRole(directUrl);
  await withClient(applicationUrl, makePartitions);
  if (directUrl === url) return { applicationUrl, directUrl: applicationUrl, ownerUrl: url, applied };
  const pooled = deriveApplicationRole(url).url;
  await rejectUnready(pooled, await inspectConnection(pooled));
  return { applicationUrl: pooled, directUrl: applicationUrl, ownerUrl: directUrl, applied };
}

/**
 * Roles belong to the whole server. If another database's owner created them, this owner needs the ADMIN option.
 * Checked before the first migration is applied.
 */
async function rejectForeignRoles(url: string, owner: string): Promise<void> {
  const foreign = await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      SELECT rolname AS name FROM pg_roles
      WHERE rolname IN ('${applicationGroup}', '${definer}', '${reader}', '${emptier}')
        AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AND NOT pg_has_role(oid, 'USAGE WITH ADMIN OPTION')`);
    return rows.map(({ name }) => name);
  });
  if (foreign.length === 0) return;
  throw new Error(
    `The roles ${foreign.join(" and ")} of this PostgreSQL server were made for another database. ` +
      `Let a superuser run: GRANT ${foreign.join(", ")} TO "${owner}" WITH ADMIN OPTION;`,
  );
}

/**
 * Creates the login role `<database>_caseport_app` if needed. Its password is derived from the owner's, so that it is
 * not stored; when the owner's changes, the next start sets the new one.
 *
 * @returns the URL by which the server connects
 */
export async function ensureApplicationRole(ownerUrl: string): Promise<string> {
  const { url, name, password } = deriveApplicationRole(ownerUrl);
  if (!(await canServe(url))) await createRole(ownerUrl, name, password);
  await rejectUnready(url, await inspectConnection(url));
  return (await withClient(url, hasDistributedTables)) ? markDistributed(url) : url;
}

/** The login role that a start with this owner's URL creates, and its URL. */
export function deriveApplicationRole(ownerUrl: string): { url: string; name: string; password: string } {
  const owner = new URL(ownerUrl);
  const database = decodeURIComponent(owner.pathname.slice(1));
  if (owner.password === "") {
    throw new Error(
      "DATABASE_URL of an owner must hold the owner's password: the application role's password is derived from it.",
    );
  }
  const name = nameRole(database);
  const password = createHmac("sha256", decodeURIComponent(owner.password))
    .update(`caseport application role ${database}`)
    .digest("hex");
  const application = new URL(ownerUrl);
  application.username = encodeURIComponent(name);
  application.password = password;
  return { url: application.toString(), name, password };
}

export interface ConnectionRole {
  name: string;
  /** Of the server, such as 18.4. */
  version: string;
  canMigrate: boolean;
  isSuperuser: boolean;
  bypassesRowSecurity: boolean;
  ownsTables: boolean;
  isApplication: boolean;
}

/**
 * Reads the rights of the URL's role.
 *
 * @throws if the server is too old or ignores the time zone
 */
export async function inspectConnection(url: string): Promise<ConnectionRole> {
  return withClient(url, async (client) => {
    const { rows: settings } = await client.query<{ version: number; zone: string }>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('TimeZone') AS zone`,
    );
    const { version = 0, zone = "" } = settings[0] ?? {};
    if (version < oldestVersion)
      throw new Error(`The database is PostgreSQL ${Math.trunc(version / 10_000)}; Caseport requires 17 or later.`);
    if (zone !== "UTC") {
      throw new Error(
        `Connections to the database have the time zone ${zone} though UTC was requested: let the pooler pass "options" on, or set UTC in the server.`,
      );
    }
    const { rows } = await client.query<ConnectionRole>(inspectRole);
    const role = rows[0];
    if (role === undefined) throw new Error("The database does not have the role of this connection.");
    return role;
  });
}

/** An owner can create tables and roles, and owns the existing tables. */
const inspectRole = `
  SELECT
    role.rolname AS "name",
    split_part(current_setting('server_version'), ' ', 1) AS version,
    role.rolsuper AS "isSuperuser",
    role.rolbypassrls AS "bypassesRowSecurity",
    (role.rolsuper OR (role.rolcreaterole AND has_schema_privilege('public', 'CREATE')))
      AND NOT EXISTS (
        SELECT FROM pg_class WHERE oid = to_regclass('public._prisma_migrations') AND NOT pg_has_role(relowner, 'USAGE')
      ) AS "canMigrate",
    EXISTS (
      SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND relowner IS DISTINCT FROM to_regrole('${definer}') AND pg_has_role(relowner, 'MEMBER')
    ) AS "ownsTables",
    EXISTS (SELECT FROM pg_roles AS application WHERE rolname = '${applicationGroup}' AND pg_has_role(application.oid, 'USAGE')) AS "isApplication"
  FROM pg_roles AS role WHERE role.rolname = current_user`;

export const roleRemedy =
  "Give DATABASE_URL an owner's URL (a role with CREATEROLE that owns the tables), or one of a plain member of caseport_application.";

/** Why the role must not serve; null if it is safe. */
export function findRoleFault(role: ConnectionRole): string | null {
  if (role.isSuperuser) return "it is a superuser, so row-level security does not bind it";
  if (role.bypassesRowSecurity) return "it has BYPASSRLS, so row-level security does not bind it";
  if (role.ownsTables) return "it owns tables, but cannot create roles";
  return role.isApplication ? null : "it is not a member of caseport_application, or the database was never migrated";
}

/** @throws unless the role is safe to serve with and the database is completely migrated */
async function rejectUnready(url: string, role: ConnectionRole): Promise<void> {
  const unusable = (reason: string) =>
    new Error(`The database role ${role.name} cannot serve: ${reason}. ${roleRemedy}`);
  const fault = findRoleFault(role);
  if (fault !== null) throw unusable(fault);
  const state = await withClient(url, async (client) => {
    const found = await readMigrationState(client);
    assertCompatible(found);
    await assertRoles(client);
    return found;
  });
  if (state.pending.length > 0)
    throw unusable(`these migrations are not applied, and it cannot apply them: ${state.pending.join(", ")}`);
}

/** @throws a message with the statement that restores what a restored dump lacks */
export async function assertRoles(client: ClientBase | Pool): Promise<void> {
  await assertDefinerOwnership(client);
  await assertReaderMembership(client);
  await assertEmptierMembership(client);
}

/**
 * The definer role must own the functions that cross organizations, and the partitioned tables with their partitions. A
 * restore with --no-owner gives them to the restoring role; key lookups then find nothing, without any other error.
 */
async function assertDefinerOwnership(client: ClientBase | Pool): Promise<void> {
  const { rows: lost } = await client.query<{ name: string; owner: string }>(`
    SELECT 'FUNCTION ' || f.oid::regprocedure AS name, f.owner FROM (
      SELECT oid, proowner, CASE proname WHEN '${emptying}' THEN '${emptier}' ELSE '${definer}' END AS owner FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND prosecdef) f
    WHERE f.proowner IS DISTINCT FROM to_regrole(f.owner)
    UNION ALL
    SELECT 'TABLE ' || oid::regclass, '${definer}' FROM pg_class
    WHERE (relkind = 'p' AND relnamespace = 'public'::regnamespace OR relkind = 'r' AND relnamespace = to_regnamespace('partitions')) AND relowner <> '${definer}'::regrole`);
  if (lost.length === 0) return;
  const cure = lost.map(({ name, owner }) => `ALTER ${name} OWNER TO ${owner};`).join(" ");
  const owners = [...new Set(lost.map(({ owner }) => owner))].join(" and ");
  throw new Error(`These must belong to ${owners} and do not (a restore with --no-owner?). As a superuser: ${cure}`);
}

/**
 * A dump contains no role memberships: after a restore on another server the application cannot set the reader's role,
 * and no report runs.
 */
async function assertReaderMembership(client: ClientBase | Pool): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(`
    SELECT to_regrole('${reader}') IS NOT NULL AND pg_has_role(current_user, to_regrole('${reader}'), 'SET') AS taken`);
  if (rows[0]?.taken === true) return;
  throw new Error(
    `The application cannot take the role ${reader}, in which reports are read (a restore on another server?). ` +
      `As a superuser: GRANT ${reader} TO ${applicationGroup} WITH INHERIT FALSE, SET TRUE;`,
  );
}

/** Without its membership, the function that empties a sandbox sees no row. */
async function assertEmptierMembership(client: ClientBase | Pool): Promise<void> {
  const { rows } = await client.query<{ isMember: boolean }>(`
    SELECT to_regrole('${emptier}') IS NOT NULL AND pg_has_role(to_regrole('${emptier}'), '${applicationGroup}', 'USAGE') AS "isMember"`);
  if (rows[0]?.isMember === true) return;
  throw new Error(
    `The role ${emptier} is no member of ${applicationGroup}, so no sandbox can be reset (a restore on another server?). ` +
      `As a superuser: GRANT ${applicationGroup} TO ${emptier};`,
  );
}

async function canServe(url: string): Promise<boolean> {
  try {
    return (await inspectConnection(url)).isApplication;
  } catch (error) {
    // 28P01, 28000: unknown role or wrong password. A pooler uses other codes, so the role is created after any rejection.
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

async function createRole(ownerUrl: string, name: string, password: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    const role = client.escapeIdentifier(name);
    const verifier = client.escapeLiteral(createVerifier(password));
    const { rows: database } = await client.query<{ name: string }>(`SELECT quote_ident(current_database()) AS name`);
    await client.query("BEGIN");
    await client.query(`SELECT pg_advisory_xact_lock(${roleLock})`);
    const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [name]);
    if (rowCount === 0)
      await client.query(
        `CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD ${verifier}`,
      );
    else await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${verifier}`);
    await client.query(`GRANT ${applicationGroup} TO ${role}`);
    await client.query(`GRANT CONNECT ON DATABASE ${database[0]?.name ?? ""} TO ${applicationGroup}`);
    await client.query("COMMIT");
  });
}

/** PostgreSQL truncates names after 63 bytes; a long one gets a digest, so that no two databases share a role. */
function nameRole(database: string): string {
  const name = `${database}_caseport_app`;
  if (Buffer.byteLength(name) <= longestName) return name;
  return `${createHash("sha256").update(database).digest("hex").slice(0, 32)}_caseport_app`;
}

/** The SCRAM verifier that PostgreSQL stores (RFC 5803): the password itself is in no statement or log. */
function createVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const clientKey = createHmac("sha256", salted).update("Client Key").digest();
  const storedKey = createHash("sha256").update(clientKey).digest("base64");
  const serverKey = createHmac("sha256", salted).update("Server Key").digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({
    connectionString: withServerOptions(url, "-c TimeZone=UTC"),
    // A start describes the API in the same turns of the event loop, which a busy machine makes long.
    connectionTimeoutMillis: 30_000,
    application_name: "caseport set-up",
  });
  // A broken connection rejects its statement; without a listener it would also end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
