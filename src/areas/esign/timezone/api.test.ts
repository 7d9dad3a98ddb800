import { afterAll, beforeAll, expect, test } from "vitest";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { expectSuccess } from "../../../testing/conformance/subject.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createEsignRequest, standings } from "../fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

test("after a change of the time zone a request expires at the end of the same day, and reminds at the same hour", async () => {
  const setTimezone = async (timezone: string) =>
    expectSuccess(await api.change("PATCH", "/organization", { timezone }));
  await changeRow(tenant, "Organization", tenant.organizationId, { timezone: "America/New_York" });
  const create = (expiresAt: string, standing: object = standings.sent) =>
    createEsignRequest(tenant, { ...standing, expiresAt, nextReminderAt: "2026-03-11T14:00:00.000Z" });
  const atEndOfDay = await create("2026-11-09T04:59:59.999Z");
  const otherwise = await create("2026-11-09T12:00:00.000Z");
  const over = await create("2026-11-09T04:59:59.999Z", standings.voided);
  await setTimezone("America/Los_Angeles");
  const read = async ({ esignRequestId }: { esignRequestId: string }) =>
    tenant.inside((transaction) =>
      transaction
        .selectFrom("EsignRequest")
        .select(["expiresAt", "nextReminderAt", "revision"])
        .where("id", "=", esignRequestId)
        .executeTakeFirst(),
    );
  expect(await read(atEndOfDay)).toEqual({
    expiresAt: "2026-11-09T07:59:59.999Z",
    nextReminderAt: "2026-03-11T17:00:00.000Z",
    revision: 1,
  });
  expect(await read(otherwise)).toMatchObject({ expiresAt: "2026-11-09T12:00:00.000Z" });
  expect(await read(over)).toMatchObject({
    expiresAt: "2026-11-09T04:59:59.999Z",
    nextReminderAt: "2026-03-11T14:00:00.000Z",
  });
  await setTimezone("America/New_York");
  expect(await read(atEndOfDay)).toMatchObject({ expiresAt: "2026-11-09T04:59:59.999Z" });
});
