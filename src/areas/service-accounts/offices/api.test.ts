import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createHierarchy,
  placeTenant,
  type Hierarchy,
  type TenantInHierarchy,
} from "../../../testing/harness/hierarchy.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createKey, type TestTenant } from "../../../testing/harness/tenant.ts";
import { logRequests, noteOf } from "../../request-logs/fixtures.ts";
import { signInMember, type SignedInMember } from "../../team/fixtures.ts";
import { createSubscription } from "../../webhooks/fixtures.ts";
import type { Office, OfficeKey } from "./schema.ts";

let server: TestServer;
let hierarchy: Hierarchy;
/** Manages the headquarters' keys. */
let manager: SignedInMember;

beforeAll(async () => {
  server = await startOwnServer();
  hierarchy = await createHierarchy(server.services.database);
  manager = await signInMember(server, hierarchy.headquarters, { role: "attorney", isAttorney: true });
});
afterAll(() => server.close(1_000));

const setVisible = ({ organizationId, inside }: TestTenant, to: readonly TestTenant[]) =>
  inside((transaction) =>
    transaction
      .updateTable("Organization")
      .set({ keysVisibleTo: to.map((each) => each.organizationId) })
      .where("id", "=", organizationId)
      .execute(),
  );
const listOffices = async ({ portal } = manager) =>
  (await portal.query<{ offices: Office[] }>("keys.listOffices")).data.offices;
const listKeys = async ({ organizationId }: TestTenant, page: object = {}, { portal } = manager) =>
  (
    await portal.query<{ keys: OfficeKey[]; nextCursor: string | null }>("keys.listOfficeKeys", {
      organizationId,
      ...page,
    })
  ).data;
const visible = (offices: readonly Office[]) => offices.filter(({ health }) => health !== null).map(({ name }) => name);

test("an office shows nothing but its name until it lets the headquarters see its keys", async () => {
  const { office, east, west } = hierarchy;
  const unseen = (tenant: TenantInHierarchy, depth: number) => ({
    organizationId: tenant.organizationId,
    name: tenant.mark,
    depth,
    health: null,
  });
  expect(await listOffices()).toEqual([unseen(east, 1), unseen(west, 1), unseen(office, 2)]);
  expect(await listKeys(office)).toEqual({ keys: [], nextCursor: null });
});

describe("an office that lets the headquarters see its keys", () => {
  let failing: string;
  let busy: string;
  const lastUsedAt = new Date(Date.now() - 60_000).toISOString();

  beforeAll(async () => {
    const { headquarters, office, east } = hierarchy;
    await setVisible(office, [headquarters]);
    busy = (await createKey(office, { name: "Busy", scopes: ["cases:read"], actingAttorneyId: null, lastUsedAt }))
      .keyId;
    failing = (await createKey(office, { name: "Failing", scopes: ["documents:write"], actingAttorneyId: null })).keyId;
    await createKey(office, { name: "Revoked", revokedAt: new Date().toISOString(), revokeReason: "Unused." });
    await createKey(office, { name: "Paused", pausedAt: new Date().toISOString() });
    await createSubscription(office, { status: "paused", statusReason: "failures" });
    await createSubscription(office);
    const old = Date.now() - 25 * 3_600_000;
    const notes = [
      { status: 200 },
      { status: 200 },
      { status: 403 },
      { status: 429 },
      { status: 503 },
      { status: 200, occurredAt: old },
    ].map((changes) => noteOf({ ...office, keyId: busy }, changes));
    await logRequests(server.applicationUrl, [...notes, noteOf(east), noteOf(headquarters)]);
  });

  test("shows the counts of its keys, webhooks and requests of the last 24 hours", async () => {
    const found = (await listOffices()).find(({ name }) => name === "office");
    expect(found?.health).toEqual({
      keys: 4,
      needsAttention: 1,
      expiring: 0,
      paused: 1,
      stoppedWebhooks: 1,
      succeeded: 2,
      refused: 1,
      limited: 1,
      failed: 1,
      lastUsedAt,
    });
  });

  test("shows name, status, scopes, expiry, last use and requests of each key that is not revoked, and nothing else", async () => {
    const { keys } = await listKeys(hierarchy.office);
    expect(keys.map(({ name, status }) => [name, status])).toEqual([
      [expect.any(String), "active"],
      ["Busy", "active"],
      ["Failing", "needs_attention"],
      ["Paused", "paused"],
    ]);
    expect(keys.find(({ id }) => id === busy)).toEqual({
      id: busy,
      name: "Busy",
      status: "active",
      scopes: ["cases:read"],
      expiresAt: expect.any(String),
      lastUsedAt,
      succeeded: 2,
      refused: 1,
      limited: 1,
      failed: 1,
    });
    expect(keys.find(({ id }) => id === failing)).toMatchObject({
      scopes: ["documents:write"],
      lastUsedAt: null,
      succeeded: 0,
    });
  });

  test("is read in pages", async () => {
    const first = await listKeys(hierarchy.office, { limit: 3 });
    const rest = await listKeys(hierarchy.office, { limit: 3, after: first.nextCursor });
    expect([...first.keys, ...rest.keys].map(({ id }) => id)).toEqual(
      (await listKeys(hierarchy.office)).keys.map(({ id }) => id),
    );
    const { error } = await manager.portal.query("keys.listOfficeKeys", {
      organizationId: hierarchy.east.organizationId,
      after: first.nextCursor,
    });
    expect(error?.data.code).toBe("VALIDATION_FAILED");
  });

  test("is not changed from there: its key is 404 to the headquarters", async () => {
    const { status } = await manager.portal.query("serviceAccounts.get", { serviceAccountId: busy });
    expect(status).toBe(404);
    expect((await manager.portal.mutate("serviceAccounts.pause", { serviceAccountId: busy })).status).toBe(404);
  });
});

describe("nobody else sees its keys", () => {
  test.each<[string, (given: Hierarchy) => TenantInHierarchy]>([
    ["the region between, which is not a headquarters", ({ east }) => east],
    ["a sister", ({ west }) => west],
    ["an unrelated headquarters", ({ stranger }) => stranger],
    ["the office itself, which has its own screen", ({ office }) => office],
  ])("%s", async (_, find) => {
    const member = await signInMember(server, find(hierarchy), { role: "owner" });
    await setVisible(hierarchy.office, [hierarchy.headquarters, find(hierarchy)]);
    expect(visible(await listOffices(member))).toEqual([]);
    expect((await listKeys(hierarchy.office, {}, member)).keys).toEqual([]);
    await setVisible(hierarchy.office, [hierarchy.headquarters]);
  });

  test("a member of the headquarters who does not manage keys", async () => {
    const clerk = await signInMember(server, hierarchy.headquarters, { role: "paralegal" });
    for (const [procedure, input] of [
      ["keys.listOffices", {}],
      ["keys.listOfficeKeys", { organizationId: hierarchy.office.organizationId }],
    ] as const) {
      expect((await clerk.portal.query(procedure, input)).status).toBe(403);
    }
  });

  test("the headquarters once the office withdraws, is moved away, or the headquarters is none any more", async () => {
    const { headquarters, office, east, stranger } = hierarchy;
    const expectHidden = async () => {
      expect(visible(await listOffices())).toEqual([]);
      expect((await listKeys(office)).keys).toEqual([]);
    };
    expect(visible(await listOffices())).toEqual(["office"]);
    await setVisible(office, []);
    await expectHidden();
    await setVisible(office, [headquarters]);
    await placeTenant(office, { parentOrganizationId: stranger.organizationId });
    await expectHidden();
    await placeTenant(office, { parentOrganizationId: east.organizationId });
    await placeTenant(headquarters, { isHeadquarters: false });
    await expectHidden();
    expect(await listOffices()).toEqual([]);
    await placeTenant(headquarters, { isHeadquarters: true });
    expect(visible(await listOffices())).toEqual(["office"]);
  });

  test("and an office that is excluded from reports is not even named, unless it lets the headquarters see its keys", async () => {
    const { east, west } = hierarchy;
    await placeTenant(east, { reportsToHeadquarters: false });
    expect((await listOffices()).map(({ name }) => name)).toEqual([west.mark, "office"]);
    await placeTenant(east, { reportsToHeadquarters: true });
  });
});
