import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { Client } from "pg";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { readEnvironment } from "../../platform/environment.ts";
import { readIdentitySecret, secretFile } from "../../platform/identity/secret.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { cloneDatabase } from "../../testing/database/clone-database.ts";
import { isTurnOfMonth, steadyMonth } from "../../testing/database/steady-month.ts";
import { testSecret } from "../../testing/harness/server.ts";
import { createDocument } from "../../areas/documents/fixtures.records.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { openDiskStorage } from "../../platform/storage/disk.ts";
import { diskStorageFolder } from "../../platform/storage/open-storage.ts";
import { objectKey } from "../../platform/storage/storage.ts";
import { createTenant } from "../../testing/harness/tenant.ts";
import { bucket, startS3 } from "../../testing/servers/file-storage.ts";
import { startCollector } from "../../testing/servers/collector.ts";
import { compileCacheFolder } from "../../testing/servers/compile-cache.ts";
import { findFreePort } from "../local-postgres/free-port.ts";
import { runChecks, type Finding } from "./check.ts";
import { diagnose } from "./diagnose.ts";
import { listOtherChecks } from "./surroundings.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

const timeout = 10_000;
let ownerUrl: string;
let owner: Client;
let folder: string;
let healthy: Record<string, string>;

beforeAll(async () => {
  ownerUrl = await cloneDatabase();
  owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await steadyMonth(owner);
  folder = mkdtempSync(join(tmpdir(), "caseport-doctor-"));
  healthy = {
    DATABASE_URL: await ensureApplicationRole(ownerUrl),
    CASEPORT_SECRET: testSecret,
    CASEPORT_DATA_DIR: folder,
    CASEPORT_BASE_URL: "https://api.firm.example",
  };
  // As a worker does every half minute.
  await owner.query("UPDATE pgboss.version SET cron_on = now()");
});
afterAll(async () => {
  await owner.end();
  rmSync(folder, { recursive: true, force: true });
});

const examineOthers = (more: Record<string, string>) =>
  runChecks(listOtherChecks(readEnvironment({ ...healthy, ...more })), timeout);
const examine = (more: Record<string, string> = {}) => diagnose({ ...healthy, ...more }, timeout);
const find = (findings: readonly Finding[], check: string) => findings.find((finding) => finding.check === check);
const failed = (findings: readonly Finding[]) =>
  findings.filter(({ status }) => status === "failure").map(({ check }) => check);

/** Breaks the database with one statement, and mends it with another when the test has ended. */
async function breakBy(statement: string, remedy: string): Promise<void> {
  await owner.query(statement);
  onTestFinished(async () => void (await owner.query(remedy)));
}

function makeFolder(): string {
  const made = mkdtempSync(join(tmpdir(), "caseport-doctor-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function startSmtp(options: ConstructorParameters<typeof SMTPServer>[0] = {}): Promise<string> {
  const server = new SMTPServer({ disabledCommands: ["STARTTLS"], authOptional: true, ...options });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())));
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

/** Runs the command as npm does. */
function run(environment: Record<string, string>, ...words: string[]): Promise<{ code: number; output: string }> {
  const program = new URL("../doctor.ts", import.meta.url).pathname;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...words],
      { env: { NODE_ENV: "test", NODE_COMPILE_CACHE: compileCacheFolder(), ...environment } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr }),
    );
  });
}

test("a healthy installation has no failure, with the owner's URL and with the application role's", async () => {
  const smtp = await startSmtp();
  const more = { CASEPORT_SMTP_URL: `smtp://${smtp}`, CASEPORT_MAIL_FROM: "portal@firm.example" };
  for (const database of [{ DATABASE_URL: ownerUrl }, {}]) {
    const findings = await examine({ ...more, ...database });
    expect(findings.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual([
      "Configuration",
      "Database",
      "Application role",
      "Grants",
      "Row-level security",
      "Migrations",
      "Partitions",
      "Legal holds",
      "Clock",
      "Time zones",
      "Worker",
      "Job queue",
      "Webhook queue",
      "Replica",
      "Stored secrets",
      "Files",
      "Secret",
      "Email",
      "Storage",
      "Rate limits",
      "Traces",
      "Disk",
      "Backups",
    ]);
  }
});

test("the command prints a line for each check, or JSON, and exits with 1 if one failed", async () => {
  const healthyRun = await run(healthy);
  expect([healthyRun.code, healthyRun.output]).toEqual([
    0,
    expect.stringMatching(/^✓ Database +PostgreSQL \d+\.\d+ responded in \d+ ms\.$/m),
  ]);
  expect(healthyRun.output).toMatch(
    /^! Email +Written to the folder outbox, not sent\. Set CASEPORT_SMTP_URL and CASEPORT_MAIL_FROM\.$/m,
  );
  const broken = await run({ ...healthy, PORT: "x", CASEPORT_SECERT: "hunter2 hunter2" }, "--json");
  expect([broken.code, JSON.parse(broken.output)]).toEqual([
    1,
    {
      ok: false,
      checks: [
        expect.objectContaining({ check: "Configuration", status: "failure" }),
        expect.objectContaining({ check: "Configuration" }),
      ],
    },
  ]);
  expect(broken.output).not.toContain("hunter2");
  expect((await run(healthy, "--colour")).code).toBe(1);
});

test("counts the versions of documents whose file the storage does not have, or has in another size", async () => {
  const url = await ensureApplicationRole(await cloneDatabase());
  const database = openDatabase(url, { poolSize: 2, hooks });
  onTestFinished(() => database.close());
  const tenant = await createTenant(database);
  for (const _each of [1, 2, 3]) await createDocument(tenant);
  const versions = await tenant.inside((transaction) =>
    transaction.selectFrom("DocumentVersion").select(["objectId", "sizeBytes"]).execute(),
  );
  const data = makeFolder();
  const storage = openDiskStorage(diskStorageFolder(data));
  const put = (objectId: string, size: number) =>
    storage.put(objectKey(tenant.organizationId, objectId), Readable.from([Buffer.alloc(size)]), size);
  const look = async () => find(await examine({ DATABASE_URL: url, CASEPORT_DATA_DIR: data }), "Files");
  const lacking = (count: number) =>
    `Of all 3 versions of documents, ${count} have no file of their size in the storage.`;
  expect(await look()).toMatchObject({ status: "failure", finding: lacking(3) });
  for (const { objectId, sizeBytes } of versions) await put(objectId, sizeBytes);
  const complete = "The storage has the files of all 3 versions of documents.";
  expect(await look()).toMatchObject({ status: "ok", finding: complete });
  await put(versions[0]?.objectId ?? "", 1);
  expect(await look()).toMatchObject({ status: "failure", finding: lacking(1) });
});

test("an unreachable database is one failure, and the rest is checked", async () => {
  const findings = await examine({ DATABASE_URL: `postgresql://firm:hunter2@127.0.0.1:${await findFreePort()}/firm` });
  expect(failed(findings)).toEqual(["Database"]);
  expect(find(findings, "Database")?.finding).toContain("ECONNREFUSED");
  expect(find(findings, "Disk")?.status).toBe("ok");
});

test("a password in a URL with a bare % does not end the command without its findings", async () => {
  const findings = await examine({
    CASEPORT_MAIL_FROM: "portal@firm.example",
    CASEPORT_SMTP_URL: `smtp://mailer:100%secret@127.0.0.1:${await findFreePort()}`,
  });
  expect(failed(findings)).toEqual(["Email"]);
  expect(JSON.stringify(findings)).not.toContain("100%secret");
});

test("an application role that no start has created is one failure", async () => {
  const another = await cloneDatabase();
  expect(failed(await examine({ DATABASE_URL: another }))).toEqual(["Application role"]);
});

test("without DATABASE_URL it is the embedded database of the data folder, which is not running", async () => {
  const findings = await diagnose({ CASEPORT_DATA_DIR: makeFolder() }, timeout);
  expect(failed(findings)).toEqual(["Database"]);
  expect(find(findings, "Secret")).toMatchObject({ status: "warning" });
});

test("a server that accepts a connection and is silent fails by the check's own timeout", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const more = {
    CASEPORT_SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    CASEPORT_MAIL_FROM: "portal@firm.example",
  };
  expect(find(await diagnose({ ...healthy, ...more }, 500), "Email")).toMatchObject({
    status: "failure",
    finding: "No response within 0.5 s.",
  });
});

test("a role that row-level security does not bind, or that is a member of another role, fails", async () => {
  const name = `doctor_${randomBytes(4).toString("hex")}`;
  const url = new URL(ownerUrl);
  [url.username, url.password] = [name, "secret"];
  // A role of its own: those of the product belong to the whole server, and other tests list their members.
  const other = `${name}_other`;
  await breakBy(`CREATE ROLE ${other}`, `DROP ROLE ${other}`);
  await breakBy(`CREATE ROLE ${name} LOGIN PASSWORD 'secret' IN ROLE caseport_application`, `DROP ROLE ${name}`);
  expect(failed(await examine({ DATABASE_URL: url.href }))).toEqual([]);
  await owner.query(`GRANT ${other} TO ${name}`);
  expect(find(await examine({ DATABASE_URL: url.href }), "Application role")).toMatchObject({
    status: "failure",
    finding: `${name} is a member of ${other}.`,
    cure: `As a superuser: REVOKE ${other} FROM "${name}".`,
  });
  await owner.query(`ALTER ROLE ${name} BYPASSRLS`);
  expect(find(await examine({ DATABASE_URL: url.href }), "Application role")).toMatchObject({
    status: "failure",
    finding: expect.stringContaining("BYPASSRLS"),
  });
});

test.each([
  ["a privilege of everybody", `GRANT SELECT ON "Client" TO PUBLIC`, `REVOKE SELECT ON "Client" FROM PUBLIC`],
  [
    "a privilege beyond rows",
    `GRANT TRUNCATE ON "Event" TO caseport_application`,
    `REVOKE TRUNCATE ON "Event" FROM caseport_application`,
  ],
  [
    "a lost privilege",
    `REVOKE SELECT ON "Case" FROM caseport_application`,
    `GRANT SELECT ON "Case" TO caseport_application`,
  ],
  [
    "a lost privilege of the queue",
    "REVOKE DELETE ON pgboss.job FROM caseport_application",
    "GRANT DELETE ON pgboss.job TO caseport_application",
  ],
])("%s fails with the statement that restores the migrations' grants", async (_, statement, remedy) => {
  await breakBy(statement, remedy);
  const findings = await examine();
  expect(failed(findings)).toEqual(["Grants"]);
  expect(find(findings, "Grants")?.cure).toContain(`${remedy};`);
});

test.each([
  ["not forced", `ALTER TABLE "Client" NO FORCE ROW LEVEL SECURITY`, `ALTER TABLE "Client" FORCE ROW LEVEL SECURITY`],
  [
    "disabled",
    `ALTER TABLE "Organization" DISABLE ROW LEVEL SECURITY`,
    `ALTER TABLE "Organization" ENABLE ROW LEVEL SECURITY`,
  ],
  [
    "weakened by another policy",
    `CREATE POLICY open ON "Event" TO caseport_application USING (true)`,
    `DROP POLICY open ON "Event"`,
  ],
])("row-level security that is %s fails", async (_, statement, remedy) => {
  await breakBy(statement, remedy);
  const findings = await examine();
  expect(failed(findings)).toEqual(["Row-level security"]);
  expect(find(findings, "Row-level security")?.finding).toContain(/"(\w+)"/.exec(statement)?.[1]);
});

test("a migration of a later version, and one that is not applied, fail", async () => {
  const last = "(SELECT max(migration_name) FROM _prisma_migrations)";
  await owner.query(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', '99990101000000_later', now())",
  );
  expect(find(await examine(), "Migrations")).toMatchObject({
    status: "failure",
    finding: "Unknown to this version: 99990101000000_later.",
    cure: "Start the version that applied them, or a later one.",
  });
  await owner.query("DELETE FROM _prisma_migrations WHERE id = 'later'");
  await breakBy(
    `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${last}`,
    "UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL",
  );
  expect(find(await examine(), "Migrations")).toMatchObject({
    status: "failure",
    finding: expect.stringMatching(/^Not applied: \d+_/),
  });
});

test("a month without a partition fails", async () => {
  const [{ name } = { name: "" }] = (
    await owner.query<{ name: string }>(
      "SELECT name_partition('Event', date_trunc('month', now(), 'UTC') + interval '1 month') AS name",
    )
  ).rows;
  await breakBy(`ALTER TABLE "Event" DETACH PARTITION partitions."${name}"`, "SELECT 1");
  const missing = { status: "failure", finding: `Missing: ${name}. Their rows are kept with those of later months.` };
  expect(find(await examine(), "Partitions")).toMatchObject(isTurnOfMonth() ? { status: "ok" } : missing);
  await owner.query(`DROP TABLE partitions."${name}"; DROP TABLE partitions."Event_after"`);
  await owner.query(
    `CREATE TABLE partitions."Event_after" PARTITION OF "Event" FOR VALUES FROM ('evt_zzzz') TO (MAXVALUE); ALTER TABLE partitions."Event_after" OWNER TO caseport_definer`,
  );
  await owner.query("SELECT make_partitions('Event')");
  expect(find(await examine(), "Partitions")?.status).toBe("ok");
});

test("a clock that differs from the database's is a warning, or a failure", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(find(await examine(), "Clock")?.status).toBe("warning");
  vi.setSystemTime(Date.now() - 60_000);
  expect(find(await examine(), "Clock")).toMatchObject({
    status: "failure",
    finding: expect.stringMatching(/^Differs from the database's by 5\d\.\d\d s\.$/),
  });
});

test("a silent worker and overdue entries fail", async () => {
  await breakBy(
    "UPDATE pgboss.version SET cron_on = now() - interval '4 min'",
    "UPDATE pgboss.version SET cron_on = now()",
  );
  await breakBy(
    "INSERT INTO pgboss.job (name, start_after) SELECT name, now() - interval '30 min' FROM pgboss.queue LIMIT 1; INSERT INTO pgboss.job (name, start_after) SELECT name, now() + interval '1 day' FROM pgboss.queue LIMIT 1",
    "DELETE FROM pgboss.job",
  );
  const findings = await examine();
  expect(failed(findings)).toEqual(["Worker"]);
  expect(find(findings, "Job queue")).toMatchObject({
    status: "warning",
    finding: expect.stringMatching(/due for 3[01] min/),
  });
  await owner.query("UPDATE pgboss.job SET start_after = now() - interval '2 h'");
  expect(failed(await examine())).toEqual(["Worker", "Job queue"]);
});

test("a weak secret, one that others can read, and the demo's fail", async () => {
  expect(find(await examineOthers({ CASEPORT_SECRET: "ab".repeat(20) }), "Secret")).toMatchObject({
    status: "failure",
  });
  const own = makeFolder();
  readIdentitySecret({ secret: null, dataDirectory: own });
  const more = { CASEPORT_SECRET: "", CASEPORT_DATA_DIR: own };
  expect(find(await examineOthers(more), "Secret")).toMatchObject({
    status: "warning",
    finding: `It is in ${secretFile(own)} only.`,
  });
  writeFileSync(join(own, "demo.json"), "{}");
  expect(find(await examineOthers(more), "Secret")).toMatchObject({
    status: "failure",
    finding: `It is the demo's, from ${secretFile(own)}.`,
  });
  chmodSync(secretFile(own), 0o644);
  expect(find(await examineOthers(more), "Secret")).toMatchObject({
    status: "failure",
    cure: `Run chmod 600 ${secretFile(own)}.`,
  });
});

test("a public URL without TLS fails; the default one is a warning", async () => {
  expect(find(await examine({ CASEPORT_BASE_URL: "http://api.firm.example" }), "Configuration")?.status).toBe(
    "failure",
  );
  expect(find(await examine({ CASEPORT_BASE_URL: "" }), "Configuration")?.status).toBe("warning");
});

test("a closed SMTP port fails, and what a server responds is shown without the password", async () => {
  const from = { CASEPORT_MAIL_FROM: "portal@firm.example" };
  expect(
    find(await examineOthers({ ...from, CASEPORT_SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}` }), "Email"),
  ).toMatchObject({ status: "failure", finding: expect.stringContaining("ECONNREFUSED") });
  const smtp = await startSmtp({
    authMethods: ["PLAIN"],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => done(new Error(`wrong password ${password}`)),
  });
  const findings = await examine({
    ...from,
    CASEPORT_SMTP_URL: `smtp://ada:${encodeURIComponent("hunter2 / hunter2")}@${smtp}`,
  });
  expect(find(findings, "Email")).toMatchObject({
    status: "failure",
    finding: expect.stringContaining("wrong password [secret]"),
  });
  expect(JSON.stringify(findings)).not.toContain("hunter2");
});

test("a bucket is written to and left as it was; one that does not exist fails", async () => {
  const s3 = await startS3(makeFolder());
  onTestFinished(() => s3.close());
  const more = { CASEPORT_STORAGE: "s3", CASEPORT_S3_ENDPOINT: s3.endpoint, CASEPORT_S3_PATH_STYLE: "true" };
  expect(find(await examineOthers({ ...more, CASEPORT_S3_BUCKET: bucket }), "Storage")).toMatchObject({ status: "ok" });
  expect(find(await examineOthers({ ...more, CASEPORT_S3_BUCKET: "none-of-ours" }), "Storage")).toMatchObject({
    status: "failure",
  });
});

test("a Redis server that does not respond fails", async () => {
  const more = { CASEPORT_RATE_LIMIT_STORE: "redis", REDIS_URL: `redis://:hunter2@127.0.0.1:${await findFreePort()}` };
  expect(find(await examineOthers(more), "Rate limits")).toMatchObject({
    status: "failure",
    finding: expect.stringContaining("ECONNREFUSED"),
  });
});

test("a collector that does not respond fails, and so does a wrong path", async () => {
  const check = async (OTEL_EXPORTER_OTLP_ENDPOINT: string, more = {}) =>
    find(await examineOthers({ OTEL_EXPORTER_OTLP_ENDPOINT, ...more }), "Traces");
  expect(await check(`http://127.0.0.1:${await findFreePort()}`)).toMatchObject({
    status: "failure",
    finding: expect.stringContaining("ECONNREFUSED"),
  });
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  expect(await check(collector.endpoint)).toMatchObject({ status: "ok" });
  expect(await check(`${collector.endpoint}/nowhere`)).toMatchObject({
    status: "failure",
    finding: "The collector responded with 404.",
  });
  expect(await check(collector.endpoint, { OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" })).toMatchObject({ status: "ok" });
  expect(collector.contentTypes).toEqual(
    new Set(["POST /v1/traces application/x-protobuf", "POST /v1/traces application/json"]),
  );
});

test("a full disk is a warning, then a failure", async () => {
  const environment = readEnvironment(healthy);
  const examineDisk = async (warning: number, failure: number) =>
    find(await runChecks(listOtherChecks(environment, { usedPercent: { warning, failure } }), timeout), "Disk");
  expect(await examineDisk(101, 101)).toMatchObject({ status: "ok" });
  expect(await examineDisk(0, 101)).toMatchObject({ status: "warning" });
  expect(await examineDisk(0, 0)).toMatchObject({ status: "failure", finding: expect.stringContaining(folder) });
});

test("old and missing backups fail", async () => {
  const backups = makeFolder();
  const check = async () => find(await examineOthers({ CASEPORT_BACKUP_DIR: backups }), "Backups");
  expect(await check()).toMatchObject({ status: "failure", finding: `${backups} has no file.` });
  const age = (name: string, hours: number) => {
    writeFileSync(join(backups, name), "");
    utimesSync(join(backups, name), Date.now() / 1_000 - hours * 3_600, Date.now() / 1_000 - hours * 3_600);
  };
  mkdirSync(join(backups, "not a backup"));
  age("caseport-being-written.tar.gz.age.draft", 0);
  age("oldest.dump", 100);
  expect(await check()).toMatchObject({ status: "failure" });
  age("old.dump", 48);
  expect(await check()).toMatchObject({ status: "warning" });
  age("new.dump", 5);
  expect(await check()).toMatchObject({ status: "ok", finding: "The newest is 5.0 h old." });
  const key = await generateIdentity();
  const withKey = (given: string) => examineOthers({ CASEPORT_BACKUP_DIR: backups, CASEPORT_BACKUP_KEY: given });
  expect(find(await withKey(key), "Backups")).toMatchObject({
    status: "warning",
    finding: "The key that decrypts backups is on this machine.",
  });
  expect(find(await withKey(await identityToRecipient(key)), "Backups")).toMatchObject({ status: "ok" });
});
