import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../http/server.ts";
import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { cloneDatabase } from "../../testing/database/clone-database.ts";
import {
  sendRequest,
  formType,
  makePdf,
  sha256Of,
  writeForm,
  type FileReply,
} from "../../testing/servers/file-storage.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startServerOn } from "../../testing/harness/server.ts";
import { isFullExtent } from "../../testing/harness/extent.ts";
import { startPostgresProxy } from "../../testing/servers/postgres-proxy.ts";
import { startServerProcess, type ServerProcess } from "../../testing/servers/server-process.ts";
import { completeOpenUploads, purgeObjects } from "./uploads/domain.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/** Servers that die, disks that are full, a database and a storage that go away: each in the midst of a file. */
let dataDirectory = "";
let applicationUrl = "";
let database: Database;
let watcher: Client;
let tenant: TestTenant;
let caseId = "";

beforeAll(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), "caseport-crash-"));
  const ownerUrl = await cloneDatabase();
  applicationUrl = await ensureApplicationRole(ownerUrl);
  database = openDatabase(applicationUrl, { poolSize: 4, hooks });
  watcher = new Client({ connectionString: ownerUrl });
  await watcher.connect();
  tenant = await createTenant(database);
});
beforeEach(async () => {
  ({ caseId } = await createCase(tenant));
});
afterAll(async () => {
  await database.close();
  await watcher.end();
  rmSync(dataDirectory, { recursive: true, force: true });
});

const listFiles = (folder: string) => {
  try {
    return readdirSync(join(dataDirectory, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch {
    return [];
  }
};

type Server = Pick<ServerProcess, "baseUrl">;
const key = () => ({ "x-api-key": tenant.secret, "X-Idempotency-Key": randomUUID() });

function sendForm(
  server: Server,
  form: Buffer | Readable,
  length: number,
  headers: Record<string, string> = key(),
): Promise<FileReply> {
  return sendRequest(server, "POST", `/api/v1/cases/${caseId}/documents`, {
    headers: { ...headers, "Content-Type": formType, "Content-Length": String(length) },
    body: form,
  });
}

async function startUpload(server: Server, bytes: Buffer): Promise<{ documentId: string; url: string }> {
  const body = {
    fileName: "scan.pdf",
    contentType: "application/pdf",
    sizeBytes: bytes.length,
    sha256: sha256Of(bytes),
  };
  const { status, json } = await sendRequest(server, "POST", `/api/v1/cases/${caseId}/documents`, {
    headers: { ...key(), "Content-Type": "application/json" },
    body: Buffer.from(JSON.stringify(body)),
  });
  expect(status).toBe(201);
  return { documentId: (json["document"] as { id: string }).id, url: (json["upload"] as { url: string }).url };
}

const put = (server: Server, url: string, bytes: Buffer | Readable, length: number) =>
  sendRequest(server, "PUT", url, { headers: { "Content-Length": String(length) }, body: bytes });

/** The first half of it, and then nothing any more. */
const half = (bytes: Buffer) =>
  Readable.from(
    (async function* send() {
      yield bytes.subarray(0, bytes.length / 2);
      await new Promise(() => undefined);
    })(),
  );

async function query<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return (await watcher.query(statement, values)).rows as Row[];
}

const countWaiting = async () =>
  (
    await query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).length;
const statusOf = async (documentId: string) =>
  (await query<{ status: string }>(`SELECT status FROM "Document" WHERE id = $1`, [documentId]))[0]?.status;
/** The objects that versions name, as the storage calls them. */
const named = async () =>
  (await query<{ objectId: string }>(`SELECT DISTINCT "objectId" FROM "DocumentVersion" ORDER BY 1`)).map(
    ({ objectId }) => objectId,
  );

/** What the jobs do a day later; afterwards nothing lies about, and nothing lacks its bytes. */
async function purgeAll({ services }: RunningServer): Promise<void> {
  await watcher.query(`UPDATE "StoredObject" SET "createdAt" = '2026-01-01'`);
  const { tools, spool } = services.files;
  await completeOpenUploads(tools);
  await purgeObjects(tools, 25);
  await spool.purge(0);
  expect(listFiles("files").toSorted()).toEqual(await named());
  expect(listFiles("incoming")).toEqual([]);
}

/** How many files the process spools at this moment: they have no names. */
function countSpooled({ pid }: Pick<ServerProcess, "pid">): number {
  const targets = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return "";
    }
  });
  // Between opening and unlinking, the file still has a name that a kill would leave behind.
  return targets.filter((target) => target.startsWith(join(dataDirectory, "incoming")) && target.endsWith(" (deleted)"))
    .length;
}

describe("a server process", () => {
  let running: ServerProcess | null = null;
  const open = async () =>
    (running ??= await startServerProcess(applicationUrl, "fatal", { TEST_DATA_DIR: dataDirectory }));
  const kill = async () => {
    await running?.end("SIGKILL");
    running = null;
  };
  afterAll(kill);

  test("a full disk returns a server error on an intact connection, and a later upload succeeds", async () => {
    const server = await open();
    const limit = (size: string) => execFileSync("prlimit", ["--pid", String(server.pid), `--fsize=${size}:`]);
    const bytes = makePdf(3_000_000);
    const form = writeForm({}, { bytes });
    const { url } = await startUpload(server, bytes);
    const files = [listFiles("files"), listFiles("incoming")];
    limit("1000000");
    for (const send of [() => put(server, url, bytes, bytes.length), () => sendForm(server, form, form.length)]) {
      const { status, json } = await send();
      expect([status, json["code"]]).toEqual([500, "INTERNAL_ERROR"]);
    }
    expect([listFiles("files"), listFiles("incoming")]).toEqual(files);
    limit("unlimited");
    expect([
      (await put(server, url, bytes, bytes.length)).status,
      (await sendForm(server, form, form.length)).status,
    ]).toEqual([200, 201]);
  });

  /**
   * An upload that a kill meets: while half of its bytes have come, or between its bytes and its rows, where it waits
   * for a row.
   */
  interface Upload {
    send(server: Server): Promise<unknown>;
    row?: { table: string; id: string };
  }

  async function killDuring(uploads: readonly Upload[]): Promise<void> {
    const server = await open();
    const before = listFiles("files").length;
    await tenant.inside(async (transaction) => {
      const sent: Promise<string>[] = [];
      for (const { send, row } of uploads) {
        if (row !== undefined)
          await sql`SELECT FROM ${sql.table(row.table)} WHERE id = ${row.id} FOR UPDATE`.execute(transaction);
        sent.push(
          send(server).then(
            () => "done",
            () => "cut off",
          ),
        );
        if (row === undefined) await expect.poll(() => countSpooled(server)).toBe(1);
        else await expect.poll(countWaiting).toBeGreaterThan(0);
      }
      expect(listFiles("files")).toHaveLength(before + uploads.filter(({ row }) => row !== undefined).length);
      await kill();
      expect(await Promise.all(sent)).toEqual(uploads.map(() => "cut off"));
      expect(listFiles("incoming")).toEqual([]);
    });
  }

  test("kill -9 during a form or a PUT, and between bytes and rows, leaves no partial upload, and the purge cleans up", async () => {
    const bytes = makePdf(900_000);
    const form = writeForm({}, { bytes });
    const kept = await named();
    const { documentId, url } = await startUpload(await open(), bytes);
    const halfForm: Upload = { send: (server) => sendForm(server, half(form), form.length) };
    const halfPut: Upload = { send: (server) => put(server, url, half(bytes), bytes.length) };
    const wholeForm: Upload = {
      send: (server) => sendForm(server, form, form.length),
      row: { table: "Case", id: caseId },
    };
    const wholePut: Upload = {
      send: (server) => put(server, url, bytes, bytes.length),
      row: { table: "Document", id: documentId },
    };
    // In `npm test` one kill meets a form whose bytes come, and a PUT between bytes and rows.
    for (const uploads of isFullExtent ? [[halfForm], [halfPut], [wholeForm], [wholePut]] : [[halfForm, wholePut]])
      await killDuring(uploads);

    const server = await open();
    expect(await query(`SELECT id FROM "Document" WHERE "caseId" = $1`, [caseId])).toEqual([{ id: documentId }]);
    // The server that came up may have completed it already.
    expect(["pending_upload", "available"]).toContain(await statusOf(documentId));
    expect((await sendForm(server, form, form.length)).status).toBe(201);
    await kill();
    const keeper = await startServerOn(applicationUrl, { dataDirectory });
    await purgeAll(keeper);
    expect(await statusOf(documentId)).toBe("available");
    // The document and the form that was sent again.
    expect(listFiles("files")).toHaveLength(kept.length + 2);
    await keeper.close(1_000);
  });
});

test("losing the database at any message of a form, including COMMIT, never leaves a version without bytes", async () => {
  const proxy = await startPostgresProxy(applicationUrl);
  const server = await startServerOn(proxy.url, { dataDirectory });
  const form = writeForm({}, { bytes: makePdf(2_000) });
  const address = { baseUrl: server.addresses[0] ?? "" };
  expect((await sendForm(address, form, form.length)).status).toBe(201);
  let left = 0;
  for (const cut of ["request lost", "response lost"] as const) {
    for (let message = 1, made = true; made; message += 1) {
      const headers = key();
      const before = listFiles("files").length;
      const documents = (await named()).length;
      proxy.cutAt(message, cut, "responded");
      const reply = await sendForm(address, form, form.length, headers);
      ({ made } = proxy.disarm());
      expect([201, 500, 503]).toContain(reply.status);
      const stored = listFiles("files");
      expect((await named()).filter((objectId) => !stored.includes(objectId))).toEqual([]);
      if (reply.status !== 201 && stored.length > before && (await named()).length === documents) left += 1;
      // PostgreSQL may not have noticed yet that the first connection is gone, and holds its lock.
      await expect.poll(async () => (await sendForm(address, form, form.length, headers)).status).toBe(201);
      expect(await named()).toHaveLength(documents + 1);
    }
  }
  // The transaction was lost before it was committed, without a sign in this process.
  expect(left).toBeGreaterThan(0);
  await purgeAll(server);
  await server.close(1_000);
  await proxy.close();
});

test("a storage that does not respond keeps no transaction open", async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on("error", () => undefined))).listen(
    0,
    "127.0.0.1",
  );
  await once(silent, "listening");
  process.env["AWS_ACCESS_KEY_ID"] = "silent";
  process.env["AWS_SECRET_ACCESS_KEY"] = "silent";
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const server = await startServerOn(applicationUrl, {
    dataDirectory,
    storage: "s3",
    s3: { bucket: "silent", region: "us-east-1", endpoint, pathStyle: true },
  });
  const address = { baseUrl: server.addresses[0] ?? "" };
  const { documentId } = await startUpload(address, makePdf(900));
  const big = { fileName: "scan.pdf", contentType: "application/pdf", sizeBytes: 100_000_000, sha256: "0".repeat(64) };
  const calls = [
    [`/cases/${caseId}/documents`, JSON.stringify(big)],
    [`/documents/${documentId}/complete`, "{}"],
  ] as const;
  for (const [index, [path, body]] of calls.entries()) {
    sendRequest(address, "POST", `/api/v1${path}`, {
      headers: { ...key(), "Content-Type": "application/json" },
      body: Buffer.from(body),
    }).catch(() => undefined);
    await expect.poll(() => sockets.length).toBeGreaterThan(index);
    expect(
      await query(
        `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'caseport' AND state LIKE 'idle in transaction%'`,
      ),
    ).toEqual([]);
  }
  silent.close();
  for (const socket of sockets) socket.destroy();
  await server.close(1_000);
});
