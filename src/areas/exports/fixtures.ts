import type { Values } from "../../../prisma/seed/builders/records.ts";
import { ids } from "../../contract/examples/example-story.ts";
import { createId } from "../../platform/database/ids.ts";
import { anInstant, readId, type Arrangement, type Scenario } from "../../testing/harness/requests/example-request.ts";
import { actorOf, changeRow, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import { report } from "../reports/examples.ts";
import { createReport } from "../reports/fixtures.ts";

type ExportValues = Partial<Values<"Export">>;

/**
 * An export of the tenant's cases, requested by its key, without a job.
 *
 * @returns its id
 */
export async function insertExport(
  tenant: Pick<TestTenant, "organizationId" | "keyId" | "inside">,
  values: ExportValues = {},
): Promise<string> {
  const { organizationId, keyId } = tenant;
  const id = createId("export");
  const file = {
    type: "cases",
    format: "csv",
    fileName: "cases-2026-03-14.csv",
    contentType: "text/csv; charset=utf-8",
    request: {},
  };
  const requester = { requestedBy: actorOf(tenant), keyId };
  const row = { organizationId, id, ...file, ...requester, dataPermissions: ["cases:read", "clients:read"], ...values };
  await insertFor(tenant, { Export: row });
  return id;
}

const now = () => new Date().toISOString();
const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString();

/**
 * A completed export whose file does not exist in storage.
 *
 * @returns its id
 */
export async function insertCompleted(tenant: TestTenant, values: ExportValues = {}): Promise<string> {
  const { organizationId } = tenant;
  const objectId = createId("storedObject");
  await insertFor(tenant, { StoredObject: { organizationId, id: objectId } });
  const times = { startedAt: now(), finishedAt: now(), expiresAt: inAWeek() };
  return insertExport(tenant, {
    status: "completed",
    progress: 100,
    rowCount: 3,
    sizeBytes: 12,
    sha256: "0".repeat(64),
    objectId,
    ...times,
    ...values,
  });
}

const relate = (id: string) => ({ entity: "export", id, relatedIds: [{ entity: "export", id }] });

const readChosen = {
  recordParameters: ["exportId"],
  dataScopes: ["cases:read", "clients:read"],
  revision: 1,
} satisfies Partial<Arrangement>;

function arrangeChosen(tenant: TestTenant, exportId: string): Arrangement {
  return {
    ...readChosen,
    pathValues: { exportId },
    standsAlone: true,
    change: () => changeRow(tenant, "Export", exportId, { fileName: "changed-since.csv" }),
    remove: () => changeRow(tenant, "Export", exportId, { deletedAt: now() }),
    touched: () => relate(exportId),
  };
}

export const exportScenarios = {
  "exports.create": async (tenant) => {
    const reportId = await createReport(tenant, { definition: report.definition });
    const idOf = (response: Parameters<NonNullable<Arrangement["touched"]>>[0]) => readId(response, "export");
    return {
      ownValues: { [ids.reportId]: reportId },
      dataScopes: ["cases:read"],
      standsAlone: true,
      change: (response) => changeRow(tenant, "Export", idOf(response), { fileName: "changed-since.csv" }),
      touched: (response) => {
        const { relatedIds, ...touched } = relate(idOf(response));
        return { ...touched, relatedIds: [...relatedIds, { entity: "report", id: reportId }] };
      },
      diff: {},
    };
  },
  "exports.list": async (tenant) => {
    await insertExport(tenant);
    return { query: { limit: "10", sort: "updated", status: "queued" } };
  },
  "exports.get": async (tenant) => {
    const exportId = await insertExport(tenant);
    return {
      ...readChosen,
      pathValues: { exportId },
      remove: () => changeRow(tenant, "Export", exportId, { deletedAt: now() }),
    };
  },
  "exports.download": async (tenant) => arrangeChosen(tenant, await insertCompleted(tenant)),
  "exports.cancel": async (tenant) => ({
    ...arrangeChosen(tenant, await insertExport(tenant)),
    diff: { status: { from: "queued", to: "cancelled" }, finishedAt: { from: null, to: anInstant } },
  }),
  "exports.delete": async (tenant) => ({ ...arrangeChosen(tenant, await insertCompleted(tenant)), diff: {} }),
} satisfies Record<string, Scenario>;
