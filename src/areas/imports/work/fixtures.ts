import { toJobFiles } from "../../../composition/file-transfers.ts";
import { declarationsByName } from "../../../composition/router.ts";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import type { TestServer } from "../../../testing/harness/server.ts";
import type { TestTenant } from "../../../testing/harness/tenant.ts";
import type { Import, ImportRow } from "../schema.ts";
import { createImportHandler } from "./domain.ts";
import type { ImportTools } from "./domain.tools.ts";

/** Imports whose work is done when the test says so, with the worker's code. */
export interface ImportHarness {
  api: Api;
  /** The worker's. */
  files: ImportTools["files"];
  /** Sends a file and has it read. */
  send(file: string | Uint8Array, more?: object): Promise<Import>;
  /** Does what the import's status asks for, like the worker. */
  work(importId: string, changes?: Partial<ImportTools>): Promise<void>;
  /** Begins `check`, `start` or `undo`, does the work, and returns the import afterwards. */
  run(importId: string, action: "check" | "start" | "undo"): Promise<Import>;
  get(importId: string): Promise<Import>;
  rows(importId: string, outcome?: string): Promise<ImportRow[]>;
}

/** @param secret of the calling key, by default the tenant's */
export function openImports(server: TestServer, tenant: TestTenant, secret = tenant.secret): ImportHarness {
  const api = openApi(server, secret);
  const { database, installationKeys, logger, files } = server.services;
  const tools: ImportTools = {
    database,
    installationKeys,
    logger,
    operations: declarationsByName,
    files: toJobFiles(files),
    stopping: new AbortController().signal,
  };
  const work: ImportHarness["work"] = (importId, changes = {}) =>
    createImportHandler({ ...tools, ...changes })(
      { organizationId: tenant.organizationId, importId },
      new AbortController().signal,
    );
  const get = async (importId: string) => readBody<{ import: Import }>(await api.get(`/imports/${importId}`)).import;
  return {
    api,
    files: tools.files,
    work,
    get,
    send: async (file, more = {}) => {
      const content = Buffer.from(file).toString("base64");
      const sent = await api.change("POST", "/imports", { fileName: "file.csv", content, ...more });
      const { id } = readBody<{ import: Import }>(sent).import;
      await work(id);
      return get(id);
    },
    run: async (importId, action) => {
      const begun = await api.change("POST", `/imports/${importId}/${action}`, {});
      if (begun.status !== 200) throw new Error(begun.text);
      await work(importId);
      return get(importId);
    },
    rows: async (importId, outcome) => {
      const query = outcome === undefined ? "" : `&outcome=${outcome}`;
      return readBody<{ rows: ImportRow[] }>(await api.get(`/imports/${importId}/rows?limit=500${query}`)).rows;
    },
  };
}
