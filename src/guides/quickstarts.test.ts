import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../cli/local-postgres/free-port.ts";
import { projectFolder } from "../cli/run-program.ts";
import { openApi, readBody, type Api } from "../testing/harness/requests/api.ts";
import { runCommand } from "../testing/harness/run-program.ts";
import { startOwnServer, type TestServer } from "../testing/harness/server.ts";
import { nodeOptions, pages, readBlocks } from "../testing/harness/snippets/blocks.ts";
import { findTemporaryFolder } from "../testing/harness/temporary-folder.ts";
import { createTenant } from "../testing/harness/tenant.ts";
import { receiverHost, startTestWorker } from "../testing/harness/webhooks.ts";
import { compileCacheFolder } from "../testing/servers/compile-cache.ts";
import { startReceiver } from "../testing/servers/receiver.ts";

const quickstarts = pages.filter((page) => page.includes("/quickstart-"));

interface Language {
  name: string;
  fence: string;
  extension: string;
  program: string;
  /** The copy that its two-way sync keeps: records by ID. */
  readCopy: (folder: string) => Promise<Record<string, unknown>>;
}

const languages: readonly Language[] = [
  {
    name: "TypeScript", fence: "ts", extension: "mts", program: process.execPath,
    readCopy: (folder) => Promise.resolve((JSON.parse(readFileSync(join(folder, "copy.json"), "utf8")) as { records: Record<string, unknown> }).records),
  },
  {
    name: "Python", fence: "python", extension: "py", program: "python3",
    readCopy: async (folder) => {
      const rows = await runCommand("python3", ["-c", `import sqlite3, json; print(json.dumps(dict(sqlite3.connect("copy.db").execute("SELECT id, body FROM record"))))`], { cwd: folder });
      return Object.fromEntries(Object.entries(JSON.parse(rows) as Record<string, string>).map(([id, body]) => [id, JSON.parse(body) as unknown]));
    },
  },
];

test("each has a program in each language, and its commands", () => {
  expect(quickstarts).toHaveLength(5);
  for (const page of quickstarts) expect(readBlocks(page).map(({ language }) => language), page).toEqual(["ts", "sh", "python", "sh"]);
});

let server: TestServer;
beforeAll(async () => {
  const port = await findFreePort();
  // Signed URLs name this server, and exports need a worker.
  server = await startOwnServer({ port, baseUrl: `http://127.0.0.1:${port}`, worker: "inside" });
});
afterAll(() => server.close(1_000));

describe.each(languages)("the quickstarts in $name, run as they stand", ({ fence, extension, program, readCopy }) => {
  // Where Python is missing, nobody can run its programs.
  const isMissing = spawnSync(program, ["--version"]).status !== 0;
  let api: Api;
  let folder: string;
  let env: Record<string, string>;

  /** Writes the program of a quickstart to its file. @returns its commands */
  function takeProgram(job: string): string {
    const page = `src/guides/quickstart-${job}.md`;
    const blocks = readBlocks(page);
    const place = blocks.findIndex(({ language }) => language === fence);
    const file = new RegExp(`Save it as \`([a-z_]+\\.${extension})\``).exec(readFileSync(join(projectFolder, page), "utf8"))?.[1];
    const [{ code } = { code: "" }, commands = { code: "" }] = blocks.slice(place);
    writeFileSync(join(folder, file ?? ""), code);
    return commands.code;
  }

  // Bash takes a socket for a remote shell and reads its configuration.
  const run = (commands: string) => runCommand("bash", ["--norc", "-euc", commands], { cwd: folder, env });

  beforeAll(async () => {
    if (isMissing) return;
    const { secret } = await createTenant(server.services.database);
    api = openApi(server, secret);
    folder = mkdtempSync(join(findTemporaryFolder(), "caseport-quickstarts-"));
    env = { API: `${server.baseUrl}/api/v1`, KEY: secret, NODE_OPTIONS: nodeOptions, NODE_COMPILE_CACHE: compileCacheFolder() };
    env["CASE"] = (await run(takeProgram("web-form"))).trim();
    const { case: found } = readBody<{ case: { plaintiff: { id: string } } }>(await api.get(`/cases/${env["CASE"]}`));
    env["CLIENT"] = found.plaintiff.id;
  });
  afterAll(() => {
    if (!isMissing) rmSync(folder, { recursive: true, force: true });
  });

  test.skipIf(isMissing)("a web form becomes a lead, and the lead a case", async () => {
    const { leads } = readBody<{ leads: { status: string; externalId: string }[] }>(await api.get("/leads"));
    expect(leads).toMatchObject([{ status: "converted", externalId: expect.stringMatching(/^form-8821\d-\d+$/) as string }]);
  });

  test.skipIf(isMissing)("two-way sync copies, follows and writes back", async () => {
    const commands = takeProgram("sync").split("\n");
    expect(await run(commands[0] ?? "")).toBe("2 records\n");
    const person = { type: "person", lastName: "Adjuster", externalId: randomUUID() };
    const { contact } = readBody<{ contact: { id: string } }>(await api.change("POST", "/contacts", person));
    await run(commands.join("\n"));
    const records = await readCopy(folder);
    expect(Object.keys(records).toSorted()).toEqual([env["CASE"], env["CLIENT"], contact.id].toSorted());
    for (const [id, record] of Object.entries(records)) {
      const list = id.startsWith("cli") ? "client" : id.startsWith("case") ? "case" : "contact";
      expect(record).toEqual((await api.get(`/${list}s/${id}`)).body[list]);
    }
    expect(JSON.stringify(records)).toMatch(/\(412\) 555-012\d/);
    expect((await api.change("DELETE", `/contacts/${contact.id}`)).status).toBe(200);
    expect(await run(commands[0] ?? "")).toBe("2 records\n");
  });

  test.skipIf(isMissing)("a file is uploaded and downloaded, and records are requested", async () => {
    const provider = { type: "medical_provider", companyName: "Mercy General Hospital" };
    const { contact } = readBody<{ contact: { id: string } }>(await api.change("POST", "/contacts", provider));
    readBody(await api.change("POST", `/cases/${env["CASE"]}/medical-facilities`, { contactId: contact.id, facilityType: "hospital" }));
    expect(await run(takeProgram("documents"))).toMatch(/^RR-\S+ draft may become awaiting_authorization, .*\ndoc_\w+\n$/);
  });

  test.skipIf(isMissing)("a report and an export become files", async () => {
    expect(await run(takeProgram("report"))).toMatch(/^pipeline.csv [1-9]\d* rows\ncases.csv 1 rows\n$/);
    expect(readFileSync(join(folder, "cases.csv"), "utf8")).toContain(env["CASE"]);
    expect(readFileSync(join(folder, "pipeline.csv"), "utf8").trim().split("\n").length).toBeGreaterThan(1);
  });

  test.skipIf(isMissing)("the receiver of webhooks takes what the worker delivers, reads the event, and rejects what is forged", async () => {
    const own = await startOwnServer();
    const port = await findFreePort();
    // The TLS proxy before the receiver.
    const proxy = await startReceiver({
      behavior: async ({ headers, body }) => {
        const signed = Object.entries(headers).filter(([name]) => name.startsWith("webhook-")).map(([name, value]) => [name, String(value)]);
        return { status: await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers: Object.fromEntries(signed) as Record<string, string> }).then((response) => response.status, () => 503) };
      },
    });
    const { secret: key } = await createTenant(own.services.database);
    const client = openApi(own, key);
    const subscription = { name: "Clients", url: `https://${receiverHost}/`, eventTypes: ["client.created"] };
    const { secret, webhookSubscription } = readBody<{ secret: string; webhookSubscription: { id: string } }>(await client.change("POST", "/webhook-subscriptions", subscription));
    const receiver = spawn("bash", ["--norc", "-euc", `exec ${takeProgram("webhooks")}`], {
      cwd: folder, env: { ...process.env, ...env, API: `${own.baseUrl}/api/v1`, KEY: key, SECRET: secret, PORT: String(port) }, stdio: ["ignore", "pipe", "inherit"],
    });
    const headers = { "webhook-id": "evt_1", "webhook-timestamp": String(Math.trunc(Date.now() / 1_000)), "webhook-signature": "v1,AAAA" };
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}", headers }).catch(() => null))?.status).toBe(400);
    const worker = await startTestWorker({ databaseUrl: own.applicationUrl, database: own.services.database, receiver: proxy });
    try {
      const printed = once(createInterface({ input: receiver.stdout }), "line");
      const { client: made } = readBody<{ client: { id: string } }>(await client.change("POST", "/clients", { firstName: "Noor", lastName: "Haddad" }));
      expect(String(await printed)).toMatch(new RegExp(`^client.created ${made.id} \\{`));
      const readDeliveries = async () => (await client.get(`/webhook-subscriptions/${webhookSubscription.id}/deliveries`)).body["webhookDeliveries"];
      await expect.poll(readDeliveries).toMatchObject([{ status: "succeeded" }]);
    } finally {
      receiver.kill();
      await worker.stop();
      await proxy.close();
      await own.close(1_000);
    }
  });
});
