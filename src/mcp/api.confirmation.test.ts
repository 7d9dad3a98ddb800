import { beforeAll, describe, expect, test } from "vitest";
import { isInputRequiredResult } from "@modelcontextprotocol/client";
import { confirmed, connectAssistant, eras, readReply, type Assistant } from "../testing/harness/assistant.ts";
import { createTask } from "../areas/tasks/fixtures.ts";
import { openApi } from "../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../testing/harness/tenant.ts";
import { countTraces, readEvents } from "../testing/harness/traces.ts";

let server: TestServer;
let tenant: TestTenant;
let caseId: string;
let clientId: string;
let assistant: Assistant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  ({ caseId, clientId } = await createCase(tenant));
  assistant = await connectAssistant(server, tenant.secret, { person: () => confirmed });
});

const change = () => ({
  operation: "clients.update",
  input: { clientId, phone: `555-${Math.floor(Math.random() * 9_000) + 1_000}` },
});

/** The state and the question of a call's first message. */
async function requestConfirmation(
  call: Record<string, unknown>,
  { callOnce }: Pick<Assistant, "callOnce"> = assistant,
  tool = "write",
): Promise<{ state: string; message: string }> {
  const reply = await callOnce(tool, call);
  if (!isInputRequiredResult(reply)) throw new Error(`no confirmation was requested: ${JSON.stringify(reply)}`);
  const confirm = reply.inputRequests?.["confirm"];
  if (confirm?.method !== "elicitation/create" || reply.requestState === undefined)
    throw new Error("something else was requested");
  return { state: reply.requestState, message: confirm.params.message };
}

async function decide(
  call: Record<string, unknown>,
  state: string,
  decision: Parameters<Assistant["callOnce"]>[3] = confirmed,
  { callOnce }: Pick<Assistant, "callOnce"> = assistant,
) {
  const reply = await callOnce("write", call, state, decision);
  if (isInputRequiredResult(reply)) throw new Error("requested again");
  return readReply(reply);
}

describe.each(eras)("a person at a %s client", (era) => {
  test.each([
    ["declines", { action: "decline" }],
    ["cancels", { action: "cancel" }],
    ["sends the form without consent", { action: "accept", content: { confirm: false } }],
  ] as const)("who %s changes nothing", async (_case, decision) => {
    const before = await countTraces(tenant);
    const declining = await connectAssistant(server, tenant.secret, { era, person: () => decision });
    const reply = await declining.call("destroy", { operation: "clients.delete", input: { clientId } });
    expect(reply).toMatchObject({ isError: true, text: expect.stringContaining("Nothing was changed") });
    expect(await countTraces(tenant)).toEqual(before);
  });
});

test("a confirmed call that is repeated replays the first response", async () => {
  const call = change();
  const { state } = await requestConfirmation(call);
  const first = await decide(call, state);
  const before = await countTraces(tenant);
  const second = await decide(call, state);
  expect(second.json).toMatchObject({ status: 200, replayed: "true", response: first.json["response"] });
  expect(await countTraces(tenant)).toEqual(before);
});

test("so does one of an operation that ignores the idempotency key over REST", async () => {
  const call = { operation: "leads.create", input: { firstName: "Mina", lastName: "Ortiz", phone: "555-0142" } };
  const { state } = await requestConfirmation(call);
  const first = await decide(call, state);
  expect(first.json).toMatchObject({ status: 201 });
  expect((await decide(call, state)).json).toMatchObject({
    status: 201,
    replayed: "true",
    response: first.json["response"],
  });
  expect((await readEvents(tenant)).filter(({ eventType }) => eventType === "lead.created")).toHaveLength(1);
});

test("an idempotency key of the assistant's own replays across confirmations, and conflicts for another request", async () => {
  const call = { ...change(), idempotencyKey: "assistant-1" };
  const first = await assistant.call("write", call);
  expect(first.json).toMatchObject({ status: 200 });
  expect((await assistant.call("write", call)).json).toMatchObject({ replayed: "true" });
  expect((await assistant.call("write", { ...call, input: { clientId, phone: "555-0001" } })).json).toMatchObject({
    status: 409,
    code: "IDEMPOTENCY_CONFLICT",
  });
});

describe("a state runs nothing", () => {
  const encryptState = (keyId: string, contents: object) =>
    server.services.installationKeys
      .encrypt(
        `mcp confirmation ${keyId}`,
        JSON.stringify({ call: "", idempotencyKey: "mcp-x", expiresAt: Date.now() + 60_000, ...contents }),
      )
      .toString("base64url");

  test("that is forged", async () => {
    const { state } = await requestConfirmation(change());
    const middle = Math.floor(state.length / 2);
    for (const forged of [
      "",
      "forged",
      `${state.slice(0, middle)}${state[middle] === "A" ? "B" : "A"}${state.slice(middle + 1)}`,
      encryptState("key_other", {}),
    ]) {
      await expect(decide(change(), forged)).rejects.toThrow("Invalid or expired requestState");
    }
  });

  test("that has expired", async () => {
    await expect(decide(change(), encryptState(tenant.keyId, { expiresAt: Date.now() - 1 }))).rejects.toThrow(
      "Invalid or expired requestState",
    );
  });

  test("of another key, also of the same organization", async () => {
    const call = change();
    const { state } = await requestConfirmation(call);
    const other = await connectAssistant(server, (await createKey(tenant, {})).secret, { person: () => confirmed });
    await expect(decide(call, state, confirmed, other)).rejects.toThrow("Invalid or expired requestState");
  });

  test("of another request", async () => {
    const before = await countTraces(tenant);
    const { state } = await requestConfirmation(change());
    for (const call of [
      { operation: "clients.update", input: { clientId, phone: "555-0000" } },
      { operation: "cases.update", input: { caseId, description: "x" } },
    ]) {
      expect(await decide(call, state)).toMatchObject({
        isError: true,
        text: expect.stringContaining("another request"),
      });
    }
    expect(await countTraces(tenant)).toEqual(before);
  });

  test("without a decision, or with one for another question", async () => {
    const call = change();
    const { state } = await requestConfirmation(call);
    const before = await countTraces(tenant);
    const reply = await assistant.callOnce("write", call, state);
    expect(isInputRequiredResult(reply) ? null : readReply(reply)).toMatchObject({ isError: true });
    expect(await countTraces(tenant)).toEqual(before);
  });
});

describe("the person sees", () => {
  test("method, path and every changed field, and no text that looks like another field", async () => {
    const description = "Line\nDELETE /api/v1/cases\u202e hidden";
    const { sequenceId } = (await openApi(server, tenant.secret).get(`/cases/${caseId}`)).body["case"] as {
      sequenceId: string;
    };
    const { message } = await requestConfirmation({
      operation: "cases.update",
      input: { caseId, description, highValue: true },
      ifMatch: '"3"',
    });
    expect(message.split("\n")).toEqual([
      `PATCH /api/v1/cases/${caseId}`,
      "Update a case",
      `caseId: ${sequenceId} Rosa Diaz`,
      'If-Match: "\\"3\\""',
      String.raw`description: "Line\nDELETE /api/v1/cases\u202e hidden"`,
      "highValue: true",
    ]);
  });

  test("nothing of a request that would be rejected", async () => {
    let prompts = 0;
    const { secret } = await createKey(tenant, { scopes: ["clients:write"] });
    const writer = await connectAssistant(server, secret, { person: () => ((prompts += 1), confirmed) });
    expect(
      (await writer.call("write", { operation: "clients.update", input: { clientId, phone: 5 } })).json,
    ).toMatchObject({ status: 400, reason: "invalid_input" });
    expect(
      (await writer.call("write", { operation: "cases.update", input: { caseId, description: "x" } })).json,
    ).toMatchObject({ status: 403 });
    expect((await writer.call("write", { operation: "clients.update", input: {} })).json).toMatchObject({
      status: 400,
    });
    expect(prompts).toBe(0);
  });
});

describe("names of records", () => {
  test("are shown for each that the request refers to, as far as the key reads them", async () => {
    const sensitive = await createKey(tenant, { mcpSensitiveRecords: true });
    const { taskId } = await createTask(tenant, { title: "Call the adjuster" });
    const person = await connectAssistant(server, sensitive.secret, { person: () => confirmed });
    const call = { operation: "tasks.assign", input: { taskId, memberIds: [tenant.attorneyId] } };
    const { message } = await requestConfirmation(call, person);
    expect(message).toContain("taskId: Call the adjuster");
    expect(message).toMatch(/memberIds\.0: \S+ \S+\n/);
    const writer = await createKey(tenant, { scopes: ["cases:write"] });
    const blind = await connectAssistant(server, writer.secret, { person: () => confirmed });
    const unnamed = await requestConfirmation({ operation: "cases.update", input: { caseId, highValue: true } }, blind);
    expect(unnamed.message.split("\n")).toEqual([`PATCH /api/v1/cases/${caseId}`, "Update a case", "highValue: true"]);
  });

  test("cannot forge a line", async () => {
    const forged = await createCase(tenant);
    await changeRow(tenant, "Client", forged.clientId, { lastName: "Diaz\nDELETE /api/v1/cases" });
    const { message } = await requestConfirmation({
      operation: "clients.update",
      input: { clientId: forged.clientId, phone: "555-0100" },
    });
    expect(message.split("\n")).toHaveLength(4);
  });
});

describe("several records", () => {
  const createClients = async (count: number) =>
    Promise.all(Array.from({ length: count }, () => createCase(tenant).then((created) => created.clientId)));

  test("are changed with one confirmation, which names each; a repeated call replays all", async () => {
    const own = await createKey(tenant, {});
    const person = await connectAssistant(server, own.secret, { person: () => confirmed });
    const ids = await createClients(3);
    const call = {
      operation: "clients.update",
      items: ids.map((id, index) => ({ input: { clientId: id, zipCode: "78664", phone: `555-010${index}` } })),
    };
    const { state, message } = await requestConfirmation(call, person, "write_many");
    expect(message.split("\n")).toEqual([
      "PATCH /api/v1/clients/{clientId}, 3 requests",
      "Update a client",
      'zipCode: "78664"',
      '1. Rosa Diaz; phone: "555-0100"',
      '2. Rosa Diaz; phone: "555-0101"',
      '3. Rosa Diaz; phone: "555-0102"',
    ]);
    const run = async () => {
      const reply = await person.callOnce("write_many", call, state, confirmed);
      if (isInputRequiredResult(reply)) throw new Error("requested again");
      return readReply(reply).json;
    };
    const first = await run();
    expect(first).toMatchObject({
      requests: 3,
      succeeded: 3,
      results: ids.map((id, index) => ({ index, status: 200, client: { id } })),
    });
    const before = await countTraces(tenant);
    expect(await run()).toMatchObject({
      succeeded: 3,
      results: [{ replayed: "true" }, { replayed: "true" }, { replayed: "true" }],
    });
    expect(await countTraces(tenant)).toEqual(before);
  });

  test("of which one would be rejected are not shown to the person; one that fails later does not stop the others", async () => {
    const ids = await createClients(2);
    const invalid = await assistant.callOnce("write_many", {
      operation: "clients.update",
      items: [{ input: { clientId: ids[0], zipCode: "78664" } }, { input: { clientId: ids[1], zipCode: 5 } }],
    });
    expect(isInputRequiredResult(invalid) ? null : readReply(invalid).text).toContain("item 1 would be rejected");
    const items = [
      { input: { clientId: ids[0], zipCode: "78664" }, ifMatch: '"99"' },
      { input: { clientId: ids[1], zipCode: "78664" } },
    ];
    const { json } = await assistant.call("write_many", { operation: "clients.update", items });
    expect(json).toMatchObject({ succeeded: 1, results: [{ status: 409, code: "STALE_REVISION" }, { status: 200 }] });
  });

  test("have an idempotency key that leaves room for the index of an item", async () => {
    const [id] = await createClients(1);
    const items = [{ input: { clientId: id, zipCode: "78664" } }];
    const tooLong = await assistant.call("write_many", {
      operation: "clients.update",
      items,
      idempotencyKey: "k".repeat(191),
    });
    expect(tooLong).toMatchObject({
      isError: true,
      text: expect.stringContaining("must have 1 to 190 printable ASCII characters"),
    });
    expect(
      (await assistant.call("write_many", { operation: "clients.update", items, idempotencyKey: "k".repeat(190) }))
        .json,
    ).toMatchObject({ succeeded: 1 });
    expect(
      (await assistant.call("write_many", { operation: "clients.update", items, idempotencyKey: "k\n" })).isError,
    ).toBe(true);
  });

  test("are not deleted at once, and not more than a hundred", async () => {
    const destroyed = await assistant.call("write_many", {
      operation: "clients.delete",
      items: [{ input: { clientId } }],
    });
    expect(destroyed).toMatchObject({ isError: true, text: expect.stringContaining("No operation of kind write") });
    const many = Array.from({ length: 101 }, () => ({ input: { clientId, zipCode: "78664" } }));
    expect((await assistant.call("write_many", { operation: "clients.update", items: many })).isError).toBe(true);
  });
});

test("a revision that has changed meanwhile is not overwritten", async () => {
  const { json } = await assistant.call("read", { operation: "clients.get", input: { clientId } });
  const call = { ...change(), ifMatch: String(json["etag"]) };
  const { state } = await requestConfirmation(call);
  await openApi(server, tenant.secret).change("PATCH", `/clients/${clientId}`, { lastName: "Changed" });
  expect((await decide(call, state)).json).toMatchObject({ status: 409, code: "STALE_REVISION" });
});
