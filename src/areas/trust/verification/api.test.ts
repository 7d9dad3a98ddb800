import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createDeposit, type CreatedDeposit } from "../transactions/fixtures.ts";
import { verifyTrustBooks } from "./domain.ts";
import { falsifyLedger } from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let sound: CreatedDeposit;
let wrong: CreatedDeposit;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  [sound, wrong] = [await createDeposit(tenant), await createDeposit(tenant)];
  await falsifyLedger(server, wrong.ledgerId);
});
afterAll(() => server.close(1000));

const verify = () => verifyTrustBooks(server.services.database, server.services.logger);
const countDiscrepancies = async () =>
  (await readEvents(tenant)).filter(({ eventType }) => eventType === "trust_account.discrepancy_found").length;

test("the daily check finds a ledger that holds what no posting says, once a day, and changes no sum", async () => {
  expect(await verify()).toBe(1);
  expect((await readEvents(tenant)).map(({ eventType, entityId }) => [eventType, entityId])).toEqual([
    ["trust_account.discrepancy_found", wrong.accountId],
  ]);
  expect(await verify()).toBe(0);
  for (const { accountId } of [sound, wrong])
    await changeRow(tenant, "TrustAccount", accountId, { verifiedOn: "2026-01-01" });
  expect(await verify()).toBe(1);
  expect(await countDiscrepancies()).toBe(2);
  const reply = await openApi(server, tenant.secret).get(`/trust-ledgers?accountId=${wrong.accountId}&kind=client`);
  expect(reply.body["trustLedgers"]).toMatchObject([{ balanceCents: 10_000_001 }]);
});
