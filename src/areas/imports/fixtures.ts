import { buildImport } from "../../../prisma/seed/builders/imports.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import { readKeySecret } from "../../platform/identity/credentials/integration-key.ts";
import { createId } from "../../platform/database/ids.ts";
import {
  anInstant,
  asRead,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../testing/harness/requests/example-request.ts";
import { actorOf, changeRow, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";
import { changeShown } from "../../testing/harness/tenant-requests.ts";

/**
 * An import of clients by the tenant's key, whose file was read; no worker has it, and the storage has no file.
 *
 * @returns its ID
 */
export async function insertImport(tenant: TestTenant, values: Partial<Values<"Import">> = {}): Promise<string> {
  const { organizationId, keyId } = tenant;
  const rows = [
    { outcome: "created", recordId: createId("client"), etag: '"1"', faults: [] },
    {
      outcome: "rejected",
      recordId: null,
      etag: null,
      faults: [{ column: "Last Name", message: "required" }],
    },
  ];
  const records = buildImport({ organizationId, keyId, requestedBy: actorOf(tenant), ...values }, rows);
  return (await insertFor(tenant, records)).Import.id;
}

/** A row in each table of the area. */
export async function createImportRows(tenant: TestTenant): Promise<void> {
  await insertImport(tenant);
}

const touch = (id: string) => ({ entity: "import", id, relatedIds: [{ entity: "import", id }] });

/** Imports are seen by their key alone. */
const giveTo = (tenant: TestTenant, importId: string) => async (secret: string) => {
  const digest = readKeySecret(secret)?.digest ?? Buffer.alloc(0);
  const key = await tenant.inside((transaction) =>
    transaction.selectFrom("IntegrationKeySecret").select("keyId").where("digest", "=", digest).executeTakeFirst(),
  );
  // A legacy credential has no imports.
  if (key !== undefined) await changeRow(tenant, "Import", importId, { keyId: key.keyId });
};

const onImport =
  (more: Partial<Arrangement> = {}, values: Partial<Values<"Import">> = {}): Scenario =>
  async (tenant) => {
    const importId = await insertImport(tenant, values);
    return {
      pathValues: { importId },
      revision: 1,
      giveTo: giveTo(tenant, importId),
      change: () => changeRow(tenant, "Import", importId, { fileName: "changed.csv" }),
      touched: () => touch(importId),
      standsAlone: true,
      ...more,
    };
  };

const dataScopes: Arrangement["dataScopes"] = ["clients:write"];
const begun = (status: string) => ({ status: { from: "ready", to: status }, startedAt: { from: null, to: anInstant } });
const over = {
  status: "completed",
  created: 1,
  rejected: 1,
  startedAt: "2026-03-14T15:00:00.000Z",
  finishedAt: "2026-03-14T15:01:00.000Z",
};

/** A completed import with a file of its rejected rows, which the storage does not have. */
const withReport: Scenario = async (tenant) => {
  const reportObjectId = createId("storedObject");
  await insertFor(tenant, { StoredObject: { organizationId: tenant.organizationId, id: reportObjectId } });
  const report = { reportObjectId, reportSizeBytes: 12, reportSha256: "0".repeat(64) };
  return onImport({}, { ...over, ...report })(tenant);
};

export const importScenarios = {
  "imports.create": (tenant) =>
    Promise.resolve({
      change: changeShown(tenant, "Import", "import", { fileName: "changed.csv" }),
      touched: (response: ResponseBody) => touch(readId(response, "import")),
      standsAlone: true,
      diff: {},
    }),
  "imports.list": async (tenant) => {
    await insertImport(tenant);
    return { query: { status: "ready", sort: "oldest" } };
  },
  "imports.get": asRead(onImport()),
  "imports.preview": asRead(onImport({ revision: null })),
  "imports.update": onImport({ diff: { existing: { from: "update", to: "skip" } } }),
  "imports.check": onImport({ dataScopes, diff: begun("checking") }),
  "imports.start": onImport({ dataScopes, diff: begun("running") }),
  "imports.cancel": onImport({
    diff: {
      status: { from: "ready", to: "cancelled" },
      finishedAt: { from: null, to: anInstant },
      expiresAt: { from: anInstant, to: anInstant },
    },
  }),
  "imports.undo": onImport({ dataScopes, diff: { status: { from: "completed", to: "undoing" } } }, over),
  "imports.rows.list": asRead(onImport({ revision: null, query: { outcome: "rejected" } })),
  "imports.download": async (tenant) => {
    const arranged = await withReport(tenant);
    delete arranged.change;
    return arranged;
  },
} satisfies Record<string, Scenario>;
