import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildZapier } from "../../cli/connectors/build.ts";
import { signWebhook } from "../../sdk/webhooks.ts";
import { readDocument } from "../conformance/openapi/list-surface.ts";
import { openApi } from "../harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { createCase, createKey, createTenant, type TestTenant } from "../harness/tenant.ts";
import { receiverHost, startTestWorker } from "../harness/webhooks.ts";
import { startReceiver } from "../servers/receiver.ts";
import { installPlatforms, platformsFolder, requirePlatform } from "./platforms.ts";

type Json = Record<string, unknown>;
type Method = (...given: never[]) => unknown;

interface Step {
  key: string;
  display: { label: string; description: string };
  operation: { perform: Method; inputFields: { key: string; dynamic?: string; required: boolean }[] };
}

interface App {
  version: string;
  platformVersion: string;
  authentication: { test: Method };
  creates: Record<string, Step>;
  searches: Record<string, Step>;
  triggers: Record<
    string,
    { operation: { perform: Method; performList: Method; performSubscribe: Method; performUnsubscribe: Method } }
  >;
}

interface Core {
  version: string;
  createAppTester(app: App): <Result>(method: Method | undefined, bundle: Json) => Promise<Result>;
  createAppHandler(app: App): (event: Json) => Promise<{ results: unknown }>;
}

const isInstalled = await installPlatforms();
let folder: string;
let server: TestServer;
let tenant: TestTenant;
let app: App;
let core: Core;
let tester: ReturnType<Core["createAppTester"]>;

beforeAll(async () => {
  mkdirSync(platformsFolder, { recursive: true });
  folder = mkdtempSync(join(platformsFolder, "zapier-"));
  const [started, output] = await Promise.all([startOwnServer(), buildZapier(readDocument(), folder)]);
  server = started;
  tenant = await createTenant(server.services.database);
  if (!isInstalled) return;
  core = requirePlatform("zapier-platform-core") as Core;
  app = requirePlatform(output) as App;
  tester = core.createAppTester(app);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close(1000);
});

const connect = (apiKey = tenant.secret) => ({ serverUrl: server.baseUrl, apiKey });

/** A step as Zapier runs it. */
const run = <Result = Json>(method: Method | undefined, inputData: Json = {}, bundle: Json = {}) =>
  tester<Result>(method, { authData: connect(), inputData, ...bundle });

const create = (key: string, inputData: Json, bundle: Json = {}) =>
  run(app.creates[key]?.operation.perform, inputData, bundle);
const search = (key: string, inputData: Json) => run<Json[]>(app.searches[key]?.operation.perform, inputData);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable("it succeeded"),
    (error: unknown) => error as Error,
  );

describe.skipIf(!isInstalled)("the definition", () => {
  test("is valid by Zapier's schema, for the version of its platform that it is tested with", async () => {
    const { results } = await core.createAppHandler(app)({ command: "validate" });
    expect(results).toEqual([]);
    expect(app.platformVersion).toBe(core.version);
  });

  test("has drop-downs that a hidden trigger fills", () => {
    const steps = [...Object.values(app.creates), ...Object.values(app.searches)];
    const dynamic = steps.flatMap(({ operation }) => operation.inputFields.flatMap((field) => field.dynamic ?? []));
    expect(dynamic.length).toBeGreaterThan(50);
    expect(dynamic.filter((name) => app.triggers[name.split(".")[0] ?? ""] === undefined)).toEqual([]);
    expect(app.creates["task_create_for_case"]?.display).toEqual({
      label: "Create Task for Case",
      description: "Adds a task to a case.",
    });
  });
});

describe.skipIf(!isInstalled)("an action", () => {
  test("tests the connection", async () => {
    expect(await run(app.authentication.test)).toMatchObject({ key: expect.any(String) as string });
    const error = await failure(
      tester(app.authentication.test, { authData: connect(`cpk_${"x".repeat(57)}`), inputData: {} }),
    );
    expect(error.name).toBe("ExpiredAuthError");
    expect(`${error.message} ${error.stack}`).not.toContain("xxxx");
    // People paste the address of a page.
    const pasted = { ...connect(), serverUrl: ` ${server.baseUrl}/lakeside/credentials ` };
    expect(await tester(app.authentication.test, { authData: pasted, inputData: {} })).toHaveProperty("organization");
    const wrong = failure(
      tester(app.authentication.test, { authData: { ...pasted, serverUrl: "lakeside" }, inputData: {} }),
    );
    expect((await wrong).message).toContain("The server URL must be an address");
  });

  test("makes one record of what is sent twice, which is how Zapier repeats a step", async () => {
    const input = {
      firstName: "Ada",
      lastName: "Okonjo",
      dateOfBirth: "1984-06-30T00:00:00-05:00",
      address__city: "Austin",
    };
    const one = await create("client_create", input);
    expect(one).toMatchObject({ lastName: "Okonjo", dateOfBirth: "1984-06-30" });
    expect((await create("client_create", input))["id"]).toBe(one["id"]);
    expect((await create("client_create", { ...input, firstName: "Bola" }))["id"]).not.toBe(one["id"]);
    // What a person maps decides instead.
    const own = await create("client_create", { ...input, idempotency_key: "form-18" });
    expect(own["id"]).not.toBe(one["id"]);
    expect((await create("client_create", { ...input, idempotency_key: "form-18" }))["id"]).toBe(own["id"]);
    expect(await search("client_get_all", { q: "Okonjo" })).toHaveLength(3);
  });

  test("makes one lead, which takes no idempotency key", async () => {
    const input = { lastName: "Mbeki", phone: "512 555 0143" };
    const one = await create("lead_create", input);
    expect((await create("lead_create", input))["id"]).toBe(one["id"]);
  });

  test("moves a case to a stage of the drop-down, and back, and there again", async () => {
    const { caseId } = await createCase(tenant);
    const choices = await run<{ id: string; label: string }[]>(
      app.triggers["choices_enumeration_matterStage"]?.operation.perform,
    );
    const stage = choices.find(({ label }) => label === "Records collection")?.id;
    const move = (toStage: unknown) => create("case_transition", { caseId, toStage });
    expect(await move(stage)).toMatchObject({ id: caseId, matterStage: "records_collection" });
    // A later run that sends what an earlier one sent takes effect.
    await move("treatment");
    expect(await move(stage)).toMatchObject({ matterStage: "records_collection" });
    const cases = await run<{ id: string }[]>(
      app.triggers["choices_list_case"]?.operation.perform,
      {},
      { meta: { page: 0 } },
    );
    expect(cases.map(({ id }) => id)).toContain(caseId);
  });

  test("finds nothing where nothing is", async () => {
    expect(await search("client_get", { clientId: "cli_unknown" })).toEqual([]);
    expect(await search("client_get_all", { q: "Nobody" })).toEqual([]);
  });

  test("uploads the file at an address, to which it sends no key", async () => {
    const { caseId } = await createCase(tenant);
    const received: Json[] = [];
    const files = createServer((request, response) => {
      received.push(request.headers);
      response.writeHead(200, {
        "Content-Type": "application/pdf",
        ...(request.url?.startsWith("/a?") === true && {
          "Content-Disposition": "attachment; filename*=UTF-8''Police%20report.pdf",
        }),
      });
      response.end("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF");
    });
    files.listen(0, "127.0.0.1");
    await once(files, "listening");
    const address = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
    const upload = (path: string) =>
      create("document_upload_to_case", { caseId, file: `${address}/${path}`, name: "Report", tags: ["Police"] });
    const one = await upload("a?signature=1");
    expect(one).toMatchObject({ fileName: "Police report.pdf", contentType: "application/pdf", tags: ["Police"] });
    // Its address is another one when the step is repeated.
    expect((await upload("a?signature=2"))["id"]).toBe(one["id"]);
    // The same content with another name, here that of an address which is not percent-encoded, is another file.
    expect(await upload("100%.pdf")).toMatchObject({ fileName: "100%.pdf" });
    expect(received).toHaveLength(3);
    expect(JSON.stringify(received)).not.toContain("cpk_");
    files.close();
  });

  test("fails with the server's sentence and its fields, without the key", async () => {
    const error = await failure(create("client_create", { lastName: "Diallo", email: "nobody", zipCode: "1" }));
    expect(error.name).toBe("AppError");
    expect(JSON.parse(error.message)).toMatchObject({
      message: expect.stringMatching(/email.*zipCode.*request req_/s) as string,
      code: "VALIDATION_FAILED",
      status: 400,
    });
    expect(`${error.message} ${error.stack}`).not.toContain(tenant.secret.slice(4));
  });

  test("is repeated by Zapier when the server says so, and never follows it to another host", async () => {
    const received: Json[] = [];
    const replies = [
      { status: 429, headers: { "Retry-After": "7" } },
      { status: 503, headers: { "Retry-After": "30" } },
      { status: 307, headers: { Location: "http://127.0.0.1:9/elsewhere" } },
    ];
    const busy = createServer((request, response) => {
      const { status = 200, headers = {} } = replies[received.length] ?? {};
      received.push(request.headers);
      response.writeHead(status, { "Content-Type": "application/json", ...headers });
      response.end('{"success":false,"error":"Try again later","code":"RATE_LIMITED"}');
    });
    busy.listen(0, "127.0.0.1");
    await once(busy, "listening");
    const authData = { serverUrl: `http://127.0.0.1:${(busy.address() as AddressInfo).port}`, apiKey: tenant.secret };
    const attempt = () => failure(create("client_create", { lastName: "Nkosi" }, { authData }));
    const limited = await attempt();
    expect([limited.name, JSON.parse(limited.message)]).toMatchObject(["ThrottledError", { delay: 7 }]);
    const unavailable = await attempt();
    expect([unavailable.name, JSON.parse(unavailable.message)]).toMatchObject(["ThrottledError", { delay: 30 }]);
    expect((await attempt()).name).toBe("AppError");
    expect(new Set(received.map((headers) => headers["x-idempotency-key"])).size).toBe(1);
    expect(received[0]?.["x-api-key"]).toBe(tenant.secret);
    busy.close();
  });
});

describe.skipIf(!isInstalled)("a trigger", () => {
  test("by webhook subscribes, returns the event of a real delivery, and unsubscribes", async () => {
    const { secret: apiKey } = await createKey(tenant, { webhookAllowedHosts: [receiverHost] });
    const authData = connect(apiKey);
    const targetUrl = `https://${receiverHost}/hooks/standard/1/a/`;
    const { operation } = app.triggers["client_created"] ?? {};
    const subscribeData = await run(operation?.performSubscribe, {}, { authData, targetUrl });
    // A subscription whose response was lost is replaced.
    const again = await run(operation?.performSubscribe, {}, { authData, targetUrl });
    expect(again["id"]).not.toBe(subscribeData["id"]);

    const receiver = await startReceiver();
    const worker = await startTestWorker({
      databaseUrl: server.applicationUrl,
      database: server.services.database,
      receiver,
    });
    await openApi(server, tenant.secret).change("POST", "/clients", { firstName: "Noor", lastName: "Haddad" });
    await expect.poll(() => receiver.requests.length).toBeGreaterThan(0);
    await worker.stop();
    await receiver.close();
    expect(receiver.requests).toHaveLength(1);
    const [message] = receiver.requests;
    const content = message?.body ?? "";
    // As Zapier writes headers.
    const prefixed = (headers: object) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          `Http-${name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())}`,
          value as string,
        ]),
      );
    const receive = (headers: object, data: Json) =>
      run<Json[]>(
        operation?.perform,
        {},
        { authData, subscribeData: data, rawRequest: { headers: prefixed(headers), content } },
      );
    const expected = [
      { id: expect.stringMatching(/^evt_/) as string, eventType: "client.created", payload: { lastName: "Haddad" } },
    ];
    expect(await receive(message?.headers ?? {}, again)).toMatchObject(expected);
    // Zapier can hold a message back for hours.
    const old = await signWebhook(String(again["secret"]), "evt_1", content, Math.floor(Date.now() / 1_000) - 86_400);
    expect(await receive(old, again)).toMatchObject(expected);
    // Without the secret, the event is read from the server all the same.
    expect(await receive({}, { id: again["id"] })).toMatchObject(expected);
    // A test from the portal comes to every subscription; no trigger of another type begins a Zap with it.
    const otherTrigger = app.triggers["task_created"]?.operation.perform;
    const rawRequest = { headers: prefixed(message?.headers ?? {}), content };
    expect(await run<Json[]>(otherTrigger, {}, { authData, subscribeData: again, rawRequest })).toEqual([]);
    const forged = await signWebhook(`whsec_${btoa("a secret of at least 24 bytes")}`, "evt_1", content);
    expect((await failure(receive(forged, again))).name).toBe("HaltedError");

    await run(operation?.performUnsubscribe, {}, { authData, subscribeData: again });
    await run(operation?.performUnsubscribe, {}, { authData, subscribeData: again });
    const listed = await openApi(server, apiKey).get("/webhook-subscriptions");
    expect((listed.body as { webhookSubscriptions: Json[] }).webhookSubscriptions).toEqual([]);
  });

  test("by polling returns the chosen events of the day, newest first, with the IDs that Zapier knows them by", async () => {
    const other = await createTenant(server.services.database);
    const api = openApi(server, other.secret);
    const made = await api.change("POST", "/clients", { firstName: "Noor", lastName: "Haddad" });
    const { id } = (made.body as { client: { id: string } }).client;
    await api.change("POST", "/contacts", { type: "medical_provider", companyName: "Mercy" });
    await api.change("PATCH", `/clients/${id}`, { phone: "512 555 0100" });
    const authData = connect(other.secret);
    const poll = (event_types: string[], meta: Json = {}) =>
      run<{ id: string; eventType: string }[]>(
        app.triggers["event_feed"]?.operation.perform,
        { event_types },
        { authData, meta },
      );
    const found = await poll(["client.created", "client.updated"]);
    expect(found.map(({ eventType }) => eventType)).toEqual(["client.updated", "client.created"]);
    expect(await poll(["client.created", "client.updated"])).toEqual(found);
    expect((await poll([])).length).toBeGreaterThan(2);
    const sample = await run<Json[]>(app.triggers["client_created"]?.operation.performList, {}, { authData });
    expect(sample.map(({ eventType }) => eventType)).toEqual(["client.created"]);
  });
});
