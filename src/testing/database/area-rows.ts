import { createPartnerKey } from "../../platform/identity/credentials/legacy-credentials.ts";
import { allocateNumber } from "../../platform/database/number-sequence.ts";
import { loadFixtures } from "../harness/area-fixtures.ts";
import type { TestTenant } from "../harness/tenant.ts";

type CreateRows = (tenant: TestTenant) => Promise<unknown>;

/**
 * What the fixtures export as `create…Rows`: rows of the area's tables that `createCase` and `createPortalRows` leave
 * empty.
 */
const fillers = (await loadFixtures(/^create\w+Rows$/)) as readonly (readonly [string, CreateRows])[];

/** A row of the tenant in every table of the areas, so that tests of tenant isolation cover every table. */
export async function createAreaRows(tenant: TestTenant): Promise<void> {
  await tenant.inside((transaction) => createPartnerKey(transaction, tenant.organizationId, "Partner"));
  await tenant.inside((transaction) => allocateNumber(transaction, tenant.organizationId, "lead"));
  for (const [, createRows] of fillers) await createRows(tenant);
}
