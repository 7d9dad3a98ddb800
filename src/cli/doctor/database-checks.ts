import {
  applicationGroup,
  assertRoles,
  findRoleFault,
  inspectConnection,
  reader,
  roleRemedy,
} from "../../platform/database/application-role.ts";
import type { Database } from "../../platform/database/database.ts";
import { readMigrationState } from "../../platform/database/migrations.ts";
import { unisolatedTables } from "../../platform/database/tenant-isolation.ts";
import { describeZoneDifferences, findZoneDifferences } from "../../platform/database/time-zone-data.ts";
import {
  isWorkerRunning,
  readInstallationHealth,
  type InstallationHealth,
} from "../../platform/observability/installation-health.ts";
import { fail, grade, ok, warn, type Check, type Outcome } from "./check.ts";

const skewSeconds = { warning: 1, failure: 30 };
const queueMinutes = { warning: 10, failure: 60 };

/** @throws if the role cannot connect */
export async function checkRole(database: Database, applicationUrl: string): Promise<Outcome> {
  const role = await inspectConnection(applicationUrl);
  const fault = findRoleFault(role);
  if (fault !== null) return fail(`${role.name}: ${fault}.`, roleRemedy);
  const others = await list(database, otherRoles);
  if (others.length === 0) return ok(`${role.name} owns nothing and is bound by row-level security.`);
  return fail(
    `${role.name} is a member of ${others.join(", ")}.`,
    `As a superuser: REVOKE ${others.join(", ")} FROM "${role.name}".`,
  );
}

const migrateCure = "Start with an owner's URL: it applies the migrations and installs the job queue.";

/**
 * Checks what the server needs of its database.
 *
 * @param database opened with the application role's URL
 */
export function listDatabaseChecks(database: Database): Check[] {
  let health: Promise<InstallationHealth> | undefined;
  const readHealth = () => (health ??= getHealth(database));
  return [
    { name: "Grants", cure: "Run the statement that the message names.", run: () => checkGrants(database) },
    { name: "Row-level security", cure: migrateCure, run: () => checkIsolation(database) },
    { name: "Migrations", cure: migrateCure, run: () => checkMigrations(database) },
    { name: "Partitions", cure: migrateCure, run: async () => checkPartitions(await readHealth()) },
    { name: "Legal holds", cure: migrateCure, run: () => describeHolds(database) },
    { name: "Clock", cure: migrateCure, run: () => checkClock(database) },
    { name: "Time zones", cure: migrateCure, run: () => checkTimeZones(database) },
    { name: "Worker", cure: migrateCure, run: async () => checkWorker(await readHealth()) },
    { name: "Job queue", cure: migrateCure, run: async () => checkQueue(await readHealth(), "oldestJobAt") },
    { name: "Webhook queue", cure: migrateCure, run: async () => checkQueue(await readHealth(), "oldestDeliveryAt") },
  ];
}

async function checkGrants(database: Database): Promise<Outcome> {
  const faults = await list(database, wrongGrants);
  if (faults.length > 0)
    return fail(
      `${faults.length} privileges are missing or too many.`,
      `As the owner: ${faults.slice(0, 5).join(" ")}`,
    );
  await assertRoles(database.pool);
  return ok("Tables, functions and the job queue have the privileges of the migrations.");
}

async function checkIsolation(database: Database): Promise<Outcome> {
  const open = await list(database, unisolatedTables);
  if (open.length === 0) return ok("Every table with an organization's rows is isolated.");
  const statements = open.map((table) => `ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;`);
  return fail(
    `Not isolated: ${open.join(", ")}.`,
    `Stop the servers, drop any policy but own_organization, and run as the owner: ${statements.join(" ")}`,
  );
}

async function checkMigrations({ pool }: Database): Promise<Outcome> {
  const { pending, unknown, edited } = await readMigrationState(pool);
  if (unknown.length > 0)
    return fail(
      `Unknown to this version: ${unknown.join(", ")}.`,
      "Start the version that applied them, or a later one.",
    );
  if (edited.length > 0)
    return fail(`Changed after they were applied: ${edited.join(", ")}.`, "Restore the files of the release.");
  return pending.length > 0
    ? fail(`Not applied: ${pending.join(", ")}.`, migrateCure)
    : ok("All are applied, and no others.");
}

function checkPartitions({ missingPartitions: missing }: InstallationHealth): Outcome {
  if (missing.length === 0) return ok("This month's and the next month's exist.");
  return fail(
    `Missing: ${missing.join(", ")}. Their rows are kept with those of later months.`,
    "Start a server or a worker: it makes them at its start and every ten minutes. Its log says what prevents it.",
  );
}

/** Never a fault: an operator sees why months are kept. */
async function describeHolds(database: Database): Promise<Outcome> {
  const holds = await list(
    database,
    "SELECT slug || ' (' || array_to_string(kinds, ', ') || ')' AS name FROM list_legal_holds()",
  );
  return ok(holds.length === 0 ? "None." : `${holds.join("; ")}.`);
}

async function checkClock({ pool }: Database): Promise<Outcome> {
  const begin = Date.now();
  const { rows } = await pool.query<{ at: string }>("SELECT clock_timestamp() AS at");
  const seconds = Math.abs(Date.parse(rows[0]?.at ?? "") - (begin + Date.now()) / 2) / 1_000;
  return grade(
    seconds,
    skewSeconds,
    `Differs from the database's by ${seconds.toFixed(2)} s.`,
    "Synchronize the clocks of both machines with NTP.",
  );
}

async function checkTimeZones(database: Database): Promise<Outcome> {
  const differences = await findZoneDifferences(database);
  if (differences.length === 0) return ok("Node and PostgreSQL agree on the zones of all organizations for two years.");
  const { finding, cure } = describeZoneDifferences(differences);
  return warn(finding, cure);
}

function checkWorker(health: InstallationHealth): Outcome {
  if (isWorkerRunning(health)) return ok(`Last seen at ${health.workerSeenAt}.`);
  return fail(
    `Last seen: ${health.workerSeenAt ?? "never"}.`,
    "Start npm run worker, or a server without CASEPORT_WORKER=none.",
  );
}

async function getHealth(database: Database): Promise<InstallationHealth> {
  const health = await readInstallationHealth(database, null);
  if (health === undefined) throw new Error("The database returned no row.");
  return health;
}

function checkQueue(health: InstallationHealth, member: "oldestJobAt" | "oldestDeliveryAt"): Outcome {
  const oldest = health[member];
  if (oldest === null) return ok("Nothing is due.");
  const minutes = (Date.parse(health.readAt) - Date.parse(oldest)) / 60_000;
  return grade(
    minutes,
    queueMinutes,
    `The oldest entry has been due for ${Math.ceil(minutes)} min.`,
    "Start another worker, and look in its log for what fails.",
  );
}

async function list({ pool }: Database, sql: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(sql);
  return rows.map(({ name }) => name);
}

/** Each membership would give the application what the migrations withhold from it. */
const otherRoles = `
  SELECT rolname AS name FROM pg_roles
  WHERE rolname NOT IN (current_user, '${applicationGroup}', '${reader}') AND pg_has_role(current_user, oid, 'MEMBER') ORDER BY 1`;

/** The statements that restore the privileges of the migrations. */
const wrongGrants = `
  WITH tables AS (
    SELECT c.oid, c.oid::regclass AS name, n.nspname AS schema, c.relowner, c.relacl FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p'))
  SELECT format('GRANT %s ON %s TO ${applicationGroup};', privilege, name) AS name
  FROM tables, unnest(CASE schema WHEN 'pgboss' THEN '{SELECT,INSERT,UPDATE,DELETE}'::text[] ELSE '{SELECT}' END) AS privilege
  WHERE NOT has_table_privilege('${applicationGroup}', oid, privilege)
  UNION ALL
  SELECT format('REVOKE %s ON %s FROM %s;', a.privilege_type, name, CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END)
  FROM tables, aclexplode(relacl) a
  WHERE a.grantee = 0 OR (a.grantee = to_regrole('${applicationGroup}') AND a.privilege_type NOT IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE'))
  UNION ALL
  SELECT format('GRANT USAGE ON SCHEMA pgboss TO ${applicationGroup};') WHERE NOT has_schema_privilege('${applicationGroup}', 'pgboss', 'USAGE')
  UNION ALL
  SELECT format('GRANT EXECUTE ON FUNCTION %s TO ${applicationGroup};', oid::regprocedure) FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace AND prosecdef AND NOT has_function_privilege('${applicationGroup}', oid, 'EXECUTE')
  ORDER BY 1`;
