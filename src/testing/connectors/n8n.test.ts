import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildN8n, buildZapier, compileN8n, writeN8nFolder } from "../../cli/connectors/build.ts";
import { describeConnector } from "../../cli/connectors/describe-connector.ts";
import { pack } from "../../cli/sdk/build.ts";
import { signWebhook } from "../../sdk/webhooks.ts";
import { openApi } from "../harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { createCase, createKey, createTenant, type TestTenant } from "../harness/tenant.ts";
import { receiverHost, startTestWorker } from "../harness/webhooks.ts";
import { readDocument } from "../conformance/openapi/list-surface.ts";
import { startReceiver } from "../servers/receiver.ts";
import { loadPackage, openContext, type RunOptions } from "./n8n-runner.ts";
import { compile, installPlatforms, lintN8n, platformsFolder } from "./platforms.ts";

const isInstalled = await installPlatforms();
let folder: string;
let server: TestServer;
let tenant: TestTenant;
let loaded: ReturnType<typeof loadPackage>;

beforeAll(async () => {
  mkdirSync(platformsFolder, { recursive: true });
  folder = mkdtempSync(join(platformsFolder, "n8n-"));
  writeN8nFolder(readDocument(), join(folder, "source"));
  [server] = await Promise.all([startOwnServer(), compileN8n(join(folder, "source"), join(folder, "package"))]);
  tenant = await createTenant(server.services.database);
  if (isInstalled) loaded = loadPackage(join(folder, "package"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close(1000);
});

type Json = Record<string, unknown>;

const api = () => openApi(server, tenant.secret);

function open(
  node: "Caseport" | "CaseportTrigger" | "CaseportFeedTrigger",
  options: RunOptions,
  apiKey = tenant.secret,
) {
  const found = loaded.nodes[node];
  if (found === undefined) throw new Error(`No node ${node}`);
  return { node: found, ...openContext(found, loaded.credential, { serverUrl: server.baseUrl, apiKey }, options) };
}

async function execute(parameters: Json, options: Omit<RunOptions, "parameters"> = {}, apiKey = tenant.secret) {
  const { node, context, sent } = open("Caseport", { parameters, ...options }, apiKey);
  const [items = []] = await node.execute.call(context);
  return { items, records: items.map(({ json }) => json), sent };
}

const countClients = async (lastName: string) =>
  ((await api().get(`/clients?q=${lastName}`)).body as { clients: Json[] }).clients.length;

test("the packages have the same bytes in whatever folder they are built", async () => {
  const again = mkdtempSync(join(platformsFolder, "again-"));
  const build = async (parent: string) => {
    const into = mkdtempSync(join(parent, "deeper-"));
    const outputs = [await buildN8n(readDocument(), into), await buildZapier(readDocument(), into)];
    return Promise.all(outputs.map(async (output) => (await pack(output)).toString("base64")));
  };
  expect(await build(again)).toEqual(await build(folder));
  rmSync(again, { recursive: true });
});

describe("the description", () => {
  test("names only parameters that the operations have", () => {
    const document = readDocument();
    const schemas = document.components["schemas"] as Record<string, Json>;
    const resolve = (schema: Json): Json => {
      const name = typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined;
      if (name !== undefined) return resolve(schemas[name] ?? {});
      const forms = (schema["anyOf"] as Json[] | undefined)?.filter((form) => form["type"] !== "null");
      return forms?.length === 1 ? resolve(forms[0] ?? {}) : schema;
    };
    const hasMember = (schema: Json, [name = "", ...rest]: string[]): boolean => {
      const member = (resolve(schema)["properties"] as Record<string, Json> | undefined)?.[name];
      return member !== undefined && (rest.length === 0 || hasMember(member, rest));
    };
    const faults = describeConnector(document).resources.flatMap(({ actions }) =>
      actions.flatMap(({ operation, path, method, fields }) => {
        const item = document.paths[`/api/v1${path}`] as unknown as Record<string, Json>;
        const declared = item[method.toLowerCase()] as {
          operationId: string;
          parameters: { name?: string; in?: string }[];
          requestBody?: { content: Record<string, { schema: Json }> };
        };
        const bodies = Object.values(declared.requestBody?.content ?? {});
        const isDeclared = (place: string, name: string) =>
          place === "body"
            ? bodies.some(({ schema }) => hasMember(schema, name.split("__")))
            : declared.parameters.some((parameter) => parameter.name === name && parameter.in === place);
        return [
          ...(declared.operationId === operation ? [] : [operation]),
          ...fields.filter(({ place, name }) => !isDeclared(place, name)).map(({ name }) => `${operation} ${name}`),
        ];
      }),
    );
    expect(faults).toEqual([]);
  });

  test("has a field for each required member, and a drop-down for stages, members and cases", () => {
    const { resources, choices } = describeConnector(readDocument());
    const actions = new Map(
      resources.flatMap((resource) => resource.actions.map((action) => [action.operation, action])),
    );
    const field = (operation: string, name: string) =>
      actions.get(operation)?.fields.find((each) => each.name === name);
    expect(
      actions
        .get("clients.create")
        ?.fields.filter(({ isRequired }) => isRequired)
        .map(({ name }) => name),
    ).toEqual(["lastName"]);
    expect(choices[field("cases.transition", "toStage")?.choices ?? ""]).toEqual({
      path: "/metadata/matterStage",
      kind: "enumeration",
      items: "",
      search: null,
    });
    expect(choices[field("cases.tasks.create", "assigneeMemberIds")?.choices ?? ""]?.path).toBe("/members");
    expect(choices[field("cases.tasks.create", "caseId")?.choices ?? ""]).toMatchObject({
      path: "/cases",
      search: "q",
    });
    expect(field("clients.create", "address__city")).toMatchObject({ type: "text", isRequired: false });
  });

  test("outputs the record of each step that gets one, without related records", () => {
    const reads = describeConnector(readDocument())
      .resources.flatMap(({ actions }) => actions)
      .filter(({ name }) => name === "get");
    expect(reads.map(({ operation }) => operation)).toContain("cases.get");
    expect(reads.filter(({ record }) => record === null).map(({ operation }) => operation)).toEqual([]);
    expect(reads.filter(({ fields }) => fields.some(({ name }) => name === "expand"))).toEqual([]);
  });
});

describe.skipIf(!isInstalled)("the package", () => {
  test("compiles with n8n's types, and its linters find nothing", async () => {
    expect(await compile(join(folder, "source"))).toBe("");
    expect(await lintN8n(join(folder, "source"))).toEqual([]);
  });

  test("has nodes with the credential that their package declares, and needs no package", () => {
    expect(Object.keys(loaded.nodes)).toEqual(["Caseport", "CaseportTrigger", "CaseportFeedTrigger"]);
    for (const { description } of Object.values(loaded.nodes))
      expect(description.credentials.map(({ name }) => name)).toEqual([loaded.credential.name]);
  });
});

describe.skipIf(!isInstalled)("the node", () => {
  const create = { resource: "client", operation: "create", lastName: "", additionalFields: {} };

  test("creates a client once for an execution, however often it is tried", async () => {
    const parameters = {
      ...create,
      lastName: "Okonjo",
      additionalFields: { firstName: "Ada", dateOfBirth: "1984-06-30T00:00:00.000-05:00", address__city: "Austin" },
    };
    const first = await execute(parameters);
    const again = await execute(parameters);
    expect(again.records).toEqual(first.records);
    expect(first.items).toEqual([
      {
        json: expect.objectContaining({ lastName: "Okonjo", dateOfBirth: "1984-06-30" }) as Json,
        pairedItem: { item: 0 },
      },
    ]);
    expect(await countClients("Okonjo")).toBe(1);
    // Another execution, another round of a loop and another item are others.
    await execute(parameters, { executionId: "4712" });
    await execute(parameters, { runIndex: 1 });
    await execute(parameters, { executionId: "4713", items: [{ json: {} }, { json: {} }] });
    expect(await countClients("Okonjo")).toBe(5);
  });

  test("takes a key of the person's own, which holds over executions", async () => {
    const parameters = { ...create, lastName: "Abara", options: { idempotencyKey: "form-18" } };
    const [one] = (await execute(parameters)).records;
    const [other] = (await execute(parameters, { executionId: "4720" })).records;
    expect(other?.["id"]).toBe(one?.["id"]);
    // The next step of the workflow has the same item, and makes a record of its own.
    const [next] = (await execute({ ...parameters, lastName: "Abara-Quill" }, { nodeId: "next" })).records;
    expect(next).toMatchObject({ lastName: "Abara-Quill" });
  });

  test("creates a lead once, which takes no key", async () => {
    const parameters = {
      resource: "lead",
      operation: "create",
      additionalFields: { lastName: "Mbeki", phone: "512 555 0143" },
    };
    const [one] = (await execute(parameters)).records;
    const [other] = (await execute(parameters)).records;
    expect(other?.["id"]).toBe(one?.["id"]);
    expect(((await api().get("/leads")).body as { leads: Json[] }).leads).toHaveLength(1);
    // An external ID that the person gives is theirs to keep apart.
    const own = { ...parameters, additionalFields: { ...parameters.additionalFields, externalId: "form-19" } };
    await execute(own);
    await expect(execute(own)).rejects.toThrow(/externalId/);
  });

  test("moves a case to a stage from the drop-down", async () => {
    const { caseId } = await createCase(tenant);
    const { node, context } = open("Caseport", {});
    const stages = await node.methods.loadOptions["load_enumeration_matterStage"]?.call(context);
    const stage = stages?.find(({ name }) => name === "Records collection");
    const [found] = (await node.methods.listSearch["search_list_case"]?.call(context))?.results ?? [];
    expect(found?.value).toBe(caseId);
    const { records } = await execute({
      resource: "case",
      operation: "transition",
      caseId: { __rl: true, mode: "list", value: caseId },
      additionalFields: { toStage: stage?.value },
    });
    expect(records).toMatchObject([{ id: caseId, matterStage: "records_collection" }]);
  });

  test("returns as many records of a list as wanted, page by page", async () => {
    for (let number = 0; number < 3; number += 1)
      await execute({ ...create, lastName: `Tembo` }, { executionId: `list-${number}` });
    const list = { resource: "client", operation: "getAll", filters: { q: "Tembo" } };
    expect((await execute({ ...list, limit: 2 })).records).toHaveLength(2);
    const all = await execute({ ...list, returnAll: true });
    expect(all.records.map(({ lastName }) => lastName)).toEqual(["Tembo", "Tembo", "Tembo"]);
  });

  test("uploads a file", async () => {
    const { caseId } = await createCase(tenant);
    const bytes = Buffer.from("%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF", "latin1");
    const parameters = {
      resource: "document",
      operation: "uploadToCase",
      caseId: { __rl: true, mode: "id", value: caseId },
      additionalFields: { name: "Police report", tags: ["Urgent", "Police"], containsPhi: true },
    };
    const binary = { data: { fileName: 'Gutiérrez "1".pdf', mimeType: "application/pdf", bytes } };
    const one = await execute(parameters, { items: [{ json: {}, binary }] });
    const again = await execute(parameters, { items: [{ json: {}, binary }] });
    expect(again.records).toEqual(one.records);
    expect(one.records).toMatchObject([
      {
        name: "Police report",
        fileName: 'Gutiérrez "1".pdf',
        tags: ["Police", "Urgent"],
        containsPhi: true,
        sha256: createHash("sha256").update(bytes).digest("hex"),
      },
    ]);
  });

  test("reads times without an offset on the workflow's clock", async () => {
    const { caseId } = await createCase(tenant);
    const { records } = await execute({
      resource: "calendarEvent",
      operation: "create",
      type: "hearing",
      title: "Hearing",
      additionalFields: {
        caseId: { __rl: true, mode: "id", value: caseId },
        startAt: "2026-07-14T09:00:00",
        endAt: "2026-07-14T10:00:00",
      },
    });
    expect(records).toMatchObject([{ startAt: "2026-07-14T14:00:00.000Z", endAt: "2026-07-14T15:00:00.000Z" }]);
  });

  test("fails with the server's sentence and its fields, and without the key", async () => {
    const wrong = { ...create, lastName: "Diallo", additionalFields: { email: "nobody", zipCode: "1" } };
    const error = await execute(wrong).then(
      () => expect.unreachable(),
      (thrown: unknown) => thrown as Error & { description: string; httpCode: string },
    );
    expect(error.constructor.name).toBe("NodeApiError");
    expect(error).toMatchObject({ httpCode: "400", message: expect.stringMatching(/email.*zipCode/s) as string });
    expect(error.description).toMatch(/VALIDATION_FAILED.*request req_/);
    const everything = `${JSON.stringify(error)} ${error.stack} ${JSON.stringify(Object.getOwnPropertyDescriptors(error))}`;
    expect(everything).not.toContain(tenant.secret.slice(4));
    const continued = await execute(wrong, { continueOnFail: true, executionId: "4730" });
    expect(continued.items).toMatchObject([
      { json: { code: "VALIDATION_FAILED", status: 400 }, pairedItem: { item: 0 } },
    ]);
    await expect(execute(wrong, {}, `cpk_${"x".repeat(57)}`)).rejects.toThrow(/key/i);
  });

  test("waits for the rate limit and repeats what it may, with the same key", async () => {
    const busy = (statusCode: number, code: string) => ({
      statusCode,
      headers: { "Retry-After": "1" },
      body: { success: false, error: "Try again later", code },
    });
    const { sent } = await execute(
      { ...create, lastName: "Nkosi" },
      { faults: [busy(429, "RATE_LIMITED"), busy(503, "INTERNAL_ERROR")], executionId: "4740" },
    );
    expect(new Set(sent.map(({ headers }) => headers["X-Idempotency-Key"])).size).toBe(1);
    expect(sent).toHaveLength(3);
    // A longer wait is the person's to decide; a write that takes no key is not repeated after 503.
    const late = { ...busy(429, "RATE_LIMITED"), headers: { "Retry-After": "600" } };
    await expect(execute({ ...create, lastName: "Nkosi" }, { faults: [late], executionId: "4741" })).rejects.toThrow(
      "Try again later Try again in 600 seconds.",
    );
    const lead = {
      resource: "lead",
      operation: "update",
      leadId: { __rl: true, mode: "id", value: "lea_x" },
      updateFields: {},
    };
    await expect(execute(lead, { faults: [busy(503, "INTERNAL_ERROR")] })).rejects.toThrow("Try again later");
  });
});

describe.skipIf(!isInstalled)("the webhook trigger", () => {
  test("subscribes, starts a run for each event of a real delivery, and unsubscribes", async () => {
    const { secret: apiKey } = await createKey(tenant, { webhookAllowedHosts: [receiverHost] });
    const staticData: Json = {};
    const webhookUrl = `https://${receiverHost}/webhook/6f1d/webhook`;
    const parameters = { eventTypes: ["client.created"] };
    const hook = open("CaseportTrigger", { parameters, staticData, webhookUrl }, apiKey);
    const methods = hook.node.webhookMethods.default;
    expect(await methods.checkExists.call(hook.context)).toBe(false);
    expect(await methods.create.call(hook.context)).toBe(true);
    expect(await methods.checkExists.call(hook.context)).toBe(true);

    const runs: Json[] = [];
    const results: object[] = [];
    const receive = async (headers: Json, rawBody: Buffer) => {
      const delivery = open("CaseportTrigger", { parameters, staticData, request: { headers, rawBody } }, apiKey);
      const result = await delivery.node.webhook.call(delivery.context);
      results.push(result);
      runs.push(...(result.workflowData?.[0] ?? []).map(({ json }) => json));
      return delivery.responses;
    };
    const receiver = await startReceiver();
    const worker = await startTestWorker({
      databaseUrl: server.applicationUrl,
      database: server.services.database,
      receiver,
    });
    await api().change("POST", "/clients", { firstName: "Noor", lastName: "Haddad" });
    await expect.poll(() => receiver.requests.length).toBeGreaterThan(0);
    await worker.stop();
    await receiver.close();
    const [message] = receiver.requests;
    const { headers = {}, body = "" } = (message ?? {}) as { headers?: Json; body?: string };
    await receive(headers, Buffer.from(body));
    expect(runs).toMatchObject([{ eventType: "client.created", payload: { firstName: "Noor", lastName: "Haddad" } }]);
    // The same message again starts nothing, nor does one that another has signed.
    await receive(headers, Buffer.from(body));
    const forged = await signWebhook(`whsec_${btoa("a secret of at least 24 bytes")}`, "evt_1", body);
    expect(await receive(forged, Buffer.from(body))).toMatchObject([{ status: 401 }]);
    expect(runs).toHaveLength(1);
    // A test from the portal, and an event that the key does not find, start none and do not come again.
    const original = JSON.parse(body) as { data: Json };
    for (const [changed, answer] of [
      [{ ...original, type: "webhook_subscription.tested" }, "ignored"],
      [{ ...original, data: { ...original.data, id: "evt_01jz8q3v7n2m4r6t8w0y1a3c5e" } }, "not_found"],
    ] as const) {
      const text = JSON.stringify(changed);
      await receive(await signWebhook(String(staticData["secret"]), "evt_2", text), Buffer.from(text));
      expect(results.at(-1)).toEqual({ webhookResponse: { status: answer } });
    }
    expect(runs).toHaveLength(1);

    // An activation whose response was lost leaves no second subscription.
    const lost = open("CaseportTrigger", { parameters, staticData: {}, webhookUrl }, apiKey);
    await methods.create.call(lost.context);
    expect(await methods.checkExists.call(hook.context)).toBe(false);
    const listed = await openApi(server, apiKey).get("/webhook-subscriptions");
    expect((listed.body as { webhookSubscriptions: Json[] }).webhookSubscriptions).toHaveLength(1);
    expect(await methods.delete.call(lost.context)).toBe(true);
    expect(lost.staticData).toEqual({});
    expect(await methods.checkExists.call(lost.context)).toBe(false);
  });

  test("says which host the key must allow", async () => {
    const { node, context } = open("CaseportTrigger", { webhookUrl: "https://n8n.example.org/webhook/1/webhook" });
    await expect(node.webhookMethods.default.create.call(context)).rejects.toThrow(/allowed webhook hosts/);
  });
});

describe.skipIf(!isInstalled)("the feed trigger", () => {
  test("begins at the end, returns each event once, and shows one to a person who tests it", async () => {
    const other = await createTenant(server.services.database);
    const staticData: Json = {};
    const poll = async (options: RunOptions = {}) => {
      const { node, context } = open(
        "CaseportFeedTrigger",
        { parameters: { eventTypes: ["client.created", "client.updated"] }, staticData, ...options },
        other.secret,
      );
      return (await node.poll.call(context))?.[0]?.map(({ json }) => json["eventType"]) ?? null;
    };
    const change = openApi(server, other.secret);
    const made = await change.change("POST", "/clients", { firstName: "Noor", lastName: "Haddad" });
    expect(await poll()).toBeNull();
    const { id } = (made.body as { client: { id: string } }).client;
    await change.change("PATCH", `/clients/${id}`, { phone: "512 555 0100" });
    await change.change("POST", "/contacts", { type: "medical_provider", companyName: "Mercy" });
    await change.change("POST", "/clients", { firstName: "Amal", lastName: "Haddad" });
    expect(await poll()).toEqual(["client.updated", "client.created"]);
    expect(await poll()).toBeNull();
    expect(await poll({ mode: "manual" })).toEqual(["client.created"]);
  });
});
