import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import { openApi, type Api } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { waitForLock } from "../../testing/database/wait-for-lock.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import { maxCopiedAnswers } from "../intake/answers/domain.leads.ts";
import { createLead } from "./fixtures.ts";

let server: TestServer;
let watcher: Client;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  watcher = await server.connectOwner();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

test("the diff of a change that waited for an assignment excludes the assignment", async () => {
  const id = await createLead(tenant);
  const { changing } = await tenant.inside(async (transaction) => {
    await transaction.updateTable("Lead").set({ assignedToMemberId: tenant.attorneyId }).where("id", "=", id).execute();
    const reply = api.change("PATCH", `/leads/${id}`, { subStatus: "waiting" });
    await waitForLock(watcher);
    return { changing: reply };
  });
  expect((await changing).status).toBe(200);
  expect((await readEvents(tenant)).at(-1)).toMatchObject({
    entityId: id,
    payload: { assignedTo: { id: tenant.attorneyId } },
  });
  expect((await readEvents(tenant)).at(-1)?.diff).toEqual({ subStatus: { from: null, to: "waiting" } });
});

test("marking a lead as a duplicate locks both leads in the order of their IDs", async () => {
  const [lower = "", higher = ""] = [await createLead(tenant), await createLead(tenant)].toSorted();
  const { moving } = await tenant.inside(async (transaction) => {
    await transaction.selectFrom("Lead").select("id").where("id", "=", lower).forUpdate().execute();
    const reply = api.change("POST", `/leads/${higher}/transitions`, {
      toStatus: "duplicate",
      duplicateOfLeadId: lower,
    });
    await waitForLock(watcher);
    // It waits for the lower one, and holds nothing yet for which another could wait.
    await transaction.selectFrom("Lead").select("id").where("id", "=", higher).forUpdate().noWait().execute();
    return { moving: reply };
  });
  expect((await moving).status).toBe(200);
});

test("a lead with too many answers to copy is converted only without copying them", async () => {
  const id = await createLead(tenant, { status: "retainer_signed" });
  await watcher.query(
    `INSERT INTO "IntakeAnswer" ("organizationId", id, "leadId", accessor, value) SELECT $1, $2 || n, $3, 'question' || n, 'x' FROM generate_series(0, $4::integer) n`,
    [tenant.organizationId, `${createId("intakeAnswer")}_`, id, maxCopiedAnswers],
  );
  const convert = (body: object) =>
    api.change("POST", `/leads/${id}/convert`, { clientMatch: { mode: "create" }, ...body });
  const before = (await readEvents(tenant)).length;
  const { status, body } = await convert({});
  expect([status, body["code"], body["error"]]).toEqual([
    409,
    "INVALID_STATE_TRANSITION",
    expect.stringContaining("copyIntakeAnswers false"),
  ]);
  expect(await readEvents(tenant)).toHaveLength(before);
  expect((await convert({ copyIntakeAnswers: false })).status).toBe(200);
  expect(await readEvents(tenant)).toHaveLength(before + 3);
});

test("the database allows one case per lead, and none for another firm's lead", async () => {
  const id = await createLead(tenant);
  const theirs = await createLead(await createTenant(server.services.database));
  const insert = (leadId: string) => {
    const [clientId, caseId] = [createId("client"), createId("case")];
    return tenant.inside(async (transaction) => {
      const { organizationId } = tenant;
      await transaction
        .insertInto("Client")
        .values({ organizationId, id: clientId, firstName: "Rosa", lastName: "Diaz" })
        .execute();
      const values = {
        organizationId,
        id: caseId,
        sequenceId: caseId,
        plaintiffId: clientId,
        leadId,
        caseType: "dog_bite",
        matterStage: "intake",
        matterStatus: "open",
      };
      await transaction.insertInto("Case").values(values).execute();
    });
  };
  await insert(id);
  await expect(insert(id)).rejects.toThrow(/Case_organizationId_leadId_key/);
  await expect(insert(theirs)).rejects.toThrow(/Case_organizationId_leadId_fkey/);
});

test("the values returned by the duplicate search are in the metadata", async () => {
  const valuesOf = async (name: string) =>
    (readRecord((await api.get(`/metadata/${name}`)).body, "enumeration")["values"] as { value: string }[]).map(
      ({ value }) => value,
    );
  expect([await valuesOf("leadLookalikeEntity"), await valuesOf("leadLookalikeMatch")]).toEqual([
    ["lead", "client"],
    ["phone", "email", "name"],
  ]);
});
