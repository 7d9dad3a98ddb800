import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeRow, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { callIdentity, createPerson, signIn } from "../../testing/harness/identity.ts";
import { openPortal } from "../../testing/harness/requests/portal-calls.ts";
import { createManagedTenant, createMember, readSlug, type SignedInMember } from "./fixtures.ts";
import type { Member } from "./schema.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.connectOwner();
  ({ tenant, manager } = await createManagedTenant(server));
});
afterAll(() => server.close(1000));

let count = 0;
const invite = (values: object = {}, by = manager) =>
  by.portal.mutate<{ member: Member }>("members.create", {
    firstName: "Ines",
    lastName: "Novak",
    email: `ines.${(count += 1)}@new.example`,
    role: "paralegal",
    ...values,
  });

interface QueuedMail {
  to: string;
  subject: string;
  text: string;
  path: string;
}

/** The mails to this address, in the order in which they were queued, sent or not. */
async function readMails(email: string): Promise<QueuedMail[]> {
  const { rows } = await owner.query<{ data: QueuedMail }>(
    `SELECT data FROM pgboss.job WHERE name = 'mail' AND data->>'to' = $1 ORDER BY created_on, id`,
    [email],
  );
  return rows.map(({ data }) => data);
}

const tokenOf = (mail: QueuedMail | undefined) => new URL(mail?.path ?? "", "http://x").searchParams.get("token") ?? "";
const password = "a long enough password";

async function statusOf(memberId: string) {
  return tenant.inside((transaction) =>
    transaction
      .selectFrom("Member")
      .select(["status", "revision"])
      .where("id", "=", memberId)
      .executeTakeFirstOrThrow(),
  );
}

describe("a person without an account", () => {
  test("receives a link, sets a password, and is a member from the first sign-in", async () => {
    const { member } = (
      await invite({ email: "Ines.Novak@New.example", permissions: ["audit:read"], isAttorney: true, role: "attorney" })
    ).data;
    expect(member).toMatchObject({
      email: "ines.novak@new.example",
      status: "invited",
      role: "attorney",
      isAttorney: true,
      permissions: ["audit:read"],
      hasAccount: true,
      twoFactorEnabled: null,
      revision: 1,
    });
    const [mail] = await readMails(member.email);
    expect(mail).toMatchObject({
      subject: "You have been added to Test Firm",
      text: expect.stringContaining("Margaret Okafor has added you to Test Firm"),
    });
    expect(mail?.text).not.toContain("token");
    // Before: no password opens anything, and nobody is a member by an invitation.
    expect((await callIdentity(server, "/sign-in/email", { email: member.email, password })).status).toBe(401);
    // Of a first password, the address comes back, with which the page signs the person in.
    expect(
      (await callIdentity(server, "/reset-password", { token: tokenOf(mail), newPassword: password })).body,
    ).toEqual({ success: true, email: member.email });
    expect(await statusOf(member.id)).toEqual({ status: "invited", revision: 1 });

    const cookie = await signIn(server, { email: member.email, password, totpSecret: null });
    expect(await statusOf(member.id)).toEqual({ status: "active", revision: 2 });
    expect((await openPortal(server, cookie, await readSlug(tenant)).query("audit.list")).error).toBeUndefined();
    const events = await tenant.inside((transaction) =>
      transaction
        .selectFrom("Event")
        .select(["eventType", "diff", "actor"])
        .where("entityId", "=", member.id)
        .orderBy("number")
        .execute(),
    );
    expect(events).toMatchObject([
      { eventType: "member.invited", diff: {}, actor: { id: manager.memberId } },
      {
        eventType: "member.updated",
        diff: { status: { from: "invited", to: "active" } },
        actor: { type: "member", id: member.id, name: "Ines Novak" },
      },
    ]);
    // The link was for once, and the second sign-in changes nothing more.
    expect(
      (await callIdentity(server, "/reset-password", { token: tokenOf(mail), newPassword: password })).status,
    ).toBe(400);
    await signIn(server, { email: member.email, password, totpSecret: null });
    expect(await statusOf(member.id)).toEqual({ status: "active", revision: 2 });
  });

  test("the link is valid for seven days and stored as a digest", async () => {
    const { member } = (await invite()).data;
    const [mail] = await readMails(member.email);
    const user = await owner.query(`SELECT "userId" FROM "Member" WHERE id = $1`, [member.id]);
    const { rows } = await owner.query(
      `SELECT identifier, extract(epoch FROM "expiresAt" - now())::float AS seconds FROM "Verification" WHERE value = $1`,
      [user.rows[0].userId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].identifier).not.toContain(tokenOf(mail));
    expect(rows[0].seconds / 86_400).toBeCloseTo(7, 2);
    await owner.query(`UPDATE "Verification" SET "expiresAt" = now() - interval '1 second' WHERE value = $1`, [
      user.rows[0].userId,
    ]);
    expect(
      (await callIdentity(server, "/reset-password", { token: tokenOf(mail), newPassword: password })).status,
    ).toBe(400);
  });

  test("is sent the invitation again, at most once in ten minutes", async () => {
    const email = "again@new.example";
    const { member } = (await invite({ email })).data;
    expect((await invite({ email })).error).toMatchObject({
      data: {
        code: "DUPLICATE_ENTRY",
        faults: [{ path: "email", message: "was invited already; send the invitation again" }],
      },
    });
    const resend = (expectedRevision?: number) =>
      manager.portal.mutate<{ member: Member }>("members.resendInvitation", { memberId: member.id, expectedRevision });
    expect((await resend()).error?.data.code).toBe("RATE_LIMITED");
    // As with If-Match: a stale revision is reported before the limit.
    expect((await resend(member.revision + 1)).error?.data.code).toBe("STALE_REVISION");
    await owner.query(`UPDATE "Member" SET "invitedAt" = "invitedAt" - interval '10 minutes' WHERE id = $1`, [
      member.id,
    ]);
    expect((await resend()).data.member).toMatchObject({ id: member.id, status: "invited", revision: 2 });
    expect((await resend()).error?.data.code).toBe("RATE_LIMITED");
    const mails = await readMails(email);
    expect(mails).toHaveLength(2);
    // The first link goes on: somebody may just be using it.
    for (const mail of mails)
      expect(
        (await callIdentity(server, "/reset-password", { token: tokenOf(mail), newPassword: password })).status,
      ).toBe(200);
    await signIn(server, { email, password, totpSecret: null });
    expect((await resend()).error?.data.code).toBe("INVALID_STATE_TRANSITION");
  });

  test("is sent to an active member without an account, who stays active", async () => {
    const email = "listed@new.example";
    const memberId = await createMember(tenant, { email, isAttorney: true });
    const send = () => manager.portal.mutate<{ member: Member }>("members.resendInvitation", { memberId });
    expect((await send()).data.member).toMatchObject({ status: "active", hasAccount: true, revision: 2 });
    expect((await send()).error?.data.code).toBe("INVALID_STATE_TRANSITION");
    const [mail] = await readMails(email);
    await callIdentity(server, "/reset-password", { token: tokenOf(mail), newPassword: password });
    const cookie = await signIn(server, { email, password, totpSecret: null });
    expect((await openPortal(server, cookie, await readSlug(tenant)).query("members.list")).error).toBeUndefined();
  });

  test("concurrent invitations create one member and one person", async () => {
    const email = "twice@new.example";
    const replies = await Promise.all(Array.from({ length: 4 }, () => invite({ email })));
    expect(replies.map(({ error }) => error?.data.code ?? "done").toSorted()).toEqual([
      "DUPLICATE_ENTRY",
      "DUPLICATE_ENTRY",
      "DUPLICATE_ENTRY",
      "done",
    ]);
    expect((await owner.query(`SELECT FROM "Member" WHERE email = $1`, [email])).rowCount).toBe(1);
    expect((await owner.query(`SELECT FROM "User" WHERE email = $1`, [email])).rowCount).toBe(1);
  });

  test("concurrent invitations by two firms create one person, who chooses which firm to join", async () => {
    const email = "both@new.example";
    const other = await createManagedTenant(server);
    const replies = await Promise.all([invite({ email }), invite({ email }, other.manager)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await owner.query(`SELECT FROM "User" WHERE email = $1`, [email])).rowCount).toBe(1);
    const [mail] = await readMails(email);
    await callIdentity(server, "/reset-password", { token: tokenOf(mail), newPassword: password });
    const cookie = await signIn(server, { email, password, totpSecret: null });
    for (const each of [tenant, other.tenant]) {
      const portal = openPortal(server, cookie, await readSlug(each));
      expect((await portal.query("members.list")).error?.data.code).toBe("NOT_FOUND");
      expect((await portal.mutate("account.acceptInvitation", { organizationId: each.organizationId })).status).toBe(
        200,
      );
      expect((await portal.query("members.list")).error).toBeUndefined();
    }
  });

  test("a withdrawn invitation gives no access, and a renewed one sends a link again", async () => {
    const { member } = (await invite()).data;
    await manager.portal.mutate("members.transition", {
      toStatus: "deactivated",
      memberId: member.id,
      expectedRevision: 1,
    });
    const [mail] = await readMails(member.email);
    await callIdentity(server, "/reset-password", { token: tokenOf(mail), newPassword: password });
    const cookie = await signIn(server, { email: member.email, password, totpSecret: null });
    expect((await openPortal(server, cookie, await readSlug(tenant)).query("members.list")).error?.data.code).toBe(
      "NOT_FOUND",
    );
    expect(await statusOf(member.id)).toMatchObject({ status: "deactivated" });

    const other = (await invite()).data.member;
    await manager.portal.mutate("members.transition", {
      toStatus: "deactivated",
      memberId: other.id,
      expectedRevision: 1,
    });
    const renewed = await manager.portal.mutate("members.transition", {
      toStatus: "active",
      memberId: other.id,
      expectedRevision: 2,
    });
    expect(renewed.data).toMatchObject({ member: { status: "invited", deactivatedAt: null } });
    expect(await readMails(other.email)).toHaveLength(2);
  });
});

describe("a person with an account and no membership", () => {
  test("keeps the account, gets an email without a password link, and is a member from the next sign-in", async () => {
    const person = await createPerson(server, { name: "Paul Otherwise" });
    const { member } = (await invite({ email: person.email })).data;
    const [mail] = await readMails(person.email);
    expect(mail).toMatchObject({ path: "/sign-in", text: expect.stringContaining("You already have an account") });
    expect(await owner.query(`SELECT name FROM "User" WHERE id = $1`, [person.userId])).toMatchObject({
      rows: [{ name: "Paul Otherwise" }],
    });
    // The password alone is not a sign-in.
    await callIdentity(server, "/sign-in/email", { email: person.email, password: person.password });
    expect(await statusOf(member.id)).toMatchObject({ status: "invited" });
    const cookie = await signIn(server, person);
    expect(await statusOf(member.id)).toMatchObject({ status: "active" });
    expect((await openPortal(server, cookie, await readSlug(tenant)).query("members.list")).error).toBeUndefined();
  });
});

describe("an invitation is rejected", () => {
  test.each([
    ["a member", {}, "is already a member"],
    ["a member in other letters", { email: "Known@Firm.example" }, "is already a member"],
    [
      "a deactivated member",
      { status: "deactivated", email: "former@firm.example" },
      "is a deactivated member. Reactivate the member instead",
    ],
  ])("for %s, at the field", async (_, values, message) => {
    const email = ("email" in values ? values.email : undefined) ?? `known.${(count += 1)}@firm.example`;
    await createMember(tenant, { ...values, email });
    const reply = await invite({ email: email.toLowerCase() });
    expect(reply.error).toMatchObject({ data: { code: "DUPLICATE_ENTRY", faults: [{ path: "email", message }] } });
    expect(await readMails(email.toLowerCase())).toEqual([]);
  });

  test("for the account of a member with another email address", async () => {
    const person = await createPerson(server);
    const memberId = await createMember(tenant);
    await changeRow(tenant, "Member", memberId, { userId: person.userId });
    expect((await invite({ email: person.email })).error?.data).toMatchObject({
      code: "DUPLICATE_ENTRY",
      faults: [{ path: "email" }],
    });
    await createMember(tenant, { email: person.email, status: "invited" });
    expect((await invite({ email: person.email })).error?.data).toMatchObject({
      code: "DUPLICATE_ENTRY",
      faults: [{ path: "email" }],
    });
  });

  test.each([
    [{ firstName: " " }, "firstName"],
    [{ firstName: "a\u202eb" }, "firstName"],
    [{ lastName: "x\r\nBcc: y" }, "lastName"],
    [{ email: "nobody" }, "email"],
    [{ email: "a@b.example\r\nBcc: c@d.example" }, "email"],
    [{ role: "god" }, "role"],
    [{ permissions: ["x"] }, "permissions.0"],
    [{ status: "active" }, ""],
  ])("for %j", async (values, path) => {
    const { error } = await invite(values);
    expect(error?.data.code).toBe("VALIDATION_FAILED");
    expect(error?.data.faults.map((fault) => fault.path)).toEqual([path]);
  });

  test("to an organization the caller does not belong to", async () => {
    const other = await createTenant(server.services.database);
    const reply = await openPortal(server, manager.cookie, await readSlug(other)).mutate("members.create", {
      firstName: "A",
      lastName: "B",
      email: "a@b.example",
      role: "billing",
    });
    expect(reply.error?.data.code).toBe("NOT_FOUND");
  });
});
