import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { openSnapshot } from "../../../platform/database/statements/row-stream.ts";
import { toJobFiles } from "../../../composition/file-transfers.ts";
import { archivedTables } from "../../../composition/router.ts";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { sendRequest, type FileReply } from "../../../testing/servers/file-storage.ts";
import type { TestTenant } from "../../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { openContents } from "../contents/domain.ts";
import { createExportJobHandler, type ExportTools } from "./domain.ts";
import type { Export } from "../schema.ts";
import { findWork, type WorkRow } from "./store.ts";

/** A server whose exports run when the test says so, with the worker's code. */
export interface WorkHarness {
  server: TestServer;
  dataDirectory: string;
  /** Creates an export of the tenant's cases. */
  create(tenant: TestTenant, body?: object): Promise<Export>;
  /** Runs a job like the worker. */
  execute(tenant: TestTenant, exportId: string, changes?: Partial<ExportTools>, expiry?: AbortSignal): Promise<void>;
  read(tenant: TestTenant, exportId: string): Promise<WorkRow>;
  fetchFile(url: unknown, headers?: Record<string, string>, method?: string): Promise<FileReply>;
  /** File names in storage and in the spool. */
  listFiles(): string[];
  /** Logged errors. */
  errors: unknown[];
  close(): Promise<void>;
}

export async function openWorkHarness(): Promise<WorkHarness> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "caseport-exports-"));
  const server = await startOwnServer({ worker: "none", dataDirectory });
  const errors: unknown[] = [];
  const tools = openTools(server, errors);
  return {
    server,
    dataDirectory,
    errors,
    create: async (tenant, body = { type: "cases", format: "csv" }) => {
      const reply = await openApi(server, tenant.secret).change("POST", "/exports", body);
      if (reply.status !== 201) throw new Error(reply.text);
      return reply.body["export"] as Export;
    },
    execute: ({ organizationId }, exportId, changes = {}, expiry = new AbortController().signal) =>
      createExportJobHandler({ ...tools, ...changes })({ organizationId, exportId }, expiry),
    read: async (tenant, exportId) => {
      const { organizationId } = tenant;
      const row = await tenant.inside((transaction) => findWork({ organizationId, transaction }, exportId));
      if (row === undefined) throw new Error("there is no such export");
      return row;
    },
    fetchFile: (url, headers = {}, method = "GET") => sendRequest(server, method, String(url), { headers }),
    listFiles: () =>
      ["files", "incoming"].flatMap((folder) => {
        try {
          return readdirSync(join(dataDirectory, folder), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map(({ name }) => name);
        } catch {
          return [];
        }
      }),
    close: async () => {
      await server.close(1_000);
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

function openTools(
  { services: { database, installationKeys, files }, applicationUrl }: TestServer,
  errors: unknown[],
): ExportTools {
  return {
    database,
    installationKeys,
    files: toJobFiles(files),
    openSnapshot: (organizationId) => openSnapshot(applicationUrl, organizationId),
    openReplicaSnapshot: () => Promise.resolve(null),
    archivedTables,
    openContents,
    stopping: new AbortController().signal,
    logger: { info: () => undefined, error: (fields) => void errors.push(fields) },
    settings: { progressMilliseconds: 20 },
  };
}

/** Real contents of an export that stop in the middle until released. */
export interface Gate {
  openContents: ExportTools["openContents"];
  /** Resolves when a reader has the first bytes and waits for the rest. */
  reached: Promise<void>;
  letGo(): void;
}

/** @param onReach runs while they are stopped; they are released afterwards */
export function pauseContents(onReach?: () => Promise<unknown>): Gate {
  const go = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    letGo: () => go.resolve(),
    openContents: async (work) => {
      const contents = await openContents(work);
      const held = new PassThrough();
      held.on("error", () => contents.bytes.destroy());
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of contents.bytes) chunks.push(chunk as Buffer);
        const bytes = Buffer.concat(chunks);
        held.write(bytes.subarray(0, 10));
        reached.resolve();
        await (onReach === undefined ? go.promise : onReach());
        held.end(bytes.subarray(10));
      })().catch((error: unknown) => held.destroy(error as Error));
      return { progress: () => Math.min(99, contents.progress()), countRows: () => contents.countRows(), bytes: held };
    },
  };
}
