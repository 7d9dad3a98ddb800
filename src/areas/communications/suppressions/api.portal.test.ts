import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildAddressSuppression } from "../../../../prisma/seed/builders/communications.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { signInMember, type SignedInMember } from "../../team/fixtures.ts";
import type { Suppression } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  manager = await signInMember(server, tenant, { role: "admin" });
});

interface Page {
  suppressions: Suppression[];
  nextCursor: string | null;
}
const list = async (input: object = {}, { portal }: Pick<SignedInMember, "portal"> = manager) =>
  (await portal.query<Page>("suppressions.list", input)).data;
const end = (suppressionId: string, reason = "The client called and asked for texts.") =>
  manager.portal.mutate<{ suppression: Suppression }>("suppressions.end", { suppressionId, reason });
const add = (channel: string, address: string) =>
  manager.portal.mutate<{ suppression: Suppression }>("suppressions.add", { channel, address });

/** The number of a client who texted STOP. */
async function createStop(address = "+15125550143"): Promise<string> {
  const row = buildAddressSuppression({ organizationId: tenant.organizationId, address });
  await insertFor(tenant, { AddressSuppression: row });
  return row.id;
}

describe("suppressions", () => {
  test("are found by a number however it is typed, and end with a reason", async () => {
    const id = await createStop();
    await createStop("+15125550144");
    for (const q of ["(512) 555-0143", "+1 512 555 0143", "5125550143"])
      expect((await list({ q })).suppressions).toMatchObject([{ id, address: "+15125550143", endedAt: null }]);
    const ended = await end(id);
    expect(ended.data.suppression).toMatchObject({ id, endReason: "The client called and asked for texts." });
    expect((await list()).suppressions.map(({ address }) => address)).toEqual(["+15125550144"]);
    expect((await list({ q: "5125550143" })).suppressions).toMatchObject([{ id, endedAt: expect.any(String) }]);
    expect((await end(id)).error?.data.code).toBe("INVALID_STATE_TRANSITION");
    const [entry] = await tenant.inside((transaction) =>
      transaction.selectFrom("AuditEntry").selectAll().where("action", "=", "suppressions.end").execute(),
    );
    expect(entry).toMatchObject({ entityId: id, changes: { endReason: { from: null } } });
    expect(JSON.stringify(entry)).not.toContain("5550143");
  });

  test("are added by a member, of a number or an address, and an address is suppressed once", async () => {
    expect((await add("text", "(512) 555-0143")).data.suppression).toMatchObject({
      channel: "text",
      address: "+15125550143",
      reason: "manual",
    });
    expect((await add("text", "+15125550143")).error?.data.code).toBe("INVALID_STATE_TRANSITION");
    expect((await add("email", "Elena@Example.com")).data.suppression.address).toBe("elena@example.com");
    expect((await list({ q: "ELENA@example.com" })).suppressions).toHaveLength(1);
    // What was ended can be suppressed anew.
    const { id } = (await list({ q: "5125550143" })).suppressions[0] ?? { id: "" };
    await end(id);
    expect((await add("text", "+15125550143")).status).toBe(200);
    expect((await list({ q: "5125550143" })).suppressions).toHaveLength(2);
  });

  test.each([
    ["text", "elena@example.com"],
    ["text", "555"],
    ["email", "5125550143"],
    ["letter", "5 Main Street"],
  ])("are not added of what is no address: %s %s", async (channel, address) => {
    expect((await add(channel, address)).error?.data.code).toBe("VALIDATION_FAILED");
  });

  test("page, newest first", async () => {
    for (const number of ["41", "42", "43"]) await createStop(`+151255501${number}`);
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, after: first.nextCursor });
    const addresses = [...first.suppressions, ...second.suppressions].map(({ address }) => address);
    expect([new Set(addresses).size, second.nextCursor]).toEqual([3, null]);
    const foreign = await manager.portal.query("suppressions.list", { q: "5125550141", after: first.nextCursor });
    expect(foreign.error?.data.code).toBe("VALIDATION_FAILED");
  });

  test("are seen and ended with the permission alone, in the own organization", async () => {
    const id = await createStop();
    const attorney = await signInMember(server, tenant, { role: "attorney" });
    expect((await attorney.portal.query("suppressions.list")).status).toBe(403);
    expect((await attorney.portal.mutate("suppressions.end", { suppressionId: id, reason: "x" })).status).toBe(403);
    const stranger = await signInMember(server, await createTenant(server.services.database), { role: "admin" });
    expect((await list({ q: "5125550143" }, stranger)).suppressions).toEqual([]);
    const foreign = await stranger.portal.mutate("suppressions.end", { suppressionId: id, reason: "x" });
    expect(foreign.error?.data.code).toBe("NOT_FOUND");
    expect((await end(id, " ")).error?.data.code).toBe("VALIDATION_FAILED");
  });
});
