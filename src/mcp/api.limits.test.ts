import { beforeAll, expect, test } from "vitest";
import { confirmed, connectAssistant } from "../testing/harness/assistant.ts";
import { startOwnServer, type TestServer } from "../testing/harness/server.ts";
import { createCase, createKey, createTenant } from "../testing/harness/tenant.ts";
import { maxCharacters } from "./shape-response.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer({
    rateLimits: { read: 6, write: 3, sensitive: 3, organizationFactor: 100, unauthenticated: 3 },
  });
  return () => server.close(1000);
});

test("a long list is cut to whole records, and `fields` makes more fit", async () => {
  const tenant = await createTenant(server.services.database);
  for (const _ of Array.from({ length: 12 })) await createCase(tenant, { description: "x".repeat(5_000) });
  const { secret } = await createKey(tenant, { scopes: ["cases:read"] });
  const assistant = await connectAssistant(server, secret);
  const whole = await assistant.call("read", { operation: "cases.list", input: { view: "full" } });
  const { cases, ...rest } = whole.json["response"] as { cases: unknown[] };
  expect(whole.text.length).toBeLessThanOrEqual(maxCharacters);
  expect(cases.length).toBeGreaterThan(2);
  expect(whole.json["note"]).toMatch(`Cut to ${cases.length} of 12 cases`);
  expect(rest).toEqual({ success: true });
  const chosen = await assistant.call("read", {
    operation: "cases.list",
    input: { view: "full" },
    fields: ["id", "plaintiff.lastName"],
  });
  expect(chosen.json["note"]).toBeUndefined();
  expect(chosen.json["response"]).toMatchObject({
    nextCursor: null,
    cases: expect.arrayContaining([{ id: expect.any(String), plaintiff: { lastName: "Diaz" } }]),
  });
});

test("calls count in their operation's tier, and other messages as reads", async () => {
  const tenant = await createTenant(server.services.database);
  const { clientId } = await createCase(tenant);
  const assistant = await connectAssistant(server, tenant.secret, { person: () => confirmed });
  const update = () => assistant.call("write", { operation: "clients.update", input: { clientId, phone: "555-0100" } });
  // The question counts once, and so does the confirmed call.
  expect((await update()).json).toMatchObject({ status: 200 });
  expect((await update()).json).toMatchObject({
    status: 429,
    code: "RATE_LIMITED",
    retryAfterSeconds: expect.stringMatching(/^\d+$/),
  });
  const read = () => assistant.call("read", { operation: "clients.get", input: { clientId }, fields: ["id"] });
  const statuses = [];
  for (const _ of Array.from({ length: 7 })) statuses.push((await read()).json["status"]);
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(7);
  expect(statuses.at(-1)).toBe(429);
  await expect(assistant.call("search_operations", { query: "client" })).rejects.toThrow();
});

test("wrong keys are limited by IP address", async () => {
  const attempts = [];
  for (const _ of Array.from({ length: 5 }))
    attempts.push(
      await fetch(`${server.baseUrl}/mcp`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "x-api-key": "cpk_no" },
        body: "{}",
      }).then(({ status }) => status),
    );
  expect(attempts).toEqual([401, 401, 401, 429, 429]);
});
