import { afterAll, beforeAll, expect, test } from "vitest";
import { createCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { countTraces, readAuditEntries } from "../../../testing/harness/traces.ts";
import { createBill } from "../../medical/fixtures.records.ts";
import { createManagedTenant, signInMember, type SignedInMember } from "../../team/fixtures.ts";
import { clientDefinition, codeOf, faultsOf, putBelow } from "../fixtures.saved.ts";
import type { ReportPreview } from "../schema.portal.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
  ({ tenant, manager } = await createManagedTenant(server));
});
afterAll(() => server.close(1000));

const definition = {
  columns: [
    { key: "case", field: "sequenceId" },
    { key: "title", field: "title" },
  ],
  sort: [{ column: "title" }],
} as const;

const preview = (by: SignedInMember, given: object = definition, entity = "cases") =>
  by.portal.query<ReportPreview>("reports.preview", { entity, definition: given });

const titlesOf = ({ rows }: ReportPreview) => rows.map(({ title }) => title);

test("shows the first ten rows in the report's order, of the member's own organization only", async () => {
  const child = await createManagedTenant(server);
  await putBelow(child.tenant, tenant);
  await createCase(child.tenant, { title: "A case of a child" });
  expect(titlesOf((await preview(child.manager)).data)).toEqual(["A case of a child"]);
  const titles = Array.from({ length: 12 }, (_, place) => `Matter ${String.fromCharCode(65 + place)}`);
  for (const title of titles.toReversed()) await createCase(tenant, { title });
  const { data } = await preview(manager);
  expect(data.columns.map(({ key }) => key)).toEqual(["case", "title"]);
  expect(titlesOf(data)).toEqual(titles.slice(0, 10));
});

test("takes the defaults of parameters; one without a default is named", async () => {
  await createCase(tenant, { title: "Matter in mediation", matterStage: "mediation" });
  const filtered = (parameter: object) => ({
    ...definition,
    filters: [{ field: "matterStage", operator: "equals", parameter: "stage" }],
    parameters: [{ key: "stage", label: "Stage", ...parameter }],
  });
  const found = await preview(manager, filtered({ default: "mediation" }));
  expect(titlesOf(found.data)).toEqual(["Matter in mediation"]);
  const missing = await preview(manager, filtered({ required: true }));
  expect([codeOf(missing), faultsOf(missing)]).toEqual(["VALIDATION_FAILED", ["parameters.stage"]]);
});

test("of a definition that does not fit is rejected at its field", async () => {
  const unknown = await preview(manager, { columns: [{ key: "case", field: "shoeSize" }] });
  expect([codeOf(unknown), faultsOf(unknown)]).toEqual(["VALIDATION_FAILED", ["definition.columns.0.field"]]);
  expect(codeOf(await preview(manager, { columns: [] }))).toBe("VALIDATION_FAILED");
  expect(codeOf(await preview(manager, definition, "horses"))).toBe("VALIDATION_FAILED");
});

test("requires the permissions of its data, and leaves no traces where they are missing", async () => {
  const blind = await signInMember(server, tenant, {
    role: "assistant",
    permissions: ["reports:view", "cases:view"],
  });
  expect(codeOf(await preview(blind))).toBe("done");
  const before = await countTraces(tenant);
  expect(codeOf(await preview(blind, clientDefinition))).toBe("FORBIDDEN");
  const none = await signInMember(server, tenant, { role: "assistant", permissions: ["cases:view"] });
  expect(codeOf(await preview(none))).toBe("FORBIDDEN");
  expect(await countTraces(tenant)).toEqual(before);
});

test("records which medical records it showed, and saves no report", async () => {
  const listReports = async () =>
    (await manager.portal.query<{ reports: unknown[] }>("reports.list", { limit: 200 })).data.reports.length;
  const { billId } = await createBill(tenant);
  const [entries, reports] = [await readAuditEntries(tenant), await listReports()];
  const shown = await preview(manager, { columns: [{ key: "billed", field: "billedCents" }] }, "medical_bills");
  expect(shown.data.rows).toMatchObject([{ billed: 90_000 }]);
  const added = (await readAuditEntries(tenant)).slice(entries.length);
  expect(added).toMatchObject([
    {
      action: "reports.preview",
      entity: "medical_bill",
      entityId: billId,
      relatedIds: [{ entity: "organization", id: tenant.organizationId }],
    },
  ]);
  expect(await listReports()).toBe(reports);
});
