import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { changeRow, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { waitForLock } from "../../testing/database/wait-for-lock.ts";
import { endPastAbsences } from "./domain.absences.ts";
import { createManagedTenant, createMember, readTraces, signInMember, type SignedInMember } from "./fixtures.ts";
import type { Member } from "./schema.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer();
});
afterAll(() => server.close(1000));

const statusOf = async (tenant: TestTenant, id: string) =>
  (
    await tenant.inside((transaction) =>
      transaction.selectFrom("Member").select("status").where("id", "=", id).executeTakeFirstOrThrow(),
    )
  ).status;

test("acceptance 7: of two owners who demote each other at once, one succeeds, and an owner remains", async () => {
  const tenant = await createTenant(server.services.database);
  const [one, other] = [
    await signInMember(server, tenant, { role: "owner" }),
    await signInMember(server, tenant, { role: "owner" }),
  ];
  const demote = (by: SignedInMember, { memberId }: SignedInMember) =>
    by.portal.mutate("members.update", { memberId, role: "admin" });
  const [holder, watcher] = [
    new Client({ connectionString: server.ownerUrl }),
    new Client({ connectionString: server.ownerUrl }),
  ];
  await Promise.all([holder.connect(), watcher.connect()]);
  for (let round = 0; round < 20; round += 1) {
    for (const { memberId } of [one, other]) await changeRow(tenant, "Member", memberId, { role: "owner" });
    // Both are authorized, and wait for the lock of the members.
    await holder.query("BEGIN");
    await holder.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`team ${tenant.organizationId}`]);
    const replies = Promise.all([demote(one, other), demote(other, one)]);
    await waitForLock(watcher, 2);
    await holder.query("COMMIT");
    expect((await replies).map(({ status, error }) => [status, error?.data.code]).toSorted()).toEqual([
      [200, undefined],
      [409, "INVALID_STATE_TRANSITION"],
    ]);
    const owners = await tenant.inside((transaction) =>
      transaction.selectFrom("Member").select("id").where("role", "=", "owner").execute(),
    );
    expect(owners).toHaveLength(1);
  }
  await Promise.all([holder.end(), watcher.end()]);
});

test("only owners grant and remove the role owner, and the last one stays", async () => {
  const { tenant, manager } = await createManagedTenant(server);
  const owner = await signInMember(server, tenant, { role: "owner" });
  const paralegal = await createMember(tenant);
  const change = (by: typeof owner, memberId: string, role: string) =>
    by.portal.mutate("members.update", { memberId, role });
  expect((await change(manager, paralegal, "owner")).error?.data.code).toBe("FORBIDDEN");
  expect((await change(owner, owner.memberId, "admin")).error).toMatchObject({
    message: "The organization needs an active owner; make another member owner first",
  });
  expect(
    (
      await manager.portal.mutate("members.transition", {
        memberId: owner.memberId,
        toStatus: "suspended",
        reason: "x",
      })
    ).error?.data.code,
  ).toBe("INVALID_STATE_TRANSITION");
  expect((await change(owner, paralegal, "owner")).error).toBeUndefined();
  await signInMember(server, tenant, { role: "owner" });
  expect((await change(manager, owner.memberId, "paralegal")).error).toMatchObject({
    message: "Only an owner can grant or remove the role owner",
    data: { code: "FORBIDDEN" },
  });
});

test("acceptance 21: a suspended member's session is rejected at its next request, and a reactivation restores it without an invitation", async () => {
  const { tenant, manager } = await createManagedTenant(server);
  const member = await signInMember(server, tenant);
  const look = async () => (await member.portal.query("members.list")).error?.data.code ?? "done";
  expect(await look()).toBe("done");
  const move = (toStatus: string) =>
    manager.portal.mutate<{ member: Member }>("members.transition", {
      memberId: member.memberId,
      toStatus,
      ...(toStatus === "suspended" && { reason: "Under review" }),
    });
  expect((await move("suspended")).data.member).toMatchObject({
    status: "suspended",
    statusReason: "Under review",
    suspendedAt: expect.any(String),
  });
  expect(await look()).toBe("NOT_FOUND");
  expect((await move("suspended")).error?.message).toBe(
    "A member in status suspended cannot go to suspended; it allows active, deactivated",
  );
  expect((await move("active")).data.member).toMatchObject({ status: "active", statusReason: null, suspendedAt: null });
  expect(await look()).toBe("done");
  expect((await readTraces(tenant, member.memberId)).events.map(({ eventType }) => eventType)).toEqual([
    "member.suspended",
    "member.reactivated",
  ]);
});

describe("absences", () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  test("are checked, shown and ended; a delegate who leaves represents nobody", async () => {
    const { tenant, manager } = await createManagedTenant(server);
    const [absent, delegate, away] = [
      await createMember(tenant, { lastName: "Absent" }),
      await createMember(tenant, { firstName: "Del", lastName: "Egate" }),
      await createMember(tenant),
    ];
    const api = openApi(server, tenant.secret);
    const set = (id: string, body: object) =>
      api.change("PUT", `/members/${id}/out-of-office`, { startOn: inDays(1), endOn: inDays(3), ...body });
    expect((await set(away, {})).status).toBe(200);
    for (const [body, path] of [
      [{ endOn: inDays(0) }, "endOn"],
      [{ startOn: inDays(-9), endOn: inDays(-2) }, "endOn"],
      [{ endOn: inDays(400) }, "endOn"],
      [{ delegateMemberId: absent }, "delegateMemberId"],
      [{ delegateMemberId: away }, "delegateMemberId"],
      [{ delegateMemberId: "mem_unknown" }, "delegateMemberId"],
    ] as const) {
      const reply = await set(absent, body);
      expect([reply.status, reply.headers["x-error-detail"]]).toEqual([400, path]);
    }
    const shown = await set(absent, { delegateMemberId: delegate, note: "Trial in Pittsburgh" });
    const absence = {
      startOn: inDays(1),
      endOn: inDays(3),
      delegate: { id: delegate, firstName: "Del", lastName: "Egate" },
      note: "Trial in Pittsburgh",
    };
    expect(shown.body["member"]).toMatchObject({ outOfOffice: absence, revision: 2 });
    expect((await api.get(`/members?outOfOfficeOn=${inDays(2)}&fields=id`)).body["members"]).toEqual(
      expect.arrayContaining([{ id: absent }, { id: away }]),
    );
    expect((await api.get(`/members?outOfOfficeOn=${inDays(9)}`)).body["members"]).toEqual([]);
    expect((await api.get(`/members/${delegate}/deactivation-preview`)).body["preview"]).toMatchObject({
      delegateOf: [{ id: absent }],
    });
    await manager.portal.mutate("members.transition", { memberId: delegate, toStatus: "deactivated" });
    expect((await api.get(`/members/${absent}`)).body["member"]).toMatchObject({
      outOfOffice: { ...absence, delegate: null },
      revision: 3,
    });
    expect((await api.change("DELETE", `/members/${absent}/out-of-office`)).status).toBe(200);
    expect((await api.change("DELETE", `/members/${absent}/out-of-office`)).status).toBe(404);
  });

  test("are set by members for themselves without a permission, and not for others", async () => {
    const tenant = await createTenant(server.services.database);
    const { memberId, portal } = await signInMember(server, tenant, { role: "read_only" });
    const absence = { startOn: inDays(1), endOn: inDays(3), note: null };
    expect((await portal.mutate("members.outOfOffice.set", { memberId, ...absence })).error?.data.code).toBe(
      "FORBIDDEN",
    );
    expect(
      (await portal.mutate("members.ownAbsence.set", { ...absence, delegateMemberId: memberId })).error?.data.faults,
    ).toMatchObject([{ path: "delegateMemberId" }]);
    expect((await portal.mutate("members.ownAbsence.set", absence)).data["member"]).toMatchObject({
      id: memberId,
      outOfOffice: absence,
    });
    expect((await portal.mutate("members.ownAbsence.delete", {})).error).toBeUndefined();
    expect((await portal.mutate("members.ownAbsence.delete", {})).error?.data.code).toBe("NOT_FOUND");
    const { events } = await readTraces(tenant, memberId);
    expect(events).toMatchObject([
      { payload: { outOfOffice: absence } },
      { eventType: "member.updated", payload: { outOfOffice: null } },
    ]);
  });

  test("end by themselves, by the organization's day", async () => {
    const tenant = await createTenant(server.services.database);
    const ended = await createMember(tenant, {
      outOfOfficeStartOn: inDays(-9),
      outOfOfficeEndOn: inDays(-2),
      outOfOfficeNote: "Leave",
    });
    const present = await createMember(tenant, { outOfOfficeStartOn: inDays(-9), outOfOfficeEndOn: inDays(2) });
    expect(await endPastAbsences(server.services.database)).toBeGreaterThan(0);
    const { events } = await readTraces(tenant, ended);
    expect(events).toMatchObject([
      { eventType: "member.updated", actor: { type: "system" }, payload: { outOfOffice: null } },
    ]);
    expect((await readTraces(tenant, present)).events).toEqual([]);
    await endPastAbsences(server.services.database);
    expect((await readTraces(tenant, ended)).events).toHaveLength(1);
  });
});

test("a deactivation ends the member's own absence and keeps them in their teams", async () => {
  const { tenant, manager } = await createManagedTenant(server);
  const memberId = await createMember(tenant, { outOfOfficeStartOn: "2026-01-01", outOfOfficeEndOn: "2126-01-01" });
  await manager.portal.mutate("members.transition", { memberId, toStatus: "deactivated", reason: "Retired" });
  const seen = (await openApi(server, tenant.secret).get(`/members/${memberId}`)).body["member"];
  expect(seen).toMatchObject({ status: "deactivated", outOfOffice: null, statusReason: "Retired" });
  await changeRow(tenant, "Member", memberId, { acceptedAt: "2026-01-01T00:00:00.000Z" });
  expect(await statusOf(tenant, memberId)).toBe("deactivated");
});
