import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createDeposit, type CreatedDeposit } from "../transactions/fixtures.ts";
import { findMonthEndDue, remindOfReconciliations, verifyTrustBooks } from "./domain.ts";
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

test.each([
  ["2026-03-01", "2025-12-31"],
  ["2026-03-02", "2026-01-31"],
  ["2026-03-29", "2026-01-31"],
  ["2026-03-30", "2026-02-28"],
  ["2026-04-29", "2026-02-28"],
  ["2026-04-30", "2026-03-31"],
])("on %s the end of month %s should be reconciled", (today, monthEndOn) => {
  expect(findMonthEndDue(today)).toBe(monthEndOn);
});

test("members are reminded once of an account that nobody has reconciled, and not of one that somebody has", async () => {
  const remind = () => remindOfReconciliations(server.services.database);
  const old = { createdAt: "2020-01-01T00:00:00.000Z" };
  await changeRow(tenant, "TrustAccount", sound.accountId, old);
  await changeRow(tenant, "TrustAccount", wrong.accountId, { ...old, lastReconciledOn: "2199-12-31" });
  expect(await remind()).toBe(1);
  expect(await remind()).toBe(0);
});
