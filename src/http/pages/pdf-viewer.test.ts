import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { version } from "pdfjs-dist/package.json" with { type: "json" };
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPdfViewer } from "./pdf-viewer.ts";

const respond = readPdfViewer(join(import.meta.dirname, "..", "..", ".."));
const server: Server = createServer((request, response) => {
  if (!respond(request, response, request.url ?? "")) response.writeHead(404).end("a page");
});
let base = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const get = (path: string, encoding = "identity", method = "GET") =>
  fetch(`${base}${path}`, { method, headers: { "accept-encoding": encoding } });

test.each([
  ["legacy/build/pdf.worker.min.mjs", "text/javascript; charset=utf-8"],
  ["wasm/jbig2_nowasm_fallback.js", "text/javascript; charset=utf-8"],
  ["standard_fonts/LiberationSans-Regular.ttf", "application/octet-stream"],
  ["cmaps/UniGB-UTF16-H.bcmap", "application/octet-stream"],
])("%s is served for ever, under a policy of its own", async (path, type) => {
  const response = await get(`/pdfjs/${version}/${path}`);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": type,
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; script-src 'self'; connect-src 'self'",
  });
  const bytes = (await response.arrayBuffer()).byteLength;
  expect(bytes).toBeGreaterThan(1_000);
  expect(response.headers.get("content-length")).toBe(String(bytes));
});

test("the worker is compressed for who accepts it, and is the same file", async () => {
  const path = `/pdfjs/${version}/legacy/build/pdf.worker.min.mjs`;
  const plain = Buffer.from(await (await get(path)).arrayBuffer());
  const compressed = await get(path, "br");
  expect(compressed.headers.get("content-encoding")).toBe("br");
  expect(Number(compressed.headers.get("content-length"))).toBeLessThan(plain.length / 3);
  // fetch() decodes it.
  expect(Buffer.from(await compressed.arrayBuffer()).equals(plain)).toBe(true);
  expect(await (await get(path, "br", "HEAD")).text()).toBe("");
});

test.each([
  `/pdfjs/${version}/legacy/build/pdf.mjs`,
  `/pdfjs/${version}/wasm/openjpeg.wasm`,
  `/pdfjs/${version}/legacy/build/../../package.json`,
  `/pdfjs/${version}/package.json`,
  "/pdfjs/1.0.0/legacy/build/pdf.worker.min.mjs",
  "/pdfjs/",
])("%s is no file of the viewer", async (path) => {
  expect(await (await get(path)).text()).toBe("a page");
});
