import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createMember, readTraces } from "../../team/fixtures.ts";
import { createOffice } from "./fixtures.ts";
import type { Office } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1_000));

const api = () => openApi(server, tenant.secret);
const make = async (body: object) => readBody<{ office: Office }>(await api().change("POST", "/offices", body)).office;
const change = (id: string, body: object) => api().change("PATCH", `/offices/${id}`, body);
const read = async (id: string) => readBody<{ office: Office }>(await api().get(`/offices/${id}`)).office;
const remove = async (id: string) => {
  const { status, body } = await api().change("DELETE", `/offices/${id}`);
  return [status, body["error"]];
};

describe("offices", () => {
  test("the first is primary; another one that becomes it replaces it, with an event for each", async () => {
    tenant = await createTenant(server.services.database);
    const first = await make({
      name: "Philadelphia",
      address: { line1: "1500 Market Street", city: "Philadelphia", state: "PA", zipCode: "19102" },
      jurisdictions: ["PA"],
    });
    const second = await make({ name: "Cherry Hill" });
    expect([first.isPrimary, second.isPrimary, first.address?.line2]).toEqual([true, false, null]);
    expect((await change(second.id, { isPrimary: true })).status).toBe(200);
    expect([(await read(first.id)).isPrimary, (await read(second.id)).isPrimary]).toEqual([false, true]);
    const { events } = await readTraces(tenant, first.id);
    expect(events.map(({ eventType, diff }) => [eventType, diff])).toEqual([
      ["office.created", {}],
      ["office.updated", { isPrimary: { from: true, to: false } }],
    ]);
    expect((await change(second.id, { isPrimary: false })).body["error"]).toContain(
      "make another office primary instead",
    );
    const third = await make({ name: "Trenton", isPrimary: true });
    expect([(await read(second.id)).isPrimary, third.isPrimary]).toEqual([false, true]);
  });

  test("two that become primary at once leave one", async () => {
    tenant = await createTenant(server.services.database);
    await make({ name: "Main" });
    const others = [await make({ name: "East" }), await make({ name: "West" })];
    const statuses = await Promise.all(others.map(({ id }) => change(id, { isPrimary: true })));
    expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
    const { offices } = readBody<{ offices: Office[] }>(await api().get("/offices?sort=name"));
    expect(offices.map(({ name }) => name)).toEqual(["East", "Main", "West"]);
    expect(offices.filter(({ isPrimary }) => isPrimary)).toHaveLength(1);
  });

  test("one with members, or the primary one beside others, is not deleted; a deleted one frees its name and keeps its externalId", async () => {
    tenant = await createTenant(server.services.database);
    const main = await make({ name: "Main" });
    const other = await make({ name: "Other", externalId: "hr-2" });
    const members = [
      await createMember(tenant, { officeId: other.id }),
      await createMember(tenant, { officeId: other.id, status: "invited" }),
      await createMember(tenant, { officeId: other.id, status: "deactivated" }),
    ];
    expect((await read(other.id)).memberCount).toBe(1);
    expect(await remove(other.id)).toEqual([409, "The office has 2 members; move them first"]);
    expect(await remove(main.id)).toEqual([409, "The office is the primary one; make another office primary first"]);
    for (const id of members) await changeRow(tenant, "Member", id, { officeId: null });
    expect(await remove(other.id)).toEqual([200, undefined]);
    expect((await api().get(`/offices/${other.id}`)).status).toBe(404);
    expect((await api().change("POST", "/offices", { name: "other", externalId: "hr-2" })).body["code"]).toBe(
      "DUPLICATE_ENTRY",
    );
    expect((await make({ name: "other" })).isPrimary).toBe(false);
    expect((await api().change("POST", "/offices", { name: "MAIN" })).body["code"]).toBe("DUPLICATE_ENTRY");
  });

  test("acceptance 17: another organization's office is not found, byte for byte as an unknown one", async () => {
    tenant = await createTenant(server.services.database);
    const foreign = await createOffice(await createTenant(server.services.database));
    const [other, unknown] = [await api().get(`/offices/${foreign}`), await api().get("/offices/off_unknown")];
    expect([other.status, other.text]).toEqual([404, unknown.text]);
  });
});
