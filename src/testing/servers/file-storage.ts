import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request as openRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Environment } from "../../platform/environment.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";

export const storageKinds = ["disk", "s3"] as const;

/** A server whose files lie in one of the two storages, in folders of its own. */
export interface FileHarness {
  server: TestServer;
  /** The files of the storage as they lie on this machine, whichever it is: objects, drafts, parts. */
  listFiles(): string[];
  close(): Promise<void>;
}

export const bucket = "caseport-test";

export async function startFileHarness(
  kind: (typeof storageKinds)[number],
  overrides: Partial<Environment> = {},
): Promise<FileHarness> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "caseport-files-"));
  const bucketDirectory = join(dataDirectory, "buckets");
  const s3 = kind === "s3" ? await startS3(bucketDirectory) : null;
  const storage =
    s3 === null
      ? ({ storage: "disk", s3: null } as const)
      : ({ storage: "s3", s3: { bucket, region: "us-east-1", endpoint: s3.endpoint, pathStyle: true } } as const);
  const server = await startOwnServer({ dataDirectory, ...storage, ...overrides });
  const root = kind === "s3" ? join(bucketDirectory, bucket) : join(dataDirectory, "files");
  return {
    server,
    listFiles: () =>
      [...listBelow(root), ...listBelow(join(dataDirectory, "incoming"))].filter(
        (name) => !/_S3rver_(metadata\.json|object\.md5)$/.test(name),
      ),
    close: async () => {
      await server.close(1_000);
      await s3?.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** A real server for S3, on loopback. */
export async function startS3(directory: string): Promise<{ endpoint: string; close(): Promise<void> }> {
  // Loading it takes half a second of CPU, and most files that may need it do not.
  const { default: S3rver } = await import("s3rver");
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  process.env["AWS_ACCESS_KEY_ID"] = "S3RVER";
  process.env["AWS_SECRET_ACCESS_KEY"] = "S3RVER";
  return { endpoint: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function listBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

export const sha256Of = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A PDF of this many bytes, each time another. */
export function makePdf(sizeBytes: number): Buffer {
  const begin = Buffer.from(`%PDF-1.4\n%${randomUUID()}\n`);
  return Buffer.concat(
    [begin, Buffer.alloc(Math.max(0, sizeBytes - begin.length), "x")],
    Math.max(sizeBytes, begin.length),
  );
}

export interface FilePart {
  bytes: Buffer;
  fileName?: string;
  contentType?: string;
}

export interface FileReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  json: Record<string, unknown>;
}

const boundary = "----caseport-test-boundary";

/** A form as the wire has it. */
export function writeForm(fields: Readonly<Record<string, string | readonly string[]>>, file: FilePart | null): Buffer {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : value.map((each) => [name, each]),
  );
  const parts = pairs.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  if (file === null) return Buffer.from(`${parts.join("")}--${boundary}--\r\n`);
  const { fileName = "ER records.pdf", contentType = "application/pdf", bytes } = file;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${contentType}\r\n\r\n`;
  return Buffer.concat([Buffer.from(parts.join("") + head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

export const formType = `multipart/form-data; boundary=${boundary}`;

/**
 * Sends bytes, and reads bytes.
 *
 * @param url absolute, or below the server
 */
export function sendRequest(
  server: Pick<TestServer, "baseUrl">,
  method: string,
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Buffer | Readable | undefined } = {},
): Promise<FileReply> {
  const { pathname, search } = new URL(url, server.baseUrl);
  return new Promise((resolve, reject) => {
    const request = openRequest(
      `${server.baseUrl}${pathname}${search}`,
      { method, headers: { ...(Buffer.isBuffer(body) && { "Content-Length": String(body.length) }), ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, json: parse(bytes) });
        });
      },
    );
    request.on("error", reject);
    if (body === undefined || Buffer.isBuffer(body)) request.end(body);
    else body.once("error", () => request.destroy()).pipe(request);
  });
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(bytes.toString("utf8")) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Adds a document, or a version, by one call. */
export function postForm(
  server: TestServer,
  secret: string,
  path: string,
  { form, headers = {} }: { form: Buffer; headers?: Record<string, string> },
): Promise<FileReply> {
  return sendRequest(server, "POST", `/api/v1${path}`, {
    headers: { "x-api-key": secret, "X-Idempotency-Key": randomUUID(), "Content-Type": formType, ...headers },
    body: form,
  });
}
