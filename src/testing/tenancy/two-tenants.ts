import { ensureApplicationRole } from "../../platform/database/application-role.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { createPendingRecords, type Context } from "../../rpc/context.ts";
import { cloneDatabase } from "../database/clone-database.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { createPartialContext } from "../harness/partial-context.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/**
 * Two firms with the same records, and a way past row-level security: what is left is the first wall, the store's own
 * filter.
 */
export interface TenancyHarness<Records> {
  ours: TestTenant & Records;
  theirs: TestTenant & Records;
  /** Runs a store function in the name of our firm as a superuser, whom row-level security does not bind, and undoes it. */
  run(work: (context: Context) => Promise<unknown>): Promise<unknown>;
  close(): Promise<void>;
}

/** @param fill makes the records in a firm and returns their ids */
export async function openTenancyHarness<Records extends object>(
  fill: (tenant: TestTenant) => Promise<Records>,
): Promise<TenancyHarness<Records>> {
  const ownerUrl = await cloneDatabase();
  const database = openDatabase(await ensureApplicationRole(ownerUrl), { poolSize: 10, hooks });
  const superuser = openDatabase(ownerUrl, { poolSize: 2, hooks });
  const makeTenant = async () => {
    const tenant = await createTenant(database);
    return { ...tenant, ...(await fill(tenant)) };
  };
  const ours = await makeTenant();
  const theirs = await makeTenant();
  const installationKeys = createInstallationKeys("a secret of the tests, longer than it has to be");
  return {
    ours,
    theirs,
    run: async (work) => {
      const rollback = new Error("rolled back");
      const outcome: { result?: unknown } = {};
      await superuser
        .withTenantTransaction(ours.organizationId, async (transaction) => {
          const { organizationId, keyId } = ours;
          const given = {
            organizationId,
            transaction,
            installationKeys,
            expectedRevisions: null,
            requestId: "req",
            pending: createPendingRecords(),
            principal: { keyId, organizationId },
          };
          outcome.result = await work(createPartialContext(given));
          throw rollback;
        })
        .catch((error: unknown) => {
          if (error !== rollback && !String(error).includes("no result")) throw error;
        });
      return outcome.result;
    },
    close: async () => {
      await superuser.close();
      await database.close();
    },
  };
}
