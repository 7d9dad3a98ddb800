import type { Insertable } from "kysely";
import { createId } from "../../platform/database/ids.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { ExampleRequest, Scenario } from "../../testing/harness/example-request.ts";
import { readRecord } from "../../testing/harness/example-request.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { newName } from "../../testing/mutations/mutation.ts";

type Values = Partial<Insertable<Tables["Export"]>>;

/** An export of the firm's cases that its key asked for; without a job, so that no worker takes it. @returns its id */
export async function insertExport(firm: Pick<TestTenant, "organizationId" | "keyId" | "inside">, values: Values = {}): Promise<string> {
  const { organizationId, keyId, inside } = firm;
  const id = createId("export");
  const file = { type: "cases", format: "csv", fileName: "cases-2026-03-14.csv", contentType: "text/csv; charset=utf-8", request: JSON.stringify({}) };
  const requester = { requestedBy: JSON.stringify({ type: "integration_key", id: keyId, name: "Test key" }), keyId };
  await inside((transaction) =>
    transaction
      .insertInto("Export")
      .values({ organizationId, id, ...file, ...requester, dataPermissions: ["cases:read", "clients:read"], ...values })
      .execute(),
  );
  return id;
}

const now = () => new Date().toISOString();
const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString();

/** A completed export whose file is named, and not there. @returns its id */
export async function insertCompleted(firm: TestTenant, values: Values = {}): Promise<string> {
  const { organizationId } = firm;
  const objectId = createId("storedObject");
  await firm.inside((transaction) => transaction.insertInto("StoredObject").values({ organizationId, id: objectId }).execute());
  const times = { startedAt: now(), finishedAt: now(), expiresAt: inAWeek() };
  return insertExport(firm, { status: "completed", progress: 100, rowCount: 3, sizeBytes: 12, sha256: "0".repeat(64), objectId, ...times, ...values });
}

/** Changes a row past the API. */
export async function changeExport(firm: Pick<TestTenant, "inside">, exportId: string, values: Values): Promise<void> {
  await firm.inside((transaction) => transaction.updateTable("Export").set(values).where("id", "=", exportId).execute());
}

const relate = (id: string) => ({ entity: "export", id, relatedIds: [{ entity: "export", id }] });

const readChosen = { recordParameters: ["exportId"], dataScopes: ["cases:read", "clients:read"], revision: 1 } satisfies Partial<ExampleRequest>;

/** A request about one export of the firm. */
function arrangeChosen(firm: TestTenant, exportId: string): ExampleRequest {
  return {
    ...readChosen,
    pathValues: { exportId },
    standsAlone: true,
    change: () => changeExport(firm, exportId, { fileName: "changed-since.csv" }),
    remove: () => changeExport(firm, exportId, { deletedAt: now() }),
    touched: () => relate(exportId),
  };
}

const anInstant = { asymmetricMatch: (value: unknown) => typeof value === "string" && !Number.isNaN(Date.parse(value)) };

export const exportScenarios = {
  "exports.create": (firm) => {
    const idOf = (answer: Parameters<NonNullable<ExampleRequest["touched"]>>[0]) => String(readRecord(answer, "export")["id"]);
    return Promise.resolve({
      pathValues: {},
      // Another filter each time: the same body under the same idempotency key would be a retry.
      body: { type: "cases", format: "csv", attorneyId: newName() },
      dataScopes: ["cases:read", "clients:read"],
      recordParameters: [],
      revision: null,
      standsAlone: true,
      change: (answer) => changeExport(firm, idOf(answer), { fileName: "changed-since.csv" }),
      touched: (answer) => relate(idOf(answer)),
      diff: {},
    });
  },
  "exports.list": async (firm) => {
    await insertExport(firm);
    return { pathValues: {}, query: { limit: "10", sort: "updated", status: "queued" }, recordParameters: [], revision: null };
  },
  "exports.get": async (firm) => {
    const exportId = await insertExport(firm);
    return { ...readChosen, pathValues: { exportId }, remove: () => changeExport(firm, exportId, { deletedAt: now() }) };
  },
  "exports.download": async (firm) => arrangeChosen(firm, await insertCompleted(firm)),
  "exports.cancel": async (firm) => ({
    ...arrangeChosen(firm, await insertExport(firm)),
    body: {},
    diff: { status: { from: "queued", to: "cancelled" }, finishedAt: { from: null, to: anInstant } },
  }),
  "exports.remove": async (firm) => ({ ...arrangeChosen(firm, await insertCompleted(firm)), diff: {} }),
} satisfies Record<string, Scenario>;
