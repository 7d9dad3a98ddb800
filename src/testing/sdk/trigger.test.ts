import { afterAll, beforeAll, expect, test } from "vitest";
import { openSandboxTenant } from "../../areas/sandbox/fixtures.ts";
import { planTriggers } from "../../cli/sdk/plan-triggers.ts";
import { Caseport } from "../../sdk/caseport.ts";
import { trigger } from "../../sdk/trigger.ts";
import { openApi, readBody } from "../harness/requests/api.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../harness/tenant.ts";
import { readEvents } from "../harness/traces.ts";

let server: TestServer;
let tenant: TestTenant;
let caseport: Caseport;
const plans = planTriggers();

beforeAll(async () => {
  server = await startTestServer();
  const { database } = server.services;
  const firm = await createTenant(database);
  const { sandbox } = readBody<{ sandbox: { id: string } }>(
    await openApi(server, firm.secret).change("POST", "/sandbox", {}),
  );
  tenant = await openSandboxTenant(database, sandbox.id);
  // All triggers one after the other are more than a minute allows.
  const limits = { rateLimitRead: 100_000, rateLimitWrite: 100_000, rateLimitSensitive: 100_000 };
  await changeRow(tenant, "Organization", sandbox.id, limits);
  caseport = new Caseport({ apiKey: tenant.secret, baseUrl: server.baseUrl, maxRetries: 0 });
});
afterAll(() => server.close(1_000));

const cause = (eventType: string, apiKey = tenant.secret) => trigger(caseport, { apiKey, plans, eventType });

// Twice: it must not depend on a sandbox that is empty.
test.each(Object.keys(plans.triggers))("causes %s, and again", async (eventType) => {
  const before = (await readEvents(tenant)).length;
  for (const _ of [1, 2]) await cause(eventType);
  const caused = (await readEvents(tenant)).slice(before).filter((event) => event.eventType === eventType);
  expect(caused.length).toBeGreaterThanOrEqual(2);
});

test("records of a firm are not touched, and an event without a trigger is named", async () => {
  await expect(cause("client.created", `cpk_${"a".repeat(40)}`)).rejects.toThrow("it needs a key of a sandbox");
  await expect(cause("sandbox.deleted")).rejects.toThrow("No trigger for sandbox.deleted");
});
