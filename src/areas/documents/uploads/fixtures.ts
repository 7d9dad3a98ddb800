import { Readable } from "node:stream";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import {
  sendRequest,
  postForm,
  sha256Of,
  startFileHarness,
  writeForm,
  type FileReply,
  type FileHarness,
  type storageKinds,
} from "../../../testing/servers/file-storage.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";

export type Sent = Record<string, unknown>;

/** A record of a response. */
export const record = (reply: { json?: Sent; body?: Sent }, name: string) =>
  (reply.json ?? reply.body ?? {})[name] as Sent;

/** Bytes whose sender is cut off behind them. */
export function breakAfter(bytes: Buffer): Readable {
  return Readable.from(
    (async function* send() {
      yield bytes;
      await new Promise((resolve) => void setTimeout(resolve, 100));
      throw new Error("the cable was pulled");
    })(),
  );
}

/** A firm with a case on a server with one of the storages, and what a program does with its documents. */
export interface TransferHarness {
  harness: FileHarness;
  tenant: TestTenant;
  api: Api;
  caseId: string;
  /** Adds a document by one call. */
  add: (form: Buffer, headers?: Record<string, string>, secret?: string) => Promise<FileReply>;
  put: (url: unknown, bytes: Buffer) => Promise<FileReply>;
  fetchFile: (url: unknown, headers?: Record<string, string>, method?: string) => Promise<FileReply>;
  /** Adds a document in steps: what was returned. */
  recordEvent: (bytes: Buffer) => Promise<{ document: Sent; upload: Sent }>;
  /**
   * Adds a PDF by one call.
   *
   * @returns its id
   */
  addPdf: (bytes: Buffer) => Promise<string>;
  urlOf: (documentId: unknown, query?: string) => Promise<string>;
  statusOf: (documentId: unknown) => Promise<unknown>;
}

export async function openTransferHarness(kind: (typeof storageKinds)[number]): Promise<TransferHarness> {
  const harness = await startFileHarness(kind);
  const { server } = harness;
  const tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const { caseId } = await createCase(tenant);
  const add: TransferHarness["add"] = (form, headers = {}, secret = tenant.secret) =>
    postForm(server, secret, `/cases/${caseId}/documents`, { form, headers });
  return {
    harness,
    tenant,
    api,
    caseId,
    add,
    put: (url, bytes) =>
      sendRequest(server, "PUT", String(url), { headers: { "Content-Type": "application/octet-stream" }, body: bytes }),
    fetchFile: (url, headers = {}, method = "GET") => sendRequest(server, method, String(url), { headers }),
    recordEvent: async (bytes) => {
      const body = {
        fileName: "scan.pdf",
        contentType: "application/pdf",
        sizeBytes: bytes.length,
        sha256: sha256Of(bytes),
      };
      const reply = await api.change("POST", `/cases/${caseId}/documents`, body);
      if (reply.status !== 201) throw new Error(reply.text);
      return { document: record(reply, "document"), upload: record(reply, "upload") };
    },
    addPdf: async (bytes) => {
      const reply = await add(writeForm({}, { bytes }));
      if (reply.status !== 201) throw new Error(reply.bytes.toString());
      return String(record(reply, "document")["id"]);
    },
    urlOf: async (documentId, query = "") => {
      const reply = await api.get(`/documents/${String(documentId)}/download${query}`);
      if (reply.status !== 200) throw new Error(reply.text);
      return String(record(reply, "download")["url"]);
    },
    statusOf: async (documentId) => record(await api.get(`/documents/${String(documentId)}`), "document")["status"],
  };
}
