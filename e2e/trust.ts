import type { APIRequestContext } from "@playwright/test";
import { createPayable } from "../src/areas/trust/disbursements/fixtures.ts";
import { openTenant } from "../src/testing/harness/tenant.ts";
import { openClient } from "./client.ts";
import { onDatabase } from "./database.ts";
import { readDemoData } from "./demo-data.ts";

/**
 * A settlement of the demo's firm whose approved statement the full key has disbursed: each line waits for approval. No
 * other test has it.
 *
 * @returns the numbers of the disbursements
 */
export async function requestDisbursements(request: APIRequestContext): Promise<string[]> {
  const { keys, ids } = readDemoData();
  const { organizationId } = ids;
  const { statementId } = await onDatabase((database) =>
    createPayable(openTenant(database, { organizationId, attorneyId: "", secret: keys.full, keyId: "key_browser" })),
  );
  const reply = await openClient(request, keys.full).send(
    "POST",
    `/settlement-statements/${statementId}/disbursements`,
    { method: "check" },
  );
  if (reply.status() !== 201) throw new Error(`not requested: ${await reply.text()}`);
  const { trustDisbursements } = (await reply.json()) as { trustDisbursements: { sequenceId: string }[] };
  return trustDisbursements.map(({ sequenceId }) => sequenceId);
}
