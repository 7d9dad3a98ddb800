import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readDescription, writeDescription } from "./built-description.ts";
import { describeApi } from "../../openapi/describe-api.ts";

const baseUrl = "https://caseport.example.com";
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "description-"));
  writeDescription(folder, baseUrl);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a server reads the document and its compressed forms as they were described", () => {
  const text = JSON.stringify(describeApi(baseUrl));
  const read = readDescription(folder, baseUrl);
  expect(read?.identity.bytes.toString("utf8")).toBe(text);
  expect(gunzipSync(read?.gzip.bytes ?? "").toString("utf8")).toBe(text);
  expect(read?.br.headers).toMatchObject({ "Content-Type": "application/json", "Content-Encoding": "br" });
});

test("with another base URL, and for the reference, only the description is read", async () => {
  const file = join(folder, "api-description.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"title":"Caseport"', '"title":"Built"'));
  vi.resetModules();
  const own = await import("./built-description.ts");
  expect(own.readDescription(folder, "https://other.example.com")).toBeUndefined();
  const text = own.prepareDocument("https://other.example.com").identity.bytes.toString("utf8");
  const { info, servers } = JSON.parse(text) as { info: { title: string }; servers: { url: string }[] };
  expect([info.title, servers[0]?.url]).toEqual(["Built", "https://other.example.com"]);
});

test("without the files the API is described", async () => {
  vi.resetModules();
  const own = await import("./built-description.ts");
  expect(own.readDescription(join(folder, "nowhere"), baseUrl)).toBeUndefined();
  expect(own.prepareDocument(baseUrl).identity.bytes.toString("utf8")).toContain('"title":"Caseport"');
});
