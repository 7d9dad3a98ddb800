import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, type TestTenant } from "../../testing/harness/tenant.ts";
import { countTraces } from "../../testing/harness/traces.ts";
import { createRequestingKey } from "../scope-requests/fixtures.ts";
import { createManagedTenant, signInMember, type SignedInMember } from "../team/fixtures.ts";
import type { Notification } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;
let reader: SignedInMember;
let other: SignedInMember;

interface Page {
  notifications: Notification[];
  nextCursor: string | null;
  unreadCount: number;
}

beforeAll(async () => {
  server = await startTestServer();
  ({ tenant, manager } = await createManagedTenant(server));
  const permissions = ["integrations:manage"];
  reader = await signInMember(server, tenant, { permissions });
  other = await signInMember(server, tenant, { permissions });
  for (const name of ["First", "Second", "Third"])
    await createRequestingKey(manager.portal, tenant, ["medical:read"], { name });
});
afterAll(() => server.close(1000));

const list = async (by: SignedInMember, input: object = {}) =>
  (await by.portal.query<Page>("notifications.list", input)).data;
const markRead = (by: SignedInMember, input: object = {}) =>
  by.portal.mutate<{ unreadCount: number }>("notifications.markRead", input);
const names = (page: Page) =>
  page.notifications.map(({ parameters }) => ("keyName" in parameters ? parameters.keyName : null));

describe("notifications", () => {
  test("lists the member's own, newest first, with the unread count", async () => {
    const page = await list(reader);
    expect(names(page)).toEqual(["Third", "Second", "First"]);
    expect([page.unreadCount, page.nextCursor]).toEqual([3, null]);
    expect(page.notifications[0]).toEqual({
      id: expect.stringMatching(/^ntf_/),
      keyId: expect.stringMatching(/^key_/),
      createdAt: expect.any(String),
      readAt: null,
      kind: "scope_request.created",
      parameters: { keyName: "Third", scopes: ["medical:read"], requestedBy: "Margaret Okafor" },
    });
    // The requester is not notified, and neither are members who may not manage keys.
    expect((await list(manager)).notifications).toEqual([]);
    expect((await list(await signInMember(server, tenant))).notifications).toEqual([]);
  });

  test("are paged, and a cursor of another organization is rejected", async () => {
    const first = await list(reader, { limit: 2 });
    expect(names(first)).toEqual(["Third", "Second"]);
    const second = await list(reader, { limit: 2, after: first.nextCursor });
    expect([names(second), second.nextCursor]).toEqual([["First"], null]);
    const stranger = await createManagedTenant(server);
    const foreign = await stranger.manager.portal.query("notifications.list", { after: first.nextCursor });
    expect(foreign.error?.data.code).toBe("VALIDATION_FAILED");
  });

  test("are marked as read by ID, and those of others are not", async () => {
    const [newest] = (await list(reader)).notifications;
    const theirs = (await list(other)).notifications.map(({ id }) => id);
    const before = await countTraces(tenant);
    expect((await markRead(reader, { ids: [newest?.id, ...theirs, "ntf_unknown"] })).data).toEqual({ unreadCount: 2 });
    expect((await list(reader)).notifications.map(({ readAt }) => readAt === null)).toEqual([false, true, true]);
    expect((await list(other)).unreadCount).toBe(3);
    expect((await markRead(reader, { ids: [] })).data).toEqual({ unreadCount: 2 });
    // What only moves one's own marks is worth neither event nor audit entry.
    expect(await countTraces(tenant)).toEqual(before);
  });

  test("are all marked as read once, and the time stays", async () => {
    expect((await markRead(reader)).data).toEqual({ unreadCount: 0 });
    const readAt = (await list(reader)).notifications.map((notification) => notification.readAt);
    await markRead(reader);
    expect((await list(reader)).notifications.map((notification) => notification.readAt)).toEqual(readAt);
  });

  test("are not created for a deactivated member", async () => {
    const leaving = await signInMember(server, tenant, { permissions: ["integrations:manage"] });
    await changeRow(tenant, "Member", leaving.memberId, { status: "deactivated" });
    await createRequestingKey(manager.portal, tenant);
    const { rows } = await tenant.inside(async (transaction) => ({
      rows: await transaction
        .selectFrom("Notification")
        .select("id")
        .where("memberId", "=", leaving.memberId)
        .execute(),
    }));
    expect(rows).toEqual([]);
    expect((await leaving.portal.query("notifications.list")).error?.data.code).toBe("NOT_FOUND");
  });

  test("are marked as read at most 200 IDs at a time", async () => {
    const ids = Array.from({ length: 201 }, (_, index) => `ntf_${index}`);
    expect((await markRead(reader, { ids })).error?.data.code).toBe("VALIDATION_FAILED");
  });
});
