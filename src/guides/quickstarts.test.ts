import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSandboxTenant } from "../areas/sandbox/fixtures.ts";
import { findFreePort } from "../cli/local-postgres/free-port.ts";
import { projectFolder } from "../cli/run-program.ts";
import { writePython } from "../cli/sdk/python/write-python.ts";
import { describeApi } from "../openapi/describe-api.ts";
import { openApi, readBody, type Api } from "../testing/harness/requests/api.ts";
import { runCommand } from "../testing/harness/run-program.ts";
import { startOwnServer, type TestServer } from "../testing/harness/server.ts";
import { nodeOptions, pages, readBlocks } from "../testing/harness/snippets/blocks.ts";
import { findTemporaryFolder } from "../testing/harness/temporary-folder.ts";
import { createTenant } from "../testing/harness/tenant.ts";
import { receiverHost, startTestWorker } from "../testing/harness/webhooks.ts";
import { compileCacheFolder } from "../testing/servers/compile-cache.ts";
import { startBreakingProxy, type BreakingProxy } from "../testing/servers/breaking-proxy.ts";
import { startReceiver } from "../testing/servers/receiver.ts";

const quickstarts = pages.filter((page) => page.includes("/quickstart-"));

interface Language {
  name: string;
  fence: string;
  extension: string;
  program: string;
  /** The SDK, where the program does not find it otherwise: a file beside it. */
  writeSdk: (folder: string) => void;
  /** The copy that its two-way sync keeps: records by ID. */
  readCopy: (folder: string) => Promise<Record<string, unknown>>;
}

const languages: readonly Language[] = [
  {
    name: "TypeScript",
    fence: "ts",
    extension: "mts",
    program: process.execPath,
    writeSdk: () => undefined,
    readCopy: (folder) =>
      Promise.resolve(
        (JSON.parse(readFileSync(join(folder, "copy.json"), "utf8")) as { records: Record<string, unknown> }).records,
      ),
  },
  {
    name: "Python",
    fence: "python",
    extension: "py",
    program: "python3",
    writeSdk: (folder) => writeFileSync(join(folder, "caseport.py"), writePython(describeApi("http://localhost:3000"))),
    readCopy: async (folder) => {
      const rows = await runCommand(
        "python3",
        [
          "-c",
          `import sqlite3, json; print(json.dumps(dict(sqlite3.connect("copy.db").execute("SELECT id, body FROM record"))))`,
        ],
        { cwd: folder },
      );
      return Object.fromEntries(
        Object.entries(JSON.parse(rows) as Record<string, string>).map(([id, body]) => [
          id,
          JSON.parse(body) as unknown,
        ]),
      );
    },
  },
];

test("each has a program in each language, and its commands", () => {
  expect(quickstarts).toHaveLength(5);
  for (const page of quickstarts)
    expect(
      readBlocks(page).map(({ language }) => language),
      page,
    ).toEqual(["ts", "sh", "python", "sh"]);
});

let server: TestServer;
let proxy: BreakingProxy;
beforeAll(async () => {
  const port = await findFreePort();
  // Signed URLs name this server, and exports need a worker.
  server = await startOwnServer({ port, baseUrl: `http://127.0.0.1:${port}`, worker: "inside" });
  proxy = await startBreakingProxy(server.baseUrl);
});
afterAll(async () => {
  await proxy.close();
  await server.close(1_000);
});

/**
 * A sandbox with example records.
 *
 * @param of a server with a worker
 * @returns the secret of a key
 */
async function openFilledSandbox(of: TestServer): Promise<string> {
  const { database } = of.services;
  const firm = openApi(of, (await createTenant(database)).secret);
  const { sandbox } = readBody<{ sandbox: { id: string } }>(
    await firm.change("POST", "/sandbox", { contents: "examples" }),
  );
  await expect.poll(async () => (await firm.get("/sandbox")).body["sandbox"]).toMatchObject({ state: "ready" });
  return (await openSandboxTenant(database, sandbox.id)).secret;
}

const openFirm = async ({ services }: TestServer) => (await createTenant(services.database)).secret;

describe.each(languages)(
  "the quickstarts in $name, run as they stand",
  ({ fence, extension, program, writeSdk, readCopy }) => {
    // Where Python is missing, nobody can run its programs.
    const isMissing = spawnSync(program, ["--version"]).status !== 0;
    let api: Api;
    let folder: string;
    let env: Record<string, string>;

    /**
     * Writes the program of a quickstart to its file.
     *
     * @returns its commands
     */
    function takeProgram(job: string): string {
      const page = `src/guides/quickstart-${job}.md`;
      const blocks = readBlocks(page);
      const place = blocks.findIndex(({ language }) => language === fence);
      const file = new RegExp(`Save it as \`([a-z_]+\\.${extension})\``).exec(
        readFileSync(join(projectFolder, page), "utf8"),
      )?.[1];
      const [{ code } = { code: "" }, commands = { code: "" }] = blocks.slice(place);
      writeFileSync(join(folder, file ?? ""), code);
      return commands.code;
    }

    // Bash takes a socket for a remote shell and reads its configuration.
    const run = (commands: string) => runCommand("bash", ["--norc", "-euc", commands], { cwd: folder, env });

    /**
     * Runs one command and kills it when its request of this number took effect, before it has the response.
     *
     * @returns whether it came so far
     */
    async function kill(command: string, atRequest: number): Promise<boolean> {
      const child = spawn("bash", ["--norc", "-euc", `exec ${command}`], {
        cwd: folder,
        env: { ...process.env, ...env, API: `${proxy.baseUrl}/api/v1` },
        stdio: "ignore",
      });
      proxy.breakAt(atRequest, () => child.kill("SIGKILL"));
      const [, signal] = (await once(child, "close")) as [number | null, string | null];
      return signal === "SIGKILL";
    }

    /**
     * Kills a command at each of its requests, runs it to its end after each, and hands over what it printed then.
     *
     * @returns how often it was killed
     */
    async function killEverywhere(
      command: (turn: number) => string,
      check: (printed: string, turn: number) => Promise<void>,
    ): Promise<number> {
      for (let turn = 1; ; turn += 1) {
        if (!(await kill(command(turn), turn))) return turn - 1;
        await check(await run(command(turn)), turn);
      }
    }

    const firstOf = (commands: string) => (commands.split("\n")[0] ?? "").replace(/#.*/, "").trim();

    beforeAll(async () => {
      if (isMissing) return;
      const { secret } = await createTenant(server.services.database);
      api = openApi(server, secret);
      folder = mkdtempSync(join(findTemporaryFolder(), "caseport-quickstarts-"));
      writeSdk(folder);
      env = {
        API: `${server.baseUrl}/api/v1`,
        KEY: secret,
        NODE_OPTIONS: nodeOptions,
        NODE_COMPILE_CACHE: compileCacheFolder(),
      };
      env["CASE"] = (await run(takeProgram("web-form"))).trim();
      const { case: found } = readBody<{ case: { plaintiff: { id: string } } }>(await api.get(`/cases/${env["CASE"]}`));
      env["CLIENT"] = found.plaintiff.id;
    });
    afterAll(() => {
      if (!isMissing) rmSync(folder, { recursive: true, force: true });
    });

    test.skipIf(isMissing)("a web form becomes a lead, and the lead a case", async () => {
      const { leads } = readBody<{ leads: { status: string; externalId: string }[] }>(await api.get("/leads"));
      expect(leads).toMatchObject([
        { status: "converted", externalId: expect.stringMatching(/^form-8821\d$/) as string },
      ]);
      const killed = await killEverywhere(
        (turn) => `${firstOf(takeProgram("web-form"))}-${turn}`,
        async (printed, turn) => {
          const found = readBody<{ leads: { externalId: string; status: string; convertedCaseId: string }[] }>(
            await api.get("/leads?limit=200"),
          ).leads;
          expect(
            found.filter(({ externalId }) => externalId.endsWith(`-${turn}`)),
            `killed at request ${turn}`,
          ).toMatchObject([{ status: "converted", convertedCaseId: printed.trim() }]);
        },
      );
      expect(killed).toBe(7);
    });

    test.skipIf(isMissing)("of a form that is sent three times at once, all print the same case", async () => {
      const command = `${firstOf(takeProgram("web-form"))}-at-once`;
      const printed = await Promise.all([run(command), run(command), run(command)]);
      expect(new Set(printed).size).toBe(1);
      expect(printed[0]).toMatch(/^case_\w+\n$/);
    });

    /**
     * The copy is what the lists return.
     *
     * @returns the IDs of its records
     */
    async function expectLikeServer(): Promise<string[]> {
      const lists = [
        ["clients", ""],
        ["contacts", ""],
        ["cases", "&view=full"],
      ] as const;
      const lives = await Promise.all(
        lists.map(
          async ([name, more]) =>
            readBody<Record<string, { id: string }[]>>(await api.get(`/${name}?limit=200${more}`))[name] ?? [],
        ),
      );
      const copy = await readCopy(folder);
      expect(copy).toEqual(Object.fromEntries(lives.flat().map((record) => [record.id, record])));
      return Object.keys(copy);
    }

    test.skipIf(isMissing)("two-way sync copies, follows and writes back, without ghosts", async () => {
      const commands = takeProgram("sync").split("\n");
      expect(await kill(firstOf(commands[0] ?? ""), 3)).toBe(true);
      await run(commands[0] ?? "");
      await expectLikeServer();
      const person = { type: "person", lastName: "Adjuster", externalId: randomUUID() };
      const { contact } = readBody<{ contact: { id: string } }>(await api.change("POST", "/contacts", person));
      await run(commands.join("\n"));
      expect(await expectLikeServer()).toContain(contact.id);
      expect(JSON.stringify(await readCopy(folder))).toMatch(/\(412\) 555-012\d/);
      readBody(await api.change("PATCH", `/clients/${env["CLIENT"]}`, { phone: "(412) 555-0177" }));
      await expect(run(commands[1] ?? "")).rejects.toThrow("StaleRevisionError");
      expect(readBody<object>(await api.get(`/clients/${env["CLIENT"]}`))).toMatchObject({
        client: { phone: "(412) 555-0177" },
      });
      // What leaves a copy: a contact, a client and a case that are deleted, and a client that is merged into another.
      const make = async (firstName: string) =>
        readBody<{ client: { id: string } }>(await api.change("POST", "/clients", { firstName, lastName: "Reyes" }))
          .client.id;
      const [kept, merged, gone, plaintiffId] = [
        await make("Ana"),
        await make("Ben"),
        await make("Cal"),
        await make("Dee"),
      ];
      const {
        case: { id: goneCase },
      } = readBody<{ case: { id: string } }>(await api.change("POST", "/cases", { plaintiffId, caseType: "dog_bite" }));
      await run(commands[0] ?? "");
      expect(await expectLikeServer()).toEqual(expect.arrayContaining([kept, merged, gone, goneCase]));
      readBody(await api.change("POST", `/clients/${kept}/merge`, { duplicateClientId: merged }));
      for (const path of [`/contacts/${contact.id}`, `/clients/${gone}`, `/cases/${goneCase}`])
        readBody(await api.change("DELETE", path));
      expect(await kill(firstOf(commands[0] ?? ""), 3)).toBe(true);
      await run(commands[0] ?? "");
      const ids = await expectLikeServer();
      expect([contact.id, merged, gone, goneCase].filter((id) => ids.includes(id))).toEqual([]);
    });

    test.skipIf(isMissing)("a file is uploaded and downloaded, and records are requested", async () => {
      const provider = { type: "medical_provider", companyName: "Mercy General Hospital" };
      const { contact } = readBody<{ contact: { id: string } }>(await api.change("POST", "/contacts", provider));
      readBody(
        await api.change("POST", `/cases/${env["CASE"]}/medical-facilities`, {
          contactId: contact.id,
          facilityType: "hospital",
        }),
      );
      const command = firstOf(takeProgram("documents"));
      const printed = await run(command);
      expect(printed).toMatch(/^RR-\S+ submitted\ndoc_\w+\n$/);
      const {
        case: { id: caseId },
      } = readBody<{ case: { id: string } }>(
        await api.change("POST", "/cases", { plaintiffId: env["CLIENT"], caseType: "dog_bite" }),
      );
      const { contact: another } = readBody<{ contact: { id: string } }>(
        await api.change("POST", "/contacts", provider),
      );
      readBody(
        await api.change("POST", `/cases/${caseId}/medical-facilities`, {
          contactId: another.id,
          facilityType: "hospital",
        }),
      );
      const killed = await killEverywhere(
        () => `env CASE=${caseId} ${command}`,
        async (later) => {
          const { documents } = readBody<{ documents: { id: string }[] }>(await api.get(`/cases/${caseId}/documents`));
          const { retrievalRequests } = readBody<{ retrievalRequests: { requestNumber: string }[] }>(
            await api.get(`/cases/${caseId}/retrieval-requests`),
          );
          expect([documents.length, retrievalRequests.length]).toEqual([1, 1]);
          expect(later).toMatch(
            new RegExp(`^${retrievalRequests[0]?.requestNumber} submitted\n${documents[0]?.id}\n$`),
          );
        },
      );
      expect(killed).toBeGreaterThan(4);
    });

    test.skipIf(isMissing)("a report and an export become files", async () => {
      readBody(await api.change("PATCH", `/cases/${env["CASE"]}`, { projectedFeeAmountCents: 827_005 }));
      const command = firstOf(takeProgram("report"));
      for (const atRequest of [2, 3]) {
        expect(await kill(command, atRequest)).toBe(true);
        // What stands there is complete.
        expect(existsSync(join(folder, "pipeline.csv"))).toBe(atRequest > 2);
      }
      const { cases } = readBody<{ cases: { id: string }[] }>(await api.get("/cases?limit=200"));
      expect(await run(command)).toMatch(new RegExp(`^pipeline.csv [1-9]\\d* rows\ncases.csv ${cases.length} rows\n$`));
      const exported = readFileSync(join(folder, "cases.csv"), "utf8");
      expect(cases.filter(({ id }) => !exported.includes(id))).toEqual([]);
      const { columns, rows } = readBody<{
        columns: { key: string; type: string; label: string }[];
        rows: Record<string, string | number | null>[];
      }>(await api.change("POST", "/reports/std_pipeline/run", { limit: 200 }));
      const show = (type: string, value: string | number | null = null) =>
        type === "money" && typeof value === "number" ? (value / 100).toFixed(2) : String(value ?? "");
      const lines = [
        columns.map(({ label }) => label),
        ...rows.map((row) => columns.map(({ key, type }) => show(type, row[key]))),
      ].map((values) => values.join(","));
      expect(readFileSync(join(folder, "pipeline.csv"), "utf8").replaceAll('"', "").trim().split("\r\n")).toEqual(
        lines,
      );
      expect(lines.join("\n")).toContain("8270.05");
    });

    // That a sandbox has records, and not only that it answers, does not depend on the language.
    test.skipIf(isMissing || fence !== "ts")("with a key of a sandbox they find its example records", async () => {
      const secret = await openFilledSandbox(server);
      const sandbox = openApi(server, secret);
      const listIds = async (path: string, name: string) =>
        readBody<Record<string, { id: string }[]>>(await sandbox.get(`${path}?limit=200`))[name]?.map(({ id }) => id) ??
        [];
      const caseIds = await listIds("/cases", "cases");
      // One request: a sandbox allows 20 of the sensitive tier a minute.
      const { facilities } = readBody<{ facilities: { caseId: string }[] }>(
        await sandbox.get("/medical-facilities?limit=1"),
      );
      const treated = facilities[0]?.caseId ?? "";
      const runThere = (job: string) => {
        const command = firstOf(takeProgram(job));
        return run(`mkdir -p sandbox; cp *.mts sandbox; cd sandbox; export KEY=${secret} CASE=${treated}; ${command}`);
      };
      expect(caseIds.length).toBeGreaterThan(10);
      expect(await runThere("report")).toMatch(
        new RegExp(`^pipeline.csv [1-9]\\d* rows\ncases.csv ${caseIds.length} rows\n$`),
      );
      expect(await runThere("documents")).toMatch(/^RR-\S+ submitted\ndoc_\w+\n$/);
      const made = (await runThere("web-form")).trim();
      expect(caseIds).not.toContain(made);
      await runThere("sync");
      const { records } = JSON.parse(readFileSync(join(folder, "sandbox", "copy.json"), "utf8")) as {
        records: Record<string, unknown>;
      };
      const lists = [await listIds("/clients", "clients"), await listIds("/contacts", "contacts"), caseIds, [made]];
      expect(Object.keys(records).toSorted()).toEqual(lists.flat().toSorted());
    });

    test
      .skipIf(isMissing)
      .each([
        { of: "a firm", openKey: openFirm },
        ...(fence === "ts" ? [{ of: "a sandbox", openKey: openFilledSandbox }] : []),
      ])(
      "the receiver of webhooks takes what the worker delivers of $of, reads the event, and rejects what is forged",
      async ({ openKey }) => {
        const own = await startOwnServer();
        const port = await findFreePort();
        // The TLS proxy before the receiver.
        const tlsProxy = await startReceiver({
          behavior: async ({ headers, body }) => {
            const signed = Object.entries(headers)
              .filter(([name]) => name.startsWith("webhook-"))
              .map(([name, value]) => [name, String(value)]);
            return {
              status: await fetch(`http://127.0.0.1:${port}/`, {
                method: "POST",
                body,
                headers: Object.fromEntries(signed) as Record<string, string>,
              }).then(
                (response) => response.status,
                () => 503,
              ),
            };
          },
        });
        const worker = await startTestWorker({
          databaseUrl: own.applicationUrl,
          database: own.services.database,
          receiver: tlsProxy,
        });
        const key = await openKey(own);
        const client = openApi(own, key);
        const subscription = { name: "Clients", url: `https://${receiverHost}/`, eventTypes: ["client.created"] };
        const { secret, webhookSubscription } = readBody<{ secret: string; webhookSubscription: { id: string } }>(
          await client.change("POST", "/webhook-subscriptions", subscription),
        );
        const ownProxy = await startBreakingProxy(own.baseUrl);
        const start = (address: string) =>
          spawn("bash", ["--norc", "-euc", `exec ${takeProgram("webhooks")}`], {
            cwd: folder,
            env: { ...process.env, ...env, API: `${address}/api/v1`, KEY: key, SECRET: secret, PORT: String(port) },
            stdio: ["ignore", "pipe", "inherit"],
          });
        const headers = {
          "webhook-id": "evt_1",
          "webhook-timestamp": String(Math.trunc(Date.now() / 1_000)),
          "webhook-signature": "v1,AAAA",
        };
        const rejectsForged = () =>
          expect
            .poll(
              async () =>
                (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}", headers }).catch(() => null))
                  ?.status,
            )
            .toBe(400);
        let receiver = start(ownProxy.baseUrl);
        await rejectsForged();
        try {
          const printed = once(createInterface({ input: receiver.stdout }), "line");
          const { client: made } = readBody<{ client: { id: string } }>(
            await client.change("POST", "/clients", { firstName: "Noor", lastName: "Haddad" }),
          );
          expect(String(await printed)).toMatch(new RegExp(`^client.created ${made.id} \\{`));
          const readDeliveries = async () =>
            (await client.get(`/webhook-subscriptions/${webhookSubscription.id}/deliveries`)).body["webhookDeliveries"];
          await expect.poll(readDeliveries).toMatchObject([{ status: "succeeded" }]);
          // Killed after its response, before it has read the event: the next start reads it.
          const died = once(receiver, "close");
          ownProxy.breakAt(1, () => receiver.kill("SIGKILL"));
          const { client: missed } = readBody<{ client: { id: string } }>(
            await client.change("POST", "/clients", { firstName: "Omar", lastName: "Haddad" }),
          );
          await died;
          await expect.poll(readDeliveries).toMatchObject([{ status: "succeeded" }, { status: "succeeded" }]);
          receiver = start(own.baseUrl);
          const readAgain = once(createInterface({ input: receiver.stdout }), "line");
          expect(String(await readAgain)).toMatch(new RegExp(`^client.created ${missed.id} \\{`));
          await rejectsForged();
          // The message of a test is no event of a client: nothing is printed and it is delivered.
          readBody(await client.change("POST", `/webhook-subscriptions/${webhookSubscription.id}/test`));
          await expect.poll(readDeliveries).toMatchObject(Array.from({ length: 3 }, () => ({ status: "succeeded" })));
          expect(existsSync(join(folder, "inbox", missed.id))).toBe(false);
        } finally {
          receiver.kill();
          await ownProxy.close();
          await worker.stop();
          await tlsProxy.close();
          await own.close(1_000);
        }
      },
    );
  },
);
