import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { copyCluster } from "../../testing/servers/temporary-postgres.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres.ts";
import { identifyProcess } from "./process-table.ts";
import { findRunningPostgres } from "./running-postgres.ts";
import { classifyFailure } from "../../platform/database/database-errors.ts";

const settings = { fsync: "off" };
const started: ReturnType<typeof spawn>[] = [];
let root = "";
let dataDirectory = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "caseport-"));
  dataDirectory = join(root, "data");
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

async function queryValue(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

/** Puts a cluster that was made before into the data folder: making one takes longer than starting it. */
function takeCluster(): void {
  const template = inject("migratedCluster");
  if (template === null || existsSync(join(dataDirectory, "postgres"))) return;
  mkdirSync(dataDirectory, { recursive: true });
  copyCluster(template, dataDirectory);
}

/** Starts PostgreSQL on a cluster that was made before. */
function start(): Promise<EmbeddedPostgres> {
  takeCluster();
  return startEmbeddedPostgres({ dataDirectory, settings });
}

/** Starts PostgreSQL in a process of its own, and returns that process and the server's pid. */
async function startElsewhere(): Promise<{ node: ReturnType<typeof spawn>; serverPid: number }> {
  const module = new URL("embedded-postgres.ts", import.meta.url).href;
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    const server = await startEmbeddedPostgres(${JSON.stringify({ dataDirectory, settings })});
    process.stdout.write(String(server.pid()));
    setInterval(() => {}, 1000);`;
  const node = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  started.push(node);
  const [chunk] = (await once(node.stdout, "data")) as [Buffer];
  return { node, serverPid: Number(chunk.toString()) };
}

describe("startEmbeddedPostgres", () => {
  test("serves a UTF-8 database in UTC on the loopback address, and keeps its data", async () => {
    const first = await startEmbeddedPostgres({ dataDirectory, settings });
    expect(new URL(first.ownerUrl).hostname).toBe("127.0.0.1");
    expect(await queryValue(first.ownerUrl, "SHOW TimeZone")).toBe("UTC");
    expect(await queryValue(first.ownerUrl, "SHOW server_encoding")).toBe("UTF8");
    await queryValue(first.ownerUrl, "CREATE TABLE kept AS SELECT 7 AS value");
    await first.stop();
    await first.stop();
    const second = await startEmbeddedPostgres({ dataDirectory, settings });
    expect(await queryValue(second.ownerUrl, "SELECT value FROM kept")).toBe(7);
    await second.stop();
    expect(statSync(join(dataDirectory, "secrets.json")).mode & 0o777).toBe(0o600);
  });

  test.skipIf(process.platform === "win32")(
    "connects through a UNIX socket that other users cannot reach, and over TCP without it",
    async () => {
      const server = await start();
      expect(
        await queryValue(server.ownerUrl, "SELECT client_addr FROM pg_stat_activity WHERE pid = pg_backend_pid()"),
      ).toBeNull();
      expect(findRunningPostgres(dataDirectory)).toBe(server.ownerUrl);
      const url = new URL(server.ownerUrl);
      expect(statSync(url.searchParams.get("host") ?? "").mode & 0o077).toBe(0);
      url.searchParams.delete("host");
      expect(
        await queryValue(url.toString(), "SELECT client_addr::text FROM pg_stat_activity WHERE pid = pg_backend_pid()"),
      ).toBe("127.0.0.1/32");
      await server.stop();
      const error: unknown = await queryValue(server.ownerUrl, "SELECT 1").catch((failure: unknown) => failure);
      expect(classifyFailure(error)).toBe("away");
    },
  );

  test("uses TCP alone in a folder whose path is too long for a socket", async () => {
    dataDirectory = join(root, 'long, "deep" '.repeat(8), "data");
    const server = await start();
    expect(new URL(server.ownerUrl).search).toBe("");
    expect(findRunningPostgres(dataDirectory)).toBe(server.ownerUrl);
    expect(await queryValue(server.ownerUrl, "SELECT 1 AS one")).toBe(1);
    await server.stop();
  });

  test("has its socket in a folder with spaces, commas and quotes", async () => {
    dataDirectory = join(root, 'a, "b" c');
    const server = await start();
    expect(await queryValue(server.ownerUrl, "SELECT 1 AS one")).toBe(1);
    expect(findRunningPostgres(dataDirectory)).toBe(server.ownerUrl);
    await server.stop();
  });

  test("requires the password", async () => {
    const server = await start();
    const url = new URL(server.ownerUrl);
    url.password = "wrong";
    await expect(queryValue(url.toString(), "SELECT 1")).rejects.toThrow("password authentication failed");
    await server.stop();
  });

  test("starts after its process was killed while the server still runs", async () => {
    takeCluster();
    const { node, serverPid } = await startElsewhere();
    node.kill("SIGKILL");
    await once(node, "exit");
    expect(identifyProcess(serverPid)).not.toBeNull();
    const next = await start();
    expect(identifyProcess(serverPid)).toBeNull();
    await next.stop();
  });

  test("starts after everything was killed", async () => {
    takeCluster();
    const { node, serverPid } = await startElsewhere();
    node.kill("SIGKILL");
    process.kill(serverPid, "SIGKILL");
    const next = await start();
    await next.stop();
  });

  test("starts with a lock file whose process ID belongs to another program", async () => {
    const first = await start();
    await first.stop();
    const file = join(dataDirectory, "postgres", "postmaster.pid");
    writeFileSync(file, `${process.pid}\n${join(dataDirectory, "postgres")}\n1\n1\n\n127.0.0.1\n\nready\n`);
    const next = await start();
    await next.stop();
  });

  test("starts after being killed at any moment of the first start", async () => {
    for (const milliseconds of [200, 400, 600, 800]) {
      const attempt = startElsewhere();
      attempt.catch(() => undefined);
      await sleep(milliseconds);
      const node = started.at(-1);
      node?.kill("SIGKILL");
    }
    const next = await startEmbeddedPostgres({ dataDirectory, settings });
    expect(await queryValue(next.ownerUrl, "SELECT 1 AS one")).toBe(1);
    await next.stop();
    const again = await startEmbeddedPostgres({ dataDirectory, settings });
    await again.stop();
    expect(readdirSync(dataDirectory).filter((name) => name.startsWith("postgres-new-"))).toEqual([]);
    expect(readdirSync(join(dataDirectory, "postgres")).filter((name) => name.startsWith(".s."))).toEqual([]);
  });

  test("restarts the server on the same port when it is killed", async () => {
    const reported: string[] = [];
    takeCluster();
    const server = await startEmbeddedPostgres({
      dataDirectory,
      settings,
      onTrouble: (sentence) => reported.push(sentence),
    });
    const before = server.pid();
    process.kill(before, "SIGKILL");
    await expect.poll(() => reported.at(-1)).toBe("PostgreSQL is running again.");
    expect(server.pid()).not.toBe(before);
    expect(await queryValue(server.ownerUrl, "SELECT 1 AS one")).toBe(1);
    await server.stop();
  });

  test("works in a folder that only its owner can read", async () => {
    const closed = join(root, "closed");
    mkdirSync(closed);
    chmodSync(closed, 0o700);
    dataDirectory = join(closed, "data");
    const server = await start();
    expect(await queryValue(server.ownerUrl, "SELECT 1 AS one")).toBe(1);
    await server.stop();
  });
});
