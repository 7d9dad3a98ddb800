import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/api.ts";
import { readRecord } from "../../testing/harness/example-request.ts";
import { createCase, createTenant } from "../../testing/harness/tenant.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer } from "../../testing/harness/server.ts";
import type { TestServer } from "../../testing/harness/server.ts";
import type { Reply } from "../../testing/harness/send.ts";
import { readEvents } from "../../testing/harness/traces.ts";

/** The two dates of a case: statute of limitations and last client contact. */
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

const days = { statuteOfLimitationsOn: "2031-02-28", lastClientContactOn: "2026-03-11" };
const none = { statuteOfLimitationsOn: null, lastClientContactOn: null };

function readCase({ status, text, body }: Reply): Record<string, unknown> {
  expect([200, 201], text).toContain(status);
  return readRecord(body, "case");
}

async function openTenant(timezone?: string) {
  const tenant = await createTenant(server.services.database);
  if (timezone !== undefined) await move(tenant, timezone);
  const api = openApi(server, tenant.secret);
  return {
    tenant,
    get: (caseId: string) => api.get(`/cases/${caseId}`),
    create: async (body: object) => api.change("POST", "/cases", { caseType: "dog_bite", plaintiffId: (await createCase(tenant)).clientId, ...body }),
    patch: (caseId: string, body: object) => api.change("PATCH", `/cases/${caseId}`, body),
  };
}

const move = ({ inside, organizationId }: TestTenant, timezone: string) =>
  inside((transaction) => transaction.updateTable("Organization").set({ timezone }).where("id", "=", organizationId).execute());

test("a new case has them, or neither", async () => {
  const { create, get } = await openTenant();
  const made = readCase(await create(days));
  expect(made).toMatchObject(days);
  expect(readCase(await get(String(made["id"])))).toEqual(made);
  expect(readCase(await create({}))).toMatchObject(none);
});

test("they are set and cleared, and the event says from what to what", async () => {
  const { tenant, patch } = await openTenant();
  const { caseId } = await createCase(tenant);
  expect(readCase(await patch(caseId, days))).toMatchObject(days);
  expect(readCase(await patch(caseId, { statuteOfLimitationsOn: null }))).toMatchObject({ ...days, statuteOfLimitationsOn: null });
  expect(readCase(await patch(caseId, { lastClientContactOn: null }))).toMatchObject(none);
  const changed = (await readEvents(tenant)).filter(({ eventType }) => eventType === "case.updated");
  const told = changed.map(({ diff }) => Object.fromEntries(Object.entries(diff as object).filter(([field]) => field !== "updatedAt")));
  const { statuteOfLimitationsOn, lastClientContactOn } = days;
  expect(told).toEqual([
    { statuteOfLimitationsOn: { from: null, to: statuteOfLimitationsOn }, lastClientContactOn: { from: null, to: lastClientContactOn } },
    { statuteOfLimitationsOn: { from: statuteOfLimitationsOn, to: null } },
    { lastClientContactOn: { from: lastClientContactOn, to: null } },
  ]);
});

describe("the last client contact is not in the future", () => {
  /** The day that it is now, so many hours east of Greenwich. */
  const dayAt = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);

  test("today is the firm's own day: what is today in Kiritimati is always tomorrow in Pago Pago", async () => {
    const [east, west] = [await openTenant("Pacific/Kiritimati"), await openTenant("Pacific/Pago_Pago")];
    const lastClientContactOn = dayAt(14);
    expect(readCase(await east.create({ lastClientContactOn }))).toMatchObject({ lastClientContactOn });
    const rejection = [400, { success: false, code: "VALIDATION_FAILED", error: "lastClientContactOn: must not be in the future" }];
    const fromCreation = await west.create({ lastClientContactOn });
    expect([fromCreation.status, fromCreation.body]).toEqual(rejection);
    const { caseId } = await createCase(west.tenant);
    const fromChange = await west.patch(caseId, { lastClientContactOn });
    expect([fromChange.status, fromChange.body]).toEqual(rejection);
    expect(readCase(await west.get(caseId))).toMatchObject(none);
    expect(readCase(await west.patch(caseId, { lastClientContactOn: dayAt(-11) }))).toMatchObject({ lastClientContactOn: dayAt(-11) });
  });

  test("a statute of limitations may have passed, and may lie ahead", async () => {
    const { tenant, patch } = await openTenant();
    const { caseId } = await createCase(tenant);
    for (const statuteOfLimitationsOn of ["2019-12-31", "2044-02-29"]) expect(readCase(await patch(caseId, { statuteOfLimitationsOn }))).toMatchObject({ statuteOfLimitationsOn });
  });
});

test.each([
  ["statuteOfLimitationsOn", "2027-02-29"],
  ["statuteOfLimitationsOn", "2027-02-01T00:00:00Z"],
  ["lastClientContactOn", 20_260_311],
])("%s of %s is no day", async (field, value) => {
  const { tenant, patch } = await openTenant();
  const reply = await patch((await createCase(tenant)).caseId, { [field]: value });
  expect([reply.status, reply.body["code"], reply.body["error"]]).toEqual([400, "VALIDATION_FAILED", expect.stringContaining(field)]);
});
