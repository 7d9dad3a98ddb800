import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { generateIdentity } from "age-encryption";
import { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { nameDatabase, withDatabase } from "../../platform/database/connections/connection-url.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { readEnvironment, type Environment } from "../../platform/environment.ts";
import { objectKey } from "../../platform/storage/storage.ts";
import { diskStorageFolder, openStorage } from "../../platform/storage/open-storage.ts";
import { createAreaRows } from "../../testing/database/area-rows.ts";
import { readSchema } from "../../testing/database/read-schema.ts";
import { createPortalRows } from "../../testing/database/portal-rows.ts";
import { cloneDatabase } from "../../testing/database/clone-database.ts";
import {
  interruptDeletion,
  listBrokenForeignKeys,
  type InterruptedDeletion,
} from "../../testing/database/organization-deletion.ts";
import { isFullExtent } from "../../testing/harness/extent.ts";
import { startCommand } from "../../testing/harness/start-command.ts";
import { testSecret } from "../../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { bucket, startS3 } from "../../testing/servers/file-storage.ts";
import { findRecipient, isDraft, readArchive, writeArchive } from "./archive.ts";
import { backUp } from "./back-up.ts";
import { countAbsentObjects, digestFiles } from "./files.ts";
import { inspectBackup } from "./inspect.ts";
import { describeManifest, type Manifest, manifestName } from "./manifest.ts";
import { restore, type RestoreOptions } from "./restore.ts";
import { createDraft } from "./restore-database.ts";
import { serveRestored } from "./serve-restored.ts";
import { readContent, readTables, withConnection } from "./tables.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

let folder: string;
let sourceUrl: string;
let database: Database;
/** Of the server, for reading what databases it has. */
let maintenance: Client;
let tenant: TestTenant;
let key: string;
let file: string;
let source: Environment;
let manifest: Manifest;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "caseport-backup-"));
  sourceUrl = await cloneDatabase();
  key = await generateIdentity();
  file = join(folder, "backup.tar.gz.age");
  source = makeEnvironment("source");
  database = openDatabase(await ensureApplicationRole(sourceUrl), { poolSize: 2, hooks });
  maintenance = new Client({ connectionString: withDatabase(sourceUrl, "postgres") });
  await maintenance.connect();
  tenant = await createTenant(database);
  await createPortalRows(tenant);
  await createAreaRows(tenant);
  halfDeleted = await interruptDeletion(sourceUrl, await createTenant(database), source);
  const files = join(diskStorageFolder(source.dataDirectory), tenant.organizationId);
  mkdirSync(join(files, "obj_2.parts"), { recursive: true });
  writeFileSync(join(files, "obj_1"), Buffer.alloc(3_000_000, "a file"));
  writeFileSync(join(files, "obj_2.parts", "1"), "a part");
  writeFileSync(join(files, "obj_3.0b2f.draft"), "half of a f");
  manifest = await backUp(sourceUrl, source, await findRecipient(key), file);
});

test("a backup says how many versions of documents have no file, in its manifest and to who makes it", async () => {
  const counted = `SELECT count(*)::int FROM "DocumentVersion"`;
  const { rows } = await withConnection(sourceUrl, (client) => client.query<{ count: number }>(counted));
  const missing = rows[0]?.count ?? 0;
  expect(missing).toBeGreaterThan(0);
  // The rows of the tests name objects, and none was stored.
  expect(manifest.missingFiles).toBe(missing);
  expect(describeManifest(manifest)).toContain(`${missing} versions of documents have no file: see npm run doctor.`);
  const { missingFiles: _missingFiles, ...before } = manifest;
  expect(describeManifest(before)).not.toContain("no file");
});

afterAll(async () => {
  await database.close();
  await maintenance.end();
  rmSync(folder, { recursive: true, force: true });
});

/** An organization whose deletion was interrupted. */
let halfDeleted: InterruptedDeletion;

function makeEnvironment(name: string, more: Record<string, string> = {}): Environment {
  const dataDirectory = join(folder, name);
  mkdirSync(dataDirectory);
  return readEnvironment({ CASEPORT_DATA_DIR: dataDirectory, CASEPORT_SECRET: testSecret, ...more });
}

/** A database that does not exist yet, on the server of the tests; it and those that replaced it are dropped at the end. */
function nameTarget(): string {
  const name = `restored_${Math.random().toString(36).slice(2)}`;
  onTestFinished(() =>
    withConnection(withDatabase(sourceUrl, "postgres"), async (client) => {
      const { rows } = await client.query<{ name: string }>(
        "SELECT quote_ident(datname) AS name FROM pg_database WHERE starts_with(datname, $1)",
        [name],
      );
      for (const each of rows) await client.query(`DROP DATABASE ${each.name} WITH (FORCE)`);
    }),
  );
  return withDatabase(sourceUrl, name);
}

function restoreTo(url: string, environment: Environment, more: Partial<RestoreOptions> = {}) {
  return restore({ url, environment, key, file, replaces: false, step: (_title, work) => work(), ...more });
}

const listDatabases = async () =>
  (await maintenance.query<{ datname: string }>("SELECT datname FROM pg_database")).rows.map(({ datname }) => datname);

/** pg-boss writes its other tables at every start. */
const readContents = (url: string) =>
  withConnection(url, async (client) => {
    const contents: unknown[] = [];
    for (const table of await readTables(client))
      if (table.schema === "public" || table.name === "job")
        contents.push({ table: table.name, ...(await readContent(client, table)) });
    return contents;
  });

/**
 * An owner as an operator has: no superuser, but one that creates databases and roles.
 *
 * @returns the URL with it
 */
async function createOwner(url: string): Promise<string> {
  const name = `owner_${nameDatabase(url)}`;
  await withConnection(sourceUrl, (client) =>
    client.query(
      `CREATE ROLE ${name} LOGIN CREATEDB CREATEROLE PASSWORD 'of-the-owner'; GRANT caseport_application, caseport_definer, caseport_reader, caseport_emptier TO ${name} WITH ADMIN OPTION`,
    ),
  );
  return withRole(url, name);
}

function withRole(url: string, name: string): string {
  const parsed = new URL(url);
  [parsed.username, parsed.password] = [name, "of-the-owner"];
  return parsed.toString();
}

const untilTrue = (condition: () => boolean | Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: 240_000, interval: 20 });

/** Kills the command that replaces the installation when its draft of the database is there. */
async function killRestore(url: string, { dataDirectory }: Environment): Promise<void> {
  const draft = `${nameDatabase(url)}_restoring`;
  const environment = {
    DATABASE_URL: url,
    CASEPORT_DATA_DIR: dataDirectory,
    CASEPORT_BACKUP_KEY: key,
    CASEPORT_SECRET: testSecret,
  };
  const { child, ended } = startCommand("restore", environment, file, "--replace");
  await untilTrue(async () => (await listDatabases()).includes(draft));
  child.kill("SIGKILL");
  expect(await ended).toMatchObject({ code: null });
  await untilTrue(
    async () => (await maintenance.query("SELECT FROM pg_stat_activity WHERE datname = $1", [draft])).rowCount === 0,
  );
  expect(await listDatabases()).toContain(draft);
}

const listTables = async (url: string) => (await withConnection(url, readTables)).map((table) => table.name);

test("a plain owner replaces a database and files by every row, every file, and the tables as the migrations made them, and a killed restore leaves them as they were", async () => {
  const target = makeEnvironment("target");
  const url = await createOwner(nameTarget());
  const name = nameDatabase(url);
  const files = diskStorageFolder(target.dataDirectory);
  await withConnection(withDatabase(url, "postgres"), (client) => client.query(`CREATE DATABASE ${name}`));
  const asSuperuser = withDatabase(sourceUrl, name);
  await withConnection(asSuperuser, (client) => client.query("CREATE TABLE of_before ()"));
  mkdirSync(files);
  writeFileSync(join(files, "of_before"), "");
  await expect(restoreTo(url, target)).rejects.toThrow(
    `The database ${name} is not empty. To replace it, add --replace: it is kept under another name.`,
  );
  await expect(restoreTo(nameTarget(), target)).rejects.toThrow(/The folder .*files is not empty/);
  await killRestore(url, target);
  expect([await listTables(asSuperuser), readdirSync(files)]).toEqual([["of_before"], ["of_before"]]);

  const { replaced, ...restored } = await restoreTo(url, target, { replaces: true });
  expect(restored).toMatchObject({ areSecretsChecked: true, begunDeletions: [halfDeleted.slug] });
  expect(manifest.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(70);
  expect(await readContents(asSuperuser)).toEqual(await readContents(sourceUrl));
  expect(await listBrokenForeignKeys(asSuperuser)).toContain("IntegrationKey_organizationId_actingAttorneyId_fkey");
  await halfDeleted.complete(asSuperuser);
  expect(await listBrokenForeignKeys(asSuperuser)).toEqual([]);
  expect(await readSchema(asSuperuser)).toEqual(await readSchema(sourceUrl));
  expect(readFileSync(join(files, tenant.organizationId, "obj_1")).equals(Buffer.alloc(3_000_000, "a file"))).toBe(
    true,
  );
  expect(await digestFiles(files)).toMatchObject({ count: 2, sizeBytes: 3_000_006 });
  expect(replaced).toEqual([
    expect.stringMatching(`^${name}_before_\\d{14}$`),
    expect.stringMatching(/files\.before-\d{14}$/),
  ]);
  expect(readdirSync(replaced[1] ?? "")).toEqual(["of_before"]);
  expect(await listTables(withDatabase(sourceUrl, replaced[0] ?? ""))).toEqual(["of_before"]);
  // No draft either.
  expect((await listDatabases()).filter((each) => each.startsWith(name)).toSorted()).toEqual([name, replaced[0]]);
});

test("a draft becomes the database where there was none or an empty one, and keeps nothing", async () => {
  const url = nameTarget();
  for (const table of ["of_the_first", "of_the_second"]) {
    const draft = await createDraft(url);
    await withConnection(draft.url, (client) => client.query(`CREATE TABLE ${table} ()`));
    expect(await draft.publish()).toBeNull();
    expect(await listTables(url)).toEqual([table]);
    await withConnection(url, (client) => client.query(`DROP TABLE ${table}`));
  }
  expect((await listDatabases()).filter((name) => name.startsWith(nameDatabase(url)))).toEqual([nameDatabase(url)]);
});

/** Writes the backup again with other entries. */
async function rewrite(to: string, change: (name: string, content: Buffer) => Buffer | null): Promise<void> {
  rmSync(to, { force: true });
  const entries: { name: string; content: Buffer }[] = [];
  await readArchive(file, key, async (name, bytes) => {
    const content = change(name, await buffer(Readable.from(bytes)));
    if (content !== null) entries.push({ name, content });
  });
  await writeArchive(to, key, async (add) => {
    for (const { name, content } of entries) await add(name, content.length, content);
  });
}

const replaceIn = (prefix: string, from: string, to: string) => (name: string, content: Buffer) =>
  name.startsWith(prefix) ? Buffer.from(content.toString("utf8").replace(from, to)) : content;

test("a backup that is truncated, changed, incomplete or for another key is rejected before anything is written", async () => {
  const target = makeEnvironment("rejecting");
  const url = nameTarget();
  const bytes = readFileSync(file);
  const other = join(folder, "other.age");
  const restoreOther = () => restoreTo(url, target, { file: other });
  const half = Math.floor(bytes.length / 2);
  for (const length of [0, 100, half, bytes.length - 1]) {
    writeFileSync(other, bytes.subarray(0, length));
    await expect(restoreOther()).rejects.toThrow("other.age is truncated or was changed");
  }
  for (const place of [150, half, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    writeFileSync(other, changed);
    await expect(restoreOther()).rejects.toThrow("other.age is truncated or was changed");
  }
  await rewrite(other, (name, content) => (name === manifestName ? null : content));
  await expect(restoreOther()).rejects.toThrow("other.age is incomplete: it has no manifest.");
  await rewrite(other, (name, content) => (name.startsWith("tables/public.Case/") ? null : content));
  await expect(restoreOther()).rejects.toThrow("other.age does not have the rows that its manifest counts: Case.");
  await rewrite(other, replaceIn("files/", "a file", "A file"));
  await expect(restoreOther()).rejects.toThrow("other.age does not have the files that its manifest counts.");
  await rewrite(other, replaceIn(manifestName, "_tenant_isolation", "_of_tomorrow"));
  await expect(restoreOther()).rejects.toThrow(
    "The backup has migrations that this version of Caseport does not have: 20261122000001_of_tomorrow.",
  );
  await expect(restoreTo(url, target, { key: await generateIdentity() })).rejects.toThrow(
    "CASEPORT_BACKUP_KEY does not decrypt backup.tar.gz.age",
  );
  await expect(restoreTo(url, target, { key: await findRecipient(key) })).rejects.toThrow(
    "CASEPORT_BACKUP_KEY: must be the key that decrypts",
  );
  await expect(restoreTo(url, { ...target, storage: "s3" })).rejects.toThrow("CASEPORT_STORAGE=disk; this one has s3.");
  await expect(restoreTo(url, target, { file: join(folder, "none") })).rejects.toThrow(/There is no file .*none/);
  // Other test files create databases meanwhile.
  expect((await listDatabases()).filter((name) => name.startsWith(nameDatabase(url)))).toEqual([]);
  expect(readdirSync(target.dataDirectory)).toEqual([]);
});

test("a copy that differs from the backup, or that the secret does not decrypt, does not become the database", async () => {
  const target = makeEnvironment("differing", { CASEPORT_SECRET: "another secret, of some other installation" });
  const url = nameTarget();
  const changed = join(folder, "differing.age");
  await rewrite(changed, replaceIn("tables/public.Organization/", "Test Firm LLP", "Test Farm LLP"));
  await expect(restoreTo(url, target, { file: changed })).rejects.toThrow(
    "The restored copy differs from the backup: Organization.",
  );
  expect((await listDatabases()).filter((name) => name.startsWith(nameDatabase(url)))).toEqual([]);
  expect(readdirSync(target.dataDirectory)).toEqual([]);

  const copy = await cloneDatabase();
  await withConnection(copy, (client) =>
    client.query(
      `INSERT INTO "User" (id, name, email) VALUES ('usr_1', 'Rowan', 'rowan@firm.example'); INSERT INTO "TwoFactor" (id, "userId", secret, "backupCodes") VALUES ('two_1', 'usr_1', 'x', '')`,
    ),
  );
  await expect(serveRestored(copy, target)).rejects.toThrow("CASEPORT_SECRET does not decrypt what is stored.");
  expect(await serveRestored(copy, { ...target, secret: null })).toEqual({ areSecretsChecked: false });
});

const ofPublic = ({ tables }: Manifest) => tables.filter(({ schema }) => schema === "public");

test("a killed backup leaves a draft, which nothing takes for a backup, and the next one is whole", async () => {
  const backups = join(folder, "backups");
  const environment = {
    DATABASE_URL: sourceUrl,
    CASEPORT_DATA_DIR: source.dataDirectory,
    CASEPORT_BACKUP_DIR: backups,
    CASEPORT_BACKUP_KEY: await findRecipient(key),
    CASEPORT_SECRET: testSecret,
  };
  const lock = new Client({ connectionString: sourceUrl });
  await lock.connect();
  // One of the last tables: the command waits in the middle of its file.
  await lock.query(`BEGIN; LOCK TABLE "WebhookSubscription"`);
  const backup = startCommand("backup", environment);
  const list = () => (existsSync(backups) ? readdirSync(backups) : []);
  await untilTrue(() => list().length > 0);
  backup.child.kill("SIGKILL");
  expect(await backup.ended).toMatchObject({ code: null });
  await lock.end();
  expect(list().map(isDraft)).toEqual([true]);
  const written = await startCommand("backup", environment).ended;
  const described =
    /caseport-\d{8}T\d{6}Z\.tar\.gz\.age\nOf .*: \d+ tables, \d+ rows, 2 files \(3000006 bytes\); \d+ versions of .*\.\n$/;
  expect(written).toEqual({ code: 0, output: expect.stringMatching(described) });
  expect(list().map(isDraft)).toEqual([false]);
  expect(ofPublic(await inspectBackup(join(backups, list()[0] ?? ""), key))).toEqual(ofPublic(manifest));
});

test("an operator creates a key, and backs up with a role that row-level security does not bind", async () => {
  const { output } = await startCommand("backup", {}, "--create-key").ended;
  const [recipient = "", identity = ""] = output.match(/(?<=CASEPORT_BACKUP_KEY=)\S+/g) ?? [];
  expect(await findRecipient(identity)).toBe(recipient);
  expect(readEnvironment({ CASEPORT_BACKUP_KEY: recipient }).backupKey).toBe(recipient);
  await expect(
    backUp(await ensureApplicationRole(sourceUrl), source, recipient, join(folder, "none.age")),
  ).rejects.toThrow(/Row-level security hides rows from .*_caseport_app/);
  const role = `backup_${nameDatabase(sourceUrl)}`;
  await withConnection(sourceUrl, (client) =>
    client.query(`CREATE ROLE ${role} LOGIN BYPASSRLS PASSWORD 'of-the-owner'; GRANT pg_read_all_data TO ${role}`),
  );
  expect(ofPublic(await backUp(withRole(sourceUrl, role), source, recipient, join(folder, "of a role.age")))).toEqual(
    ofPublic(manifest),
  );
});

test.runIf(isFullExtent)(
  "files in a bucket are referenced, and a restore counts those that the bucket does not have",
  async () => {
    const s3 = await startS3(join(folder, "buckets"));
    onTestFinished(() => s3.close());
    const variables = {
      CASEPORT_STORAGE: "s3",
      CASEPORT_S3_BUCKET: bucket,
      CASEPORT_S3_ENDPOINT: s3.endpoint,
      CASEPORT_S3_PATH_STYLE: "true",
    };
    const versions = await tenant.inside((transaction) =>
      transaction.selectFrom("DocumentVersion").select(["objectId", "sizeBytes"]).execute(),
    );
    const [{ objectId, sizeBytes } = { objectId: "", sizeBytes: "0" }] = versions;
    const environment = makeEnvironment("with a bucket", variables);
    const storage = await openStorage(environment);
    expect(await withConnection(sourceUrl, (client) => countAbsentObjects(client, storage))).toBe(versions.length);
    await storage.put(
      objectKey(tenant.organizationId, objectId),
      Readable.from([Buffer.alloc(Number(sizeBytes))]),
      Number(sizeBytes),
    );
    storage.close();
    const other = join(folder, "of a bucket.age");
    expect((await backUp(sourceUrl, environment, key, other)).storage).toEqual({
      kind: "s3",
      bucket,
      endpoint: s3.endpoint,
    });
    const url = nameTarget();
    const { absentObjects } = await restoreTo(url, makeEnvironment("with the bucket", variables), { file: other });
    expect([versions.length, absentObjects]).toEqual([1, 0]);
  },
);
