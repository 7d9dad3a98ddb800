import { afterAll, beforeAll, expect, test } from "vitest";
import { readToday } from "../../../platform/database/organization-day.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createDisbursement } from "./fixtures.ts";
import { reportStaleChecks } from "./domain.stale.ts";

/** A server of its own: the job works for all organizations of a database. */
let server: TestServer;

beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.close(1000));

/** So many days before a day. */
const daysBefore = (on: string, days: number) =>
  new Date(Date.parse(on) - days * 86_400_000).toISOString().slice(0, 10);

const readNoticed = (tenant: TestTenant, id: string) =>
  tenant.inside((transaction) =>
    transaction.selectFrom("TrustDisbursement").select("staleAfterDays").where("id", "=", id).executeTakeFirstOrThrow(),
  );

// One of the two has another day than UTC at any instant.
test.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])(
  "a check is reported once it is outstanding for more than 90 and for more than 180 days in %s, once each",
  async (timezone) => {
    const tenant = await createTenant(server.services.database);
    await changeRow(tenant, "Organization", tenant.organizationId, { timezone });
    const { organizationId } = tenant;
    const today = await tenant.inside((transaction) => readToday({ organizationId, transaction }));
    const { disbursementId } = await createDisbursement(tenant, "approved", { method: "check" });
    const issue = (days: number) =>
      changeRow(tenant, "TrustDisbursement", disbursementId, {
        status: "issued",
        transactionId: "trx_issued",
        issuedOn: daysBefore(today, days),
      });
    const report = () => reportStaleChecks(server.services.database);
    await issue(90);
    expect([await report(), await readNoticed(tenant, disbursementId)]).toEqual([0, { staleAfterDays: null }]);
    await issue(91);
    expect([await report(), await report(), await readNoticed(tenant, disbursementId)]).toEqual([
      1,
      0,
      { staleAfterDays: 90 },
    ]);
    await issue(180);
    expect(await report()).toBe(0);
    await issue(181);
    expect([await report(), await report(), await readNoticed(tenant, disbursementId)]).toEqual([
      1,
      0,
      { staleAfterDays: 180 },
    ]);
    await issue(400);
    await changeRow(tenant, "TrustDisbursement", disbursementId, { status: "cleared", clearedOn: today });
    expect(await report()).toBe(0);
  },
);
