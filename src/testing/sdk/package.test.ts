import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { buildSdk, compile, pack, writeSources } from "../../cli/sdk/build.ts";
import { projectFolder } from "../../cli/run-program.ts";
import { n8nTarball, sdkModule, sdkTarball, zapierTarball } from "../../http/pages/sdk.ts";
import { signWebhook } from "../../areas/webhooks/deliveries/signature.ts";
import { isFullExtent } from "../harness/extent.ts";
import { openSandboxTenant } from "../../areas/sandbox/fixtures.ts";
import { openApi, readBody } from "../harness/requests/api.ts";
import { runCommand } from "../harness/run-program.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { pages, readBlocks } from "../harness/snippets/blocks.ts";
import { createCase, createTenant } from "../harness/tenant.ts";

const run = promisify(execFile);
let server: TestServer;
/** An empty folder into which npm installed the tarball of the server, and the package's files there. */
let folder: string;
let installed: string;

/** The commands of the guide, in their order. */
const blocks = readBlocks("src/guides/sdk.md");
const commands = blocks.filter(({ language }) => language === "sh").map(({ code }) => code);

/**
 * Runs a block of the guide with this test's server instead of the reader's.
 *
 * @returns what it printed
 */
function runGuide(code: string, env: Record<string, string>): Promise<string> {
  return runCommand("bash", ["--norc", "-euc", code.replaceAll("http://localhost:3000", server.baseUrl)], {
    cwd: folder,
    env: { CASEPORT_BASE_URL: server.baseUrl, ...env },
  });
}

beforeAll(async () => {
  [server] = await Promise.all([startTestServer(), buildSdk()]);
  folder = mkdtempSync(join(tmpdir(), "integration-"));
  installed = join(folder, "node_modules", "caseport");
  writeFileSync(join(folder, "package.json"), '{ "name": "integration", "private": true, "type": "module" }');
  const [install] = commands;
  await runGuide(install ?? "", {
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_cache: join(folder, ".cache"),
  });
  copyFileSync(join(import.meta.dirname, "installed.mjs.txt"), join(folder, "installed.mjs"));
});
afterAll(() => server.close(1000));

describe("the tarball", () => {
  test("has the same bytes when the same files are packed again, which depend neither on the moment nor on the folder", async () => {
    const sources = writeSources();
    vi.setSystemTime("2001-02-03T04:05:06Z");
    onTestFinished(() => void vi.useRealTimers());
    expect(writeSources()).toEqual(sources);
    expect(Buffer.compare(await pack(installed), readFileSync(sdkTarball))).toBe(0);
    for (const name of readdirSync(installed))
      expect(readFileSync(join(installed, name), "utf8"), name).not.toContain(join(sdkTarball, ".."));
  });

  test.runIf(isFullExtent)("has the same bytes when it is built again", async () => {
    const again = await compile(mkdtempSync(join(tmpdir(), "sdk-")));
    expect(Buffer.compare(await pack(again), readFileSync(sdkTarball))).toBe(0);
  });

  test.each([
    ["caseport.tgz", "application/gzip", sdkTarball],
    ["caseport.py", "text/x-python; charset=utf-8", sdkModule],
    ["n8n-nodes-caseport.tgz", "application/gzip", n8nTarball],
    ["caseport-zapier.tgz", "application/gzip", zapierTarball],
  ])("%s is served with an ETag", async (name, type, file) => {
    const url = `${server.baseUrl}/sdk/${name}`;
    const response = await fetch(url);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
    expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), readFileSync(file))).toBe(0);
    expect((await fetch(url, { headers: { "If-None-Match": response.headers.get("etag") ?? "" } })).status).toBe(304);
    expect((await fetch(url, { method: "POST" })).status).toBe(405);
  });

  test("is installed without another package, and at most 14 kB of it are loaded", () => {
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["caseport"]);
    const loaded = listLoaded("index.js");
    expect(loaded).not.toContain("node.js");
    const source = [...loaded].map((name) => readFileSync(join(installed, name), "utf8")).join("");
    // 12 kB for 326 operations, and 0.5 for the lines of those since, at 10 to 15 bytes each.
    expect(gzipSync(source, { level: 9 }).length).toBeLessThanOrEqual(14_000);
    // What workers do not have.
    expect(source).not.toMatch(/from "node:|\bBuffer\b|\brequire\(/);
  });

  test("has types that an integration compiles against under strict, and that reject its mistakes", async () => {
    copyFileSync(join(import.meta.dirname, "installed.ts.txt"), join(folder, "integration.ts"));
    const programs = pages
      .flatMap(readBlocks)
      .filter(({ language }) => language === "ts")
      .map(({ page, code }, place) => ({
        name: `guide-${place}.mts`,
        code: page.includes("/quickstart-") ? code : `${given(code)}\n${code}\nexport {};`,
      }));
    expect(programs.length).toBeGreaterThan(5);
    for (const { name, code } of programs) writeFileSync(join(folder, name), code);
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      module: "NodeNext",
      target: "ES2022",
      lib: ["ES2023"],
      types: ["node"],
      typeRoots: [join(projectFolder, "node_modules", "@types")],
      noEmit: true,
    };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["integration.ts", ...programs.map(({ name }) => name)] }),
    );
    const { stdout } = await run(process.execPath, [
      join(projectFolder, "node_modules/typescript/bin/tsc"),
      "-p",
      folder,
    ]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe("");
  });
});

/** What the reader of a part of a program has; left out where the part declares it. */
function given(code: string): string {
  const values = {
    Caseport: 'typeof import("caseport").Caseport',
    caseport: 'import("caseport").Caseport',
    caseId: "string",
    clientId: "string",
    handle: '(event: import("caseport").FeedEvent) => Promise<void>',
    rawBody: "string",
    secret: "string",
    request: "Request",
  };
  return Object.entries(values)
    .flatMap(([name, type]) =>
      new RegExp(`^(const ${name} =|import \\{.*\\b${name}\\b.*\\})`, "m").test(code)
        ? []
        : [`declare const ${name}: ${type};`],
    )
    .join("\n");
}

/** The modules that an import of this one loads. */
function listLoaded(name: string, found = new Set<string>()): Set<string> {
  found.add(name);
  for (const [, next = ""] of readFileSync(join(installed, name), "utf8").matchAll(/from "\.\/([\w.-]+)"/g)) {
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
    const [secret, body, seconds] = [
      `whsec_${btoa("a secret of at least 24 bytes")}`,
      '{"type":"case.updated"}',
      Math.floor(Date.now() / 1_000),
    ];
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(seconds),
      "webhook-signature": signWebhook([secret], "evt_1", seconds, body),
    };
    const input = {
      BASE_URL: server.baseUrl,
      API_KEY: tenant.secret,
      CASE_ID: caseId,
      WEBHOOK: { secret, body, headers },
      HASHES: { hello: createHash("sha256").update("hello").digest("hex") },
    };
    const [program = "", ...words] = command;
    const { stdout } = await run(program, [...words, "installed.mjs"], {
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "test", SDK_INPUT: JSON.stringify(input) },
    });
    expect(JSON.parse(stdout)).toEqual({
      stale: "StaleRevisionError",
      listed: 1,
      fileName: "hello.txt",
      sha256: true,
      type: "case.updated",
      forged: true,
      isEvent: true,
    });
  });
});

test("the guide's commands run with the installed package", async () => {
  const tenant = await createTenant(server.services.database);
  const { clientId } = await createCase(tenant);
  const received: unknown[] = [];
  const receiver = createServer((request, response) => {
    received.push(request.headers["webhook-id"]);
    response.writeHead(204).end();
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  // `logs --follow` has no end: cli.test.ts runs it.
  const [, listen = "", logs, triggers = "", others = "", ...more] = commands;
  expect([logs, ...more]).toEqual(["npx caseport logs --follow"]);
  const env = { KEY: tenant.secret, CASEPORT_API_KEY: tenant.secret, CLIENT: clientId };
  const forwarded = listen.replace(
    "http://localhost:4000",
    `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
  );
  const listening = spawn("bash", ["--norc", "-euc", forwarded], {
    cwd: folder,
    env: { ...process.env, ...env, CASEPORT_BASE_URL: server.baseUrl },
    stdio: "ignore",
    detached: true,
  });
  try {
    const { database } = server.services;
    const { sandbox } = readBody<{ sandbox: { id: string } }>(
      await openApi(server, tenant.secret).change("POST", "/sandbox", {}),
    );
    const { secret } = await openSandboxTenant(database, sandbox.id);
    const caused = await runGuide(triggers, { ...env, CASEPORT_API_KEY: secret });
    expect(caused).toContain("case.stage_changed");
    expect(caused).toContain('"matterStage": "treatment"');
    await expect(runGuide("npx caseport trigger client.created", env)).rejects.toThrow("a key of a sandbox");
    const printed = await runGuide(others, env);
    expect(printed).toContain(tenant.keyId);
    expect(printed).toContain("(412) 555-0199");
    // It reads the end of the feed some time after its start.
    await expect
      .poll(async () => {
        await openApi(server, tenant.secret).change("POST", "/clients", { firstName: "Noor", lastName: "Haddad" });
        return received.length;
      })
      .toBeGreaterThan(0);
  } finally {
    // npx starts the program as a process of its own.
    process.kill(-(listening.pid ?? 0), "SIGINT");
    await once(listening, "close");
    receiver.closeAllConnections();
    receiver.close();
  }
});

/** @returns null where there is no such runtime */
async function findCommand(runtime: string): Promise<string[] | null> {
  if (runtime === "Node 24") return [process.execPath];
  if (runtime === "Node 20") {
    const found = (process.env["PATH"] ?? "")
      .split(delimiter)
      .map((place) => join(place, "node"))
      .filter((place) => existsSync(place));
    for (const place of found) if ((await run(place, ["--version"])).stdout.startsWith("v20.")) return [place];
    return null;
  }
  const runtimes = join(projectFolder, ".sdk", "runtimes");
  if (!existsSync(join(runtimes, "node_modules"))) {
    mkdirSync(runtimes, { recursive: true });
    cpSync(join(import.meta.dirname, "runtimes"), runtimes, { recursive: true });
    await installRuntimes(runtimes);
  }
  const binaries = runtime === "Bun" ? ["@oven", "bin/bun"] : ["@deno", "deno"];
  const [scope = "", name = ""] = binaries;
  const packages = existsSync(join(runtimes, "node_modules", scope))
    ? readdirSync(join(runtimes, "node_modules", scope))
    : [];
  const binary = packages
    .map((each) => join(runtimes, "node_modules", scope, each, name))
    .find((place) => existsSync(place));
  if (binary === undefined) return null;
  return runtime === "Bun"
    ? [binary]
    : [binary, "run", "--quiet", "--node-modules-dir=manual", "--allow-net", "--allow-env"];
}

/** Their packages contain the binaries: no install script runs. */
function installRuntimes(runtimes: string): Promise<unknown> {
  return run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], { cwd: runtimes }).catch(
    (error: Error) => console.log(`npm brings no Bun and Deno: ${error.message.split("\n")[0]}`),
  );
}
