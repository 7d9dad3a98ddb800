import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { signWebhook } from "../../areas/webhooks/deliveries/signature.ts";
import { writePython } from "../../cli/sdk/python/write-python.ts";
import { findFreePort } from "../../cli/local-postgres/free-port.ts";
import { declarations } from "../../composition/router.ts";
import { describeApi } from "../../openapi/describe-api.ts";
import { openApi, readBody, type Api } from "../harness/requests/api.ts";
import { runCommand } from "../harness/run-program.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { readBlocks } from "../harness/snippets/blocks.ts";
import { findTemporaryFolder } from "../harness/temporary-folder.ts";
import { createCase, createTenant, type TestTenant } from "../harness/tenant.ts";
import { startBreakingProxy, type BreakingProxy } from "../servers/breaking-proxy.ts";

// Python is no package of npm: where the machine has none, nobody can run its programs.
const isMissing = spawnSync("python3", ["--version"]).status !== 0;
if (isMissing) console.log("python3 is not installed: the Python SDK is only written, not run");

const source = writePython(describeApi("https://caseport.example.com"));
const folder = mkdtempSync(join(findTemporaryFolder(), "caseport-python-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the same document makes the same module, with every operation, of some 2 kB each", () => {
  expect(writePython(describeApi("https://caseport.example.com"))).toBe(source);
  const table = /_TABLE = """\\\n([\s\S]*?)"""/.exec(source)?.[1]?.split("\n") ?? [];
  expect(table.map((line) => line.split(" ")[0]).toSorted()).toEqual(declarations.map(({ name }) => name).toSorted());
  expect(Buffer.byteLength(source) / declarations.length).toBeLessThan(2_300);
});

describe.skipIf(isMissing)("Python", () => {
  let server: TestServer;
  let tenant: TestTenant;
  let caseId: string;
  let proxy: BreakingProxy;
  let api: Api;
  beforeAll(async () => {
    writeFileSync(join(folder, "caseport.py"), source);
    copyFileSync(join(import.meta.dirname, "python-calls.py"), join(folder, "calls.py"));
    const port = await findFreePort();
    // Signed URLs name this server.
    server = await startOwnServer({ port, baseUrl: `http://127.0.0.1:${port}` });
    proxy = await startBreakingProxy(server.baseUrl);
    tenant = await createTenant(server.services.database);
    ({ caseId } = await createCase(tenant));
    api = openApi(server, tenant.secret);
  });
  afterAll(async () => {
    await proxy.close();
    await server.close(1_000);
  });

  const python = (words: readonly string[], env: Record<string, string> = {}) =>
    runCommand("python3", words, { cwd: folder, env: { KEY: tenant.secret, BASE_URL: proxy.baseUrl, ...env } });
  const call = async (name: string, given: object = {}, env: Record<string, string> = {}) =>
    JSON.parse(await python(["calls.py", name, JSON.stringify(given)], env)) as unknown;
  /** The next response is lost after the request took effect. */
  const loseNext = () => proxy.breakAt(1, () => proxy.breakAt(Infinity, () => undefined));
  const count = async (list: string, lastName: string) =>
    readBody<Record<string, { lastName: string }[]>>(await api.get(`/${list}?limit=200`))[list]?.filter(
      (record) => record.lastName === lastName,
    ).length;

  test("compiles, has a documentation string for every operation, and loads nothing beside the standard library", async () => {
    const program = `
import ast, sys
tree = ast.parse(open("caseport.py", encoding="utf-8").read(), feature_version=(3, 9))
imported = {name.split(".")[0] for node in ast.walk(tree) for name in ([each.name for each in node.names] if isinstance(node, ast.Import) else [node.module] if isinstance(node, ast.ImportFrom) else [])}
print(sorted(imported - set(getattr(sys, "stdlib_module_names", imported)) - {"typing_extensions"}))
classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name.endswith("Operations")]
methods = [node for each in classes for node in each.body if isinstance(node, ast.FunctionDef) and not node.decorator_list]
print(len(methods), [node.name for node in methods if not ast.get_docstring(node)])
import caseport
print("typing_extensions" in sys.modules)`;
    const [imported, methods = "", hasTypes] = (await python(["-c", program])).trim().split("\n");
    expect([imported, methods.replace(/^\d+ /, ""), hasTypes]).toEqual(["[]", "[]", "False"]);
    expect(Number.parseInt(methods, 10)).toBeGreaterThanOrEqual(declarations.length);
  });

  test("reads, creates and changes, and raises an error of a class for each code", async () => {
    expect(await call("read_and_change", { lastName: "Lovelace" })).toMatchObject({
      etag: '"1"',
      named: { lastName: "Lovelace" },
      revision: 2,
      stale: { class: "StaleRevisionError", operation: "clients.update", status: 409, attempts: 1 },
      duplicate: { class: "DuplicateEntryError", detail: expect.stringMatching(/^cli_/) as string },
      invalid: { class: "ValidationError", status: 400, code: "VALIDATION_FAILED", reason: "invalid_input" },
      missing: { class: "NotFoundError", status: 404 },
      unchanged: { class: "NotModifiedError", status: 304 },
      "unknown option": { class: "TypeError", message: "clients.get has no option retries" },
      "no ID": { class: "TypeError", message: "clients.get: clientId must be an ID" },
      any: true,
    });
  });

  test("reads lists page by page", async () => {
    for (const lastName of ["P1", "P2", "P3"])
      readBody(await api.change("POST", "/clients", { firstName: "Page", lastName }));
    const { clients } = readBody<{ clients: { id: string }[] }>(await api.get("/clients?limit=200"));
    const read = (await call("list_pages")) as { pages: number[]; ids: string[]; first: number; feed: number };
    expect(read.ids).toEqual(clients.map(({ id }) => id));
    expect(read.pages.reduce((sum, size) => sum + size)).toBe(clients.length);
    expect([read.first, read.feed > 3]).toEqual([2, true]);
  });

  test("a response that was lost makes nothing twice", async () => {
    loseNext();
    expect(await call("create_client", { lastName: "Once" })).toBe("Once");
    loseNext();
    expect(await call("create_lead", { lastName: "Once" })).toBe("Once");
    expect([await count("clients", "Once"), await count("leads", "Once")]).toEqual([1, 1]);
    const { leads } = readBody<{ leads: { id: string; lastName: string }[] }>(await api.get("/leads?limit=200"));
    loseNext();
    const leadId = leads.find(({ lastName }) => lastName === "Once")?.id;
    // Without If-Match it may have taken effect: the caller decides.
    expect(await call("update_lead", { leadId })).toMatchObject({ class: "ConnectionError" });
  });

  test.each(["<!doctype html><title>Sign in</title>", "[]", '{"success": true, "me"'])(
    "a success whose body is %s is an error with a sentence",
    async (body) => {
      const other = createServer((_request, response) => void response.end(body)).listen(0, "127.0.0.1");
      onTestFinished(() => void other.close());
      await once(other, "listening");
      const baseUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      expect(await call("read_me", {}, { BASE_URL: baseUrl })).toEqual({
        class: "ConnectionError",
        message: "No complete response: it is not JSON. Check that base_url is Caseport's (me.get)",
      });
    },
  );

  test("follows the feed from the place that it saved, also after a lost response", async () => {
    expect(await call("follow", { count: 1 })).toMatchObject({ cursor: true });
    const rest = (await call("follow", { count: 3 })) as { seen: string[] };
    const { client } = readBody<{ client: { id: string } }>(
      await api.change("POST", "/clients", { firstName: "New", lastName: "Event" }),
    );
    expect(rest.seen).not.toContain(client.id);
    rmSync(join(folder, "cursor"));
    const following = call("follow", { count: 1, start: "now" });
    // It may begin before or after any of these: it sees one that follows its beginning.
    const made: string[] = [];
    let isDone = false;
    void following.finally(() => (isDone = true));
    while (!isDone) {
      const name = `Live ${made.length}`;
      const created = await api.change("POST", "/clients", { firstName: "Live", lastName: name });
      made.push(readBody<{ client: { id: string } }>(created).client.id);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const { seen } = (await following) as { seen: string[] };
    expect(made).toContain(seen[0]);
  });

  test.each([
    ["in one request", { largestForm: 1_000_000, bytes: 20_000 }, ["sending"]],
    ["in parts", { largestForm: 1_000, bytes: 300_000 }, ["hashing", "sending"]],
  ])("uploads a file %s, once", async (_, given, phases) => {
    server.services.files.tools.partSizeBytes = 120_000;
    loseNext();
    const uploaded = (await call("upload", { ...given, caseId }, { BASE_URL: proxy.baseUrl })) as Record<
      string,
      unknown
    >;
    expect(uploaded["stored"]).toBe(uploaded["sha256"]);
    expect(uploaded).toMatchObject({ keys: ["document", "etag"], phases, end: [given.bytes + 9, given.bytes + 9] });
  });

  test("verifies webhooks as the server signs them", async () => {
    const secret = `whsec_${btoa("a secret of at least 24 bytes")}`;
    const body = JSON.stringify({ type: "case.updated", data: { id: "evt_1" }, note: "Renée" });
    const at = Math.floor(Date.now() / 1_000);
    const sign = (time: number) => ({
      "Webhook-Id": "evt_1",
      "webhook-timestamp": String(time),
      "webhook-signature": signWebhook([secret], "evt_1", time, body),
    });
    expect(await call("verify", { body, headers: sign(at), secrets: [secret] })).toEqual({
      returned: JSON.parse(body) as unknown,
    });
    const rejected = "WebhookVerificationError";
    const other = `whsec_${btoa("another one of at least 24 bytes")}`;
    for (const given of [
      { body: `${body} `, headers: sign(at), secrets: [secret] },
      { body, headers: sign(at - 400), secrets: secret },
      { body, headers: sign(at), secrets: [other] },
      { body, headers: {}, secrets: [secret] },
      { body, headers: sign(at), secrets: ["cpk_12345678"] },
    ])
      expect(await call("verify", given)).toMatchObject({ class: rejected });
  });

  describe("the guide", () => {
    const blocks = readBlocks("src/guides/sdk-python.md");
    const programs = blocks.filter(({ language }) => language === "python").map(({ code }) => code);
    const given = (code: string) => code.replaceAll("http://localhost:3000", server.baseUrl);

    test("has a command that names the module", () => {
      expect(blocks.filter(({ language }) => language === "sh").map(({ code }) => code)).toEqual([
        "curl -s -O http://localhost:3000/sdk/caseport.py",
      ]);
    });

    test("has programs that run", async () => {
      expect(programs).toHaveLength(4);
      writeFileSync(join(folder, "report.pdf"), "%PDF-1.4\n%%EOF\n");
      const { clients } = readBody<{ clients: { id: string }[] }>(await api.get("/clients?limit=1"));
      const env = { CASEPORT_API_KEY: tenant.secret, CLIENT: clients[0]?.id ?? "", CASE: caseId };
      const [calls = "", follow = "", upload = "", verify = ""] = programs.map(given);
      expect(await python(["-c", calls], env)).toContain("20");
      // It never ends by itself.
      expect(await python(["-c", `${follow}\n    break`], env)).toMatch(/^[a-z_]+\.[a-z_]+ \w+/);
      expect(await python(["-c", upload], env)).toMatch(/^doc_\w+\n$/);
      const secret = `whsec_${btoa("a secret of at least 24 bytes")}`;
      await expect(python(["-c", verify], { SECRET: secret })).rejects.toThrow();
    });
  });

  test("the quickstarts use the module", () => {
    for (const job of ["sync", "web-form", "documents", "webhooks", "report"])
      expect(readFileSync(`src/guides/quickstart-${job}.md`, "utf8")).toContain("from caseport import");
  });
});
