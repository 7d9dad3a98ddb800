import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { mkdtempSync, rmSync } from "node:fs";
import type { ClientRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bucket, startS3 } from "../../testing/servers/file-storage.ts";
import { openS3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

const sizes = { wholeBytes: 1_000, partBytes: 700 };
let directory: string;
let server: Awaited<ReturnType<typeof startS3>>;
let storage: Storage;
/** What was requested of the server: it counts no parts itself, and knows not how to abort. */
let requests: string[] = [];

subscribe("http.client.request.start", (message) => {
  const { method, path } = (message as { request: ClientRequest }).request;
  requests.push(`${method} ${path}`);
});
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "caseport-s3-"));
  server = await startS3(directory);
  storage = openS3Storage({ bucket, region: "us-east-1", endpoint: server.endpoint, pathStyle: true }, sizes);
});
afterAll(async () => {
  storage.close();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

/** In chunks that fit no part. */
const stream = (bytes: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 300) }, (_, index) => bytes.subarray(index * 300, (index + 1) * 300)),
  );
const read = async (key: string) => Buffer.concat((await (await storage.read(key)).toArray()) as Buffer[]);
const countParts = () => requests.filter((request) => /^PUT .*partNumber=/.test(request)).length;

test.each([
  [1_000, 0],
  [1_001, 2],
  [1_400, 2],
  [2_101, 4],
])("an object of %d bytes is stored in %d parts, and can be replaced", async (size, parts) => {
  const key = `org_a/obj_${size}`;
  for (const bytes of [randomBytes(size), randomBytes(size)]) {
    requests = [];
    await storage.put(key, stream(bytes), size);
    expect((await read(key)).equals(bytes)).toBe(true);
    expect(countParts()).toBe(parts);
  }
});

test.each<[string, () => Readable]>([
  ["ends early", () => stream(randomBytes(1_900))],
  ["has more", () => stream(randomBytes(2_100))],
  [
    "fails",
    () =>
      Readable.from(
        (async function* fail() {
          yield randomBytes(900);
          await Promise.reject(new Error("cut off"));
        })(),
      ),
  ],
])("a multipart upload whose source %s leaves nothing", async (_, open) => {
  requests = [];
  await expect(storage.put("org_a/obj_broken", open(), 2_000)).rejects.toThrow();
  expect(await storage.sizeOf("org_a/obj_broken")).toBeNull();
  expect(requests).toContainEqual(expect.stringMatching(/^DELETE .*uploadId=/));
});
