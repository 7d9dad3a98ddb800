import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ensureApplicationRole } from "../../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import { beginSnapshot, connectReader, type Reader } from "../../../platform/database/statements/row-stream.ts";
import { openDiskStorage } from "../../../platform/storage/disk.ts";
import { objectKey, type Storage } from "../../../platform/storage/storage.ts";
import { createInstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import type { Scope } from "../../../contract/scopes.ts";
import { archivedTables } from "../../../composition/router.ts";
import { createPendingRecords } from "../../../rpc/context.ts";
import { cloneDatabase } from "../../../testing/database/clone-database.ts";
import { allScopes, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readArchive } from "../../../testing/harness/read-archive.ts";
import { openContents } from "./domain.ts";
import type { Export } from "../schema.ts";
import { createPartialContext } from "../../../testing/harness/partial-context.ts";
import { hooks } from "../../../composition/transaction-hooks.ts";

export interface RequestedContents {
  type: Export["type"];
  format: Export["format"];
  [filter: string]: unknown;
}

export interface MadeContents {
  bytes: Buffer;
  rows: number;
  /** Progress after the first bytes, and at the end. */
  progress: number[];
}

export interface Allowed {
  /** Of the requester; all unless given. */
  scopes?: readonly Scope[];
  /** Of the downloader; all unless given. */
  fetched?: readonly Scope[];
  /** A connection that bypasses row-level security. */
  url?: string;
}

/** Produces contents without the worker, one at a time, on a database of the test's own with a storage folder. */
export interface ContentsHarness {
  database: Database;
  ownerUrl: string;
  storage: Storage;
  make(tenant: TestTenant, requested: RequestedContents, may?: Allowed): Promise<MadeContents>;
  /** The entries of an archive by path; JSON lines as rows. */
  unpack(tenant: TestTenant, requested: RequestedContents, may?: Allowed): Promise<Unpacked>;
  /** Stores a document's bytes where its newest version points. */
  store(tenant: TestTenant, documentId: string, bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

export type Line = Record<string, unknown>;

export interface Unpacked {
  files: Map<string, Buffer>;
  lines: Map<string, Line[]>;
  manifest: Line;
  checksums: Line[];
}

export async function openContentsHarness(): Promise<ContentsHarness> {
  const ownerUrl = await cloneDatabase();
  const applicationUrl = await ensureApplicationRole(ownerUrl);
  const database = openDatabase(applicationUrl, { poolSize: 5, hooks });
  const folder = mkdtempSync(join(tmpdir(), "caseport-contents-"));
  const storage = openDiskStorage(folder);
  const installationKeys = createInstallationKeys("a secret of the tests, longer than it has to be");

  /** Each export of the product has a connection of its own, whose first statements take 0.1 s of CPU. */
  const readers: Record<string, Promise<Reader>> = {};

  const make: ContentsHarness["make"] = async (
    { organizationId, keyId },
    { type, format, ...filters },
    { scopes = allScopes, fetched = allScopes, url = applicationUrl } = {},
  ) => {
    const reader = await (readers[url] ??= connectReader(url));
    const snapshot = await beginSnapshot(reader, organizationId);
    try {
      const { transaction } = snapshot;
      const principal = {
        kind: "integration_key" as const,
        organizationId,
        keyId,
        actorName: "Test key",
        scopes: new Set(scopes),
        actingAttorneyId: null,
        actingAttorneyActive: false,
      };
      const given = {
        organizationId,
        transaction,
        installationKeys,
        expectedRevisions: null,
        requestId: "req",
        pending: createPendingRecords(),
        principal,
        clientIp: null,
      };
      const requested = {
        id: "exp_1",
        type,
        format,
        filters,
        createdAt: "2026-03-14T09:26:53.589Z",
        dataPermissions: [...fetched],
      };
      const contents = await openContents({
        context: createPartialContext(given),
        snapshot,
        storage,
        archivedTables,
        organization: { id: organizationId, name: "Test Firm" },
        export: requested,
        scopes: new Set(scopes),
      });
      const progress: number[] = [];
      contents.bytes.once("data", () => progress.push(contents.progress()));
      const bytes = await buffer(contents.bytes);
      return { bytes, rows: contents.countRows(), progress: [...progress, contents.progress()] };
    } finally {
      await reader.client.query("ROLLBACK");
    }
  };
  return {
    database,
    ownerUrl,
    storage,
    make,
    unpack: async (tenant, requested, may) => unpackBytes((await make(tenant, requested, may)).bytes),
    store: async (tenant, documentId, bytes) => {
      const { objectId } = await tenant.inside((transaction) =>
        transaction
          .selectFrom("DocumentVersion")
          .select("objectId")
          .where("documentId", "=", documentId)
          .orderBy("number", "desc")
          .limit(1)
          .executeTakeFirstOrThrow(),
      );
      await storage.put(objectKey(tenant.organizationId, objectId), Readable.from([bytes]), bytes.length);
    },
    close: async () => {
      for (const reader of Object.values(readers)) await (await reader).client.end();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function unpackBytes(bytes: Buffer): Promise<Unpacked> {
  const files = await readArchive(bytes);
  const isChecksums = (path: string) => path.startsWith("checksums/");
  const lines = [...files]
    .filter(([path]) => path.endsWith(".ndjson") && !isChecksums(path))
    .map(([path, content]): [string, Line[]] => [path, readLines(content)]);
  const checksums = [...files].filter(([path]) => isChecksums(path)).flatMap(([, content]) => readLines(content));
  return { files, lines: new Map(lines), manifest: JSON.parse(String(files.get("manifest.json"))) as Line, checksums };
}

export function readLines(bytes: Buffer): Line[] {
  return String(bytes)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}
