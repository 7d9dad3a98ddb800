import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { marked, type Tokens } from "marked";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signWebhook } from "../areas/webhooks/deliveries/signature.ts";
import { findFreePort } from "../cli/local-postgres/free-port.ts";
import { openApi, readBody, type Api } from "../testing/harness/requests/api.ts";
import { runCommand } from "../testing/harness/run-program.ts";
import { startOwnServer, type TestServer } from "../testing/harness/server.ts";
import { findTemporaryFolder } from "../testing/harness/temporary-folder.ts";
import { createTenant } from "../testing/harness/tenant.ts";

/** The programs are Python's: where it is missing, nobody can run them. */
const hasPython = spawnSync("python3", ["--version"]).status === 0;

let server: TestServer;
let api: Api;
let folder: string;
let env: Record<string, string>;

/** Writes the program of a quickstart to its file. @returns the commands of "Run it" */
function takeProgram(slug: string): string {
  const tokens = marked.lexer(readFileSync(join(import.meta.dirname, `${slug}.md`), "utf8"));
  const blocks = tokens.filter((token): token is Tokens.Code => token.type === "code");
  const program = blocks.find(({ lang }) => lang === "python");
  const file = /Save it as `([a-z_]+\.py)`/.exec(tokens.map(({ raw }) => raw).join(""))?.[1];
  const commands = blocks.find(({ lang }) => lang === "sh");
  if (program === undefined || file === undefined || commands === undefined) throw new Error(`${slug} has no program`);
  writeFileSync(join(folder, file), program.text);
  return commands.text;
}

const run = (commands: string) => runCommand("bash", ["-euc", commands], { cwd: folder, env });

describe.runIf(hasPython)("the quickstarts, run as they stand", () => {
  beforeAll(async () => {
    const port = await findFreePort();
    // Signed URLs name this server, and exports need a worker.
    server = await startOwnServer({ port, baseUrl: `http://127.0.0.1:${port}`, worker: "inside" });
    const { secret } = await createTenant(server.services.database);
    api = openApi(server, secret);
    folder = mkdtempSync(join(findTemporaryFolder(), "caseport-quickstarts-"));
    env = { API: `${server.baseUrl}/api/v1`, KEY: secret };
    env["CASE"] = (await run(takeProgram("quickstart-web-form"))).trim();
    const { case: found } = readBody<{ case: { plaintiff: { id: string } } }>(await api.get(`/cases/${env["CASE"]}`));
    env["CLIENT"] = found.plaintiff.id;
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server.close(1_000);
  });

  test("a web form becomes a lead, and the lead a case", async () => {
    const { leads } = readBody<{ leads: { status: string; externalId: string }[] }>(await api.get("/leads"));
    expect(leads).toMatchObject([{ status: "converted", externalId: expect.stringMatching(/^form-88213-\d+$/) as string }]);
  });

  test("two-way sync copies, follows and writes back", async () => {
    const commands = takeProgram("quickstart-sync").split("\n");
    expect(await run(commands[0] ?? "")).toBe("2 records\n");
    const person = { type: "person", lastName: "Adjuster", externalId: randomUUID() };
    const { contact } = readBody<{ contact: { id: string } }>(await api.change("POST", "/contacts", person));
    await run(commands.join("\n"));
    const copy = await run(`python3 -c 'import sqlite3, json; print(json.dumps(dict(sqlite3.connect("copy.db").execute("SELECT id, body FROM record"))))'`);
    const records = Object.entries(JSON.parse(copy) as Record<string, string>);
    expect(records.map(([id]) => id).toSorted()).toEqual([env["CASE"], env["CLIENT"], contact.id].toSorted());
    for (const [id, body] of records) {
      const list = id.startsWith("cli") ? "client" : id.startsWith("case") ? "case" : "contact";
      expect(JSON.parse(body)).toEqual((await api.get(`/${list}s/${id}`)).body[list]);
    }
    expect(copy).toContain("(412) 555-0123");
    expect((await api.change("DELETE", `/contacts/${contact.id}`)).status).toBe(200);
    expect(await run(commands[0] ?? "")).toBe("2 records\n");
  });

  test("a file is uploaded and downloaded, and records are requested", async () => {
    const provider = { type: "medical_provider", companyName: "Mercy General Hospital" };
    const { contact } = readBody<{ contact: { id: string } }>(await api.change("POST", "/contacts", provider));
    readBody(await api.change("POST", `/cases/${env["CASE"]}/medical-facilities`, { contactId: contact.id, facilityType: "hospital" }));
    expect(await run(takeProgram("quickstart-documents"))).toMatch(/^RR-\S+ draft may become awaiting_authorization, .*\ndoc_\w+\n$/);
  });

  test("a report and an export become files", async () => {
    expect(await run(takeProgram("quickstart-report"))).toMatch(/^pipeline.csv \d+ rows\ncases.csv 1 rows\n$/);
    expect(readFileSync(join(folder, "cases.csv"), "utf8")).toContain(env["CASE"]);
    expect(existsSync(join(folder, "pipeline.csv"))).toBe(true);
  });

  test("the receiver of webhooks accepts what is signed, and reads the event", async () => {
    const secret = `whsec_${Buffer.from(randomUUID()).toString("base64")}`;
    const port = await findFreePort();
    const receiver = spawn("bash", ["-euc", `exec ${takeProgram("quickstart-webhooks")}`], { cwd: folder, env: { ...process.env, ...env, SECRET: secret, PORT: String(port) }, stdio: ["ignore", "pipe", "inherit"] });
    try {
      const { events } = readBody<{ events: { id: string; eventType: string; entityId: string; cursor: string }[] }>(await api.get("/events?limit=1"));
      const [event] = events;
      if (event === undefined) throw new Error("the feed is empty");
      const body = JSON.stringify({ type: event.eventType, timestamp: new Date().toISOString(), data: { id: event.id, entityId: event.entityId, cursor: event.cursor } });
      const deliver = (signature: string, seconds: number) =>
        fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers: { "webhook-id": event.id, "webhook-timestamp": String(seconds), "webhook-signature": signature } });
      const now = Math.trunc(Date.now() / 1_000);
      await expect.poll(async () => (await deliver("v1,AAAA", now).catch(() => null))?.status).toBe(400);
      const printed = once(createInterface({ input: receiver.stdout }), "line");
      expect((await deliver(signWebhook([secret], event.id, now - 600, body), now - 600)).status).toBe(400);
      expect((await deliver(signWebhook([secret], event.id, now, body), now)).status).toBe(204);
      expect(String(await printed)).toMatch(new RegExp(`^${event.eventType} ${event.entityId} \\{`));
    } finally {
      receiver.kill();
    }
  });
});
