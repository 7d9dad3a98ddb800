import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hooks } from "../../../composition/transaction-hooks.ts";
import { ensureApplicationRole } from "../../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import { cloneDatabase } from "../../../testing/database/clone-database.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { createTenant } from "../../../testing/harness/tenant.ts";
import { startServerProcess } from "../../../testing/servers/server-process.ts";
import { createDisbursement } from "./fixtures.ts";

/** How many disbursements are issued, and how often the server is killed meanwhile. */
const [issues, kills] = isFullExtent ? [200, 20] : [16, 2];

let applicationUrl = "";
let database: Database;

beforeAll(async () => {
  applicationUrl = await ensureApplicationRole(await cloneDatabase());
  database = openDatabase(applicationUrl, { poolSize: 4, hooks });
});
afterAll(() => database.close());

test("16. kill -9 in issues: no transaction without a disbursement that is issued, and none the other way", async () => {
  const tenant = await createTenant(database);
  const ids: string[] = [];
  for (let number = 0; number < issues; number += 1)
    ids.push((await createDisbursement(tenant, "approved", { method: "wire" })).disbursementId);
  let server = await startServerProcess(applicationUrl);
  const issue = async (id: string): Promise<number> => {
    try {
      const path = `/trust-disbursements/${id}/transitions`;
      return (await openApi(server, tenant.secret).change("POST", path, { status: "issued", on: "2026-03-30" })).status;
    } catch {
      // The server was killed: nobody knows whether it is issued.
      return 0;
    }
  };
  for (let kill = 0; kill < kills; kill += 1) {
    const sent = Promise.all(ids.map(issue));
    await delay(20 + (kill * 400) / kills);
    await server.end("SIGKILL");
    await sent;
    await expectConsistent();
    server = await startServerProcess(applicationUrl);
  }
  for (const id of ids) {
    let status = await issue(id);
    while (status === 503 || status === 0) status = await issue(id);
    expect([200, 409]).toContain(status);
  }
  expect(await expectConsistent()).toBe(issues);
  await server.end("SIGKILL");

  /** @returns how many are issued */
  async function expectConsistent(): Promise<number> {
    const [disbursements, transactions] = await tenant.inside(async (transaction) => [
      await transaction.selectFrom("TrustDisbursement").select(["id", "status", "transactionId"]).execute(),
      await transaction
        .selectFrom("TrustTransaction")
        .select(["id", "disbursementId"])
        .where("type", "=", "disbursement")
        .execute(),
    ]);
    const issued = disbursements.filter(({ status }) => status === "issued");
    expect(transactions.map(({ id, disbursementId }) => `${disbursementId} ${id}`).toSorted()).toEqual(
      issued.map(({ id, transactionId }) => `${id} ${transactionId}`).toSorted(),
    );
    return issued.length;
  }
}, 300_000);
