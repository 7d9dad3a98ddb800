import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeWebhookPayload } from "../../contract/webhooks/payload.ts";
import { projectFolder } from "../../cli/run-program.ts";
import { openApi } from "../harness/requests/api.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { readEvents } from "../harness/traces.ts";
import { compileCacheFolder } from "../servers/compile-cache.ts";

let server: TestServer;
let tenant: TestTenant;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const program = join(projectFolder, "src", "sdk", "cli.ts");

function start(words: readonly string[], apiKey: string | null = tenant.secret) {
  const env = {
    NODE_ENV: "test",
    NODE_COMPILE_CACHE: compileCacheFolder(),
    CASEPORT_BASE_URL: server.baseUrl,
    ...(apiKey !== null && { CASEPORT_API_KEY: apiKey }),
  } as const;
  return spawn(process.execPath, [program, ...words], { stdio: ["pipe", "pipe", "pipe"], env });
}

async function run(
  words: readonly string[],
  { input = "", apiKey = tenant.secret }: { input?: string; apiKey?: string | null } = {},
) {
  const child = start(words, apiKey);
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number]>,
  ]);
  return { stdout, stderr, code };
}

describe("caseport", () => {
  test("whoami, post and patch print responses as JSON", async () => {
    const who = await run(["whoami"]);
    expect(who.code).toBe(0);
    expect(JSON.parse(who.stdout)).toMatchObject({
      me: { keyId: tenant.keyId, organization: { id: tenant.organizationId } },
    });
    const made = await run(["post", "/clients", "--data", "-"], {
      input: '{ "firstName": "Noor", "lastName": "Haddad" }',
    });
    const { client, etag } = JSON.parse(made.stdout) as { client: { id: string }; etag: string };
    const changed = await run(["patch", `/clients/${client.id}`, "-d", '{ "phone": "555-0101" }', "--if-match", etag]);
    expect(JSON.parse(changed.stdout)).toMatchObject({ client: { id: client.id, phone: "555-0101" } });
    const stale = await run(["patch", `/clients/${client.id}`, "-d", '{ "phone": "555-0102" }', "--if-match", etag]);
    expect([stale.code, stale.stdout]).toEqual([1, ""]);
    expect(stale.stderr).toContain("STALE_REVISION");
  });

  test("says what is missing, and never the key", async () => {
    expect(await run(["whoami"], { apiKey: null })).toMatchObject({
      code: 1,
      stderr: "Set CASEPORT_API_KEY to an API key.\n",
    });
    expect(await run(["listen"])).toMatchObject({ code: 1, stderr: "listen needs --forward <url>.\n" });
    const rejected = await run(["get", "/clients"], { apiKey: `cpk_${"x".repeat(57)}` });
    expect(rejected.stderr).toContain("UNAUTHORIZED");
    expect(rejected.stderr).not.toContain("xxxx");
    expect((await run(["--help"])).stdout).toContain("caseport <command>");
  });

  test("listen sends events as the server's webhooks, until it is interrupted", async () => {
    const received: { headers: Record<string, string>; body: string }[] = [];
    const receiver = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ headers: request.headers as Record<string, string>, body });
        response.writeHead(204).end();
      });
    });
    receiver.listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const child = start(["listen", "--forward", `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`]);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    await lines.next();
    const secret = /whsec_\S+/.exec(String((await lines.next()).value))?.[0] ?? "";
    await expect
      .poll(async () => {
        await openApi(server, tenant.secret).change("POST", "/clients", { firstName: "Noor", lastName: "Haddad" });
        return received.length;
      })
      .toBeGreaterThan(0);
    expect(String((await lines.next()).value)).toMatch(/client\.created cli_\w+ → 204$/);
    const [message] = received;
    const verified = new Webhook(secret).verify(message?.body ?? "", message?.headers ?? {}) as {
      data: { id: string; cursor: string };
    };
    const event = (await readEvents(tenant)).find(({ id }) => id === verified.data.id);
    expect(message?.body).toBe(
      writeWebhookPayload(
        { ...(event as NonNullable<typeof event>), cursor: verified.data.cursor },
        tenant.organizationId,
      ),
    );
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
    receiver.close();
  });

  test("logs prints the key's requests with why they were rejected, and follows those that come", async () => {
    const api = openApi(server, tenant.secret);
    await api.get("/clients/cli_unknown");
    await server.services.requestLog.flush();
    const last = await run(["logs", "--status", "4xx"]);
    expect(last.stdout).toMatch(/^\S+Z 404 GET \/clients\/\{clientId\} \S.* ms \S+$/m);
    expect(last.stdout).not.toContain(" 200 ");

    const child = start(["logs", "--follow"]);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const printed: string[] = [];
    const waitFor = async (part: string) => {
      while (!printed.some((line) => line.includes(part))) printed.push(String((await lines.next()).value));
    };
    await waitFor(" 404 GET /clients/{clientId}");
    await api.change("POST", "/clients", { firstName: "", lastName: "Haddad" });
    await server.services.requestLog.flush();
    await waitFor(" 400 POST /clients ");
    expect(printed.at(-1)).toContain("firstName");
    expect(printed.join("\n")).not.toContain("Haddad");
    expect(new Set(printed).size).toBe(printed.length);
    expect(printed.join("\n")).not.toContain("/me/requests");
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
