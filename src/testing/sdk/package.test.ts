import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSdk, compile, pack } from "../../cli/sdk/build.ts";
import { projectFolder } from "../../cli/run-program.ts";
import { sdkTarball } from "../../http/pages/sdk.ts";
import { signWebhook } from "../../areas/webhooks/deliveries/signature.ts";
import { startTestServer } from "../harness/server.ts";
import type { TestServer } from "../harness/server.ts";
import { createCase, createTenant } from "../harness/tenant.ts";

const run = promisify(execFile);
let server: TestServer;
/** The package's files as they were compiled, and an empty folder into which npm installed the tarball of the server. */
let compiled: string;
let folder: string;

beforeAll(async () => {
  [server] = await Promise.all([startTestServer(), buildSdk()]);
  compiled = await compile(mkdtempSync(join(tmpdir(), "sdk-")));
  folder = mkdtempSync(join(tmpdir(), "integration-"));
  writeFileSync(join(folder, "package.json"), '{ "name": "integration", "private": true, "type": "module" }');
  await run("npm", ["install", "--no-audit", "--no-fund", "--cache", join(folder, ".cache"), `${server.baseUrl}/sdk/caseport.tgz`], { cwd: folder });
  copyFileSync(join(import.meta.dirname, "installed.mjs.txt"), join(folder, "installed.mjs"));
});
afterAll(() => server.close(1000));

describe("the tarball", () => {
  test("has the same bytes when it is built again", () => {
    expect(Buffer.compare(pack(compiled), readFileSync(sdkTarball))).toBe(0);
  });

  test("is served with an ETag", async () => {
    const url = `${server.baseUrl}/sdk/caseport.tgz`;
    const response = await fetch(url);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/gzip"]);
    expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), readFileSync(sdkTarball))).toBe(0);
    expect((await fetch(url, { headers: { "If-None-Match": response.headers.get("etag") ?? "" } })).status).toBe(304);
    expect((await fetch(url, { method: "POST" })).status).toBe(405);
  });

  test("is installed without another package, and at most 12 kB of it are loaded", () => {
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["caseport"]);
    const loaded = listLoaded("index.js");
    expect(loaded).not.toContain("node.js");
    const source = [...loaded].map((name) => readFileSync(join(compiled, name), "utf8")).join("");
    expect(gzipSync(source, { level: 9 }).length).toBeLessThanOrEqual(12_000);
    // What workers do not have.
    expect(source).not.toMatch(/from "node:|\bBuffer\b|\brequire\(/);
  });

  test("has types that an integration compiles against under strict, and that reject its mistakes", async () => {
    copyFileSync(join(import.meta.dirname, "installed.ts.txt"), join(folder, "integration.ts"));
    const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, module: "NodeNext", target: "ES2022", lib: ["ES2023"], types: ["node"], typeRoots: [join(projectFolder, "node_modules", "@types")], noEmit: true };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["integration.ts"] }));
    const { stdout } = await run(process.execPath, [join(projectFolder, "node_modules/typescript/bin/tsc"), "-p", folder]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe("");
  });
});

/** The modules that an import of this one loads. */
function listLoaded(name: string, found = new Set<string>()): Set<string> {
  found.add(name);
  for (const [, next = ""] of readFileSync(join(compiled, name), "utf8").matchAll(/from "\.\/([\w.-]+)"/g)) {
    if (!found.has(next)) listLoaded(next, found);
  }
  return found;
}

describe("the installed package", () => {
  test.each(["Node 20", "Node 24", "Bun", "Deno"])("runs on %s", async (runtime) => {
    const command = await findCommand(runtime);
    if (command === null) return console.log(`Skipped: ${runtime} is not on this machine, and npm does not bring it.`);
    const tenant = await createTenant(server.services.database);
    const { caseId } = await createCase(tenant);
    const [secret, body, seconds] = [`whsec_${btoa("a secret of at least 24 bytes")}`, '{"type":"case.updated"}', Math.floor(Date.now() / 1_000)];
    const headers = { "webhook-id": "evt_1", "webhook-timestamp": String(seconds), "webhook-signature": signWebhook([secret], "evt_1", seconds, body) };
    const input = { BASE_URL: server.baseUrl, API_KEY: tenant.secret, CASE_ID: caseId, WEBHOOK: { secret, body, headers }, HASHES: { hello: createHash("sha256").update("hello").digest("hex") } };
    const [program = "", ...words] = command;
    const { stdout } = await run(program, [...words, "installed.mjs"], { cwd: folder, env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "test", SDK_INPUT: JSON.stringify(input) } });
    expect(JSON.parse(stdout)).toEqual({ stale: "StaleRevisionError", listed: 1, fileName: "hello.txt", sha256: true, type: "case.updated", forged: true, isEvent: true });
  });
});

/** @returns null where there is no such runtime */
async function findCommand(runtime: string): Promise<string[] | null> {
  if (runtime === "Node 24") return [process.execPath];
  if (runtime === "Node 20") {
    const found = (process.env["PATH"] ?? "").split(delimiter).map((place) => join(place, "node")).filter((place) => existsSync(place));
    for (const place of found) if ((await run(place, ["--version"])).stdout.startsWith("v20.")) return [place];
    return null;
  }
  const runtimes = join(projectFolder, ".sdk", "runtimes");
  if (!existsSync(join(runtimes, "node_modules"))) {
    mkdirSync(runtimes, { recursive: true });
    cpSync(join(import.meta.dirname, "runtimes"), runtimes, { recursive: true });
    await installed(runtimes);
  }
  const binaries = runtime === "Bun" ? ["@oven", "bin/bun"] : ["@deno", "deno"];
  const [scope = "", name = ""] = binaries;
  const packages = existsSync(join(runtimes, "node_modules", scope)) ? readdirSync(join(runtimes, "node_modules", scope)) : [];
  const binary = packages.map((each) => join(runtimes, "node_modules", scope, each, name)).find((place) => existsSync(place));
  if (binary === undefined) return null;
  return runtime === "Bun" ? [binary] : [binary, "run", "--quiet", "--node-modules-dir=manual", "--allow-net", "--allow-env"];
}

/** Their packages contain the binaries: no install script runs. */
function installed(runtimes: string): Promise<unknown> {
  return run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], { cwd: runtimes }).catch((error: Error) => console.log(`npm brings no Bun and Deno: ${error.message.split("\n")[0]}`));
}
