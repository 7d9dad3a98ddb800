import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { observeMails, type SeenMails } from "../../../testing/harness/seen-mails.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createEvent } from "../../calendar/fixtures.ts";
import { createDeadline } from "../../deadlines/fixtures.ts";
import { createOffice } from "../../organization/offices/fixtures.ts";
import { createMember, signInMember, type SignedInMember } from "../../team/fixtures.ts";
import { sendDockets } from "./domain.ts";

let server: TestServer;
let mails: SeenMails;
let tenant: TestTenant;
let member: SignedInMember;

beforeAll(async () => {
  server = await startOwnServer();
  mails = await observeMails(server);
});
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  readBody(await openApi(server, tenant.secret).change("PATCH", "/organization", { timezone: "America/New_York" }));
  member = await signInMember(server, tenant, { role: "paralegal", lastName: "Vogt" });
});
afterAll(async () => {
  await mails.close();
  await server.close(1000);
});

const choose = (preferences: object, by = member) => by.portal.mutate("notifications.setPreferences", preferences);

/** By two workers at once. */
async function run(at: string): Promise<{ to: string; subject: string; text: string; path: string }[]> {
  await mails.take();
  await Promise.all([sendDockets(server.services.database, at), sendDockets(server.services.database, at)]);
  const { slug } = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Organization")
      .select("slug")
      .where("id", "=", tenant.organizationId)
      .executeTakeFirstOrThrow(),
  );
  // Members of the tenants of other tests have dockets, too.
  return (await mails.take())
    .filter(({ path }) => path?.startsWith(`/o/${slug}/`))
    .map(({ to, subject, text, path }) => ({ to, subject, text, path: path ?? "" }));
}

async function assign(values: Parameters<typeof createDeadline>[1], memberId = member.memberId): Promise<string> {
  const { deadlineId, caseId } = await createDeadline(tenant, { title: "Sensitive title", ...values });
  await tenant.inside((transaction) =>
    transaction
      .insertInto("DeadlineAssignee")
      .values({ organizationId: tenant.organizationId, deadlineId, memberId })
      .execute(),
  );
  return (
    await tenant.inside((transaction) =>
      transaction.selectFrom("Case").select("sequenceId").where("id", "=", caseId).executeTakeFirstOrThrow(),
    )
  ).sequenceId;
}

/** Monday, 2126-03-04, 07:00 in New York is 12:00 UTC. */
const monday = "2126-03-04T12:00:00.000Z";

test("a docket has what is overdue, then each day with deadlines and court dates, marked, without titles and names, once a day by several workers", async () => {
  const [late, sunday, proposed] = [
    await assign({ dueOn: "2020-03-02", status: "missed", type: "answer_due" }),
    await assign({ dueOn: "2126-03-10", actByOn: "2126-03-08", verificationStatus: "verified" }),
    await assign({
      dueOn: "2126-03-08",
      dueTime: "10:00",
      recalculation: {
        proposedOn: "2126-03-15",
        triggerOn: "2126-03-01",
        causedBy: { type: "system", id: "system", name: "Caseport" },
        persons: [],
        at: monday,
      },
    }),
  ];
  await assign({ dueOn: "2126-04-30" });
  const { caseId } = await createCase(tenant);
  const at = {
    startAt: "2126-03-05T14:30:00Z",
    endAt: "2126-03-05T15:30:00Z",
    startOn: "2126-03-05",
    endOn: "2126-03-05",
    caseId,
    organizerMemberId: member.memberId,
  };
  for (const values of [
    { title: "Sensitive hearing" },
    { visibility: "private", title: "Sensitive" },
    { type: "client_meeting", title: "Sensitive" },
  ]) {
    const { eventId } = await createEvent(tenant, { ...at, ...values });
    await tenant.inside((transaction) =>
      transaction
        .updateTable("CalendarAttendee")
        .set({ memberId: member.memberId })
        .where("eventId", "=", eventId)
        .execute(),
    );
  }
  expect((await choose({ docket: "own" })).status).toBe(200);
  expect(await run("2126-03-04T11:59:00.000Z")).toEqual([]);
  const [mail, ...others] = await run(monday);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Your docket: 1 overdue, 2 deadlines, 2 court dates through Sun, Mar 17 (Test Firm)");
  const sections = mail?.text.split("\n\n") ?? [];
  expect(sections.slice(0, 3)).toEqual([
    `OVERDUE\n- Answer due, case ${late}; missed: Mon, Mar 2; not verified`,
    expect.stringMatching(
      /^Tuesday, March 5\n- 9:30 AM: (Hearing|Private event), case \d{4}-\w+\n- 9:30 AM: (Hearing|Private event), case \d{4}-\w+$/,
    ),
    `Friday, March 8\n- Discovery response, case ${sunday}; due Sun, Mar 10\n- Discovery response, case ${proposed}; due Fri, Mar 8, 10:00 AM (America/New_York); not verified; a later date is proposed: Fri, Mar 15`,
  ]);
  expect(JSON.stringify(mail)).not.toMatch(/Sensitive|Rosa|Diaz|Vogt|interrogatories/);
  expect([await run(monday), await run("2126-03-04T23:00:00.000Z")]).toEqual([[], []]);
  expect(await run("2126-03-05T12:00:00.000Z")).toHaveLength(1);
});

test("at 07:00 of the member's own time zone, on both sides of a change of the clocks; not on a closed day", async () => {
  await changeRow(tenant, "Member", member.memberId, { timezone: "America/Los_Angeles" });
  await choose({ docket: "own", docketWhenEmpty: true });
  // Clocks change on Sunday, 2126-03-10: 07:00 is 15:00 UTC before and 14:00 UTC after it.
  expect([(await run("2126-03-08T14:59:00Z")).length, (await run("2126-03-08T15:00:00Z")).length]).toEqual([0, 1]);
  expect(await run("2126-03-09T16:00:00Z")).toEqual([]);
  expect([(await run("2126-03-11T13:59:00Z")).length, (await run("2126-03-11T14:00:00Z")).length]).toEqual([0, 1]);
});

test("a docket with nothing in it is sent only where it is wanted", async () => {
  await choose({ docket: "own" });
  expect(await run(monday)).toEqual([]);
  await choose({ docketWhenEmpty: true, docketDays: 7 });
  expect(await run(monday)).toEqual([]);
  const [mail] = await run("2126-03-05T12:00:00.000Z");
  expect([mail?.subject, mail?.text.split("\n\n")[0]]).toEqual([
    "Your docket: nothing due through Mon, Mar 11 (Test Firm)",
    "Nothing is due through Monday, March 11.",
  ]);
});

test("of an office and of the firm, with permission to view deadlines and events; without it any more, the member's own", async () => {
  const officeId = await createOffice(tenant);
  const [inOffice, outside] = [await createMember(tenant, { officeId }), await createMember(tenant, {})];
  await changeRow(tenant, "Member", member.memberId, { officeId });
  const [own, theirs, others] = [
    await assign({ dueOn: "2126-03-05" }),
    await assign({ dueOn: "2126-03-06" }, inOffice),
    await assign({ dueOn: "2126-03-07" }, outside),
  ];
  const casesOf = async (at: string) =>
    (await run(at)).flatMap(({ text }) => [...text.matchAll(/case (\S+?);/g)].map(([, number]) => number));
  await choose({ docket: "office" });
  expect(await casesOf(monday)).toEqual([own, theirs]);
  await choose({ docket: "organization" });
  expect(await casesOf("2126-03-05T12:00:00.000Z")).toEqual([own, theirs, others]);
  await changeRow(tenant, "Member", member.memberId, { role: "investigator" });
  expect(await casesOf("2126-03-06T12:00:00.000Z")).toEqual([own]);
  const investigator = await signInMember(server, tenant, { role: "investigator" });
  expect((await choose({ docket: "organization" }, investigator)).error?.data.code).toBe("FORBIDDEN");
  expect((await choose({ docket: "own" }, investigator)).status).toBe(200);
});

test("who chose changes daily gets them with the docket, those since the last one", async () => {
  await choose({ docket: "own", deadlineChange: "daily" });
  const { organizationId } = tenant;
  const change = {
    deadlineId: "ddl_1",
    typeName: "Answer due",
    caseNumber: "2126-000001",
    isVerified: true,
    change: "moved",
    fromOn: "2126-03-12",
    toOn: "2126-03-14",
    actByOn: null,
  };
  const notify = (id: string, createdAt: string) =>
    tenant.inside((transaction) =>
      transaction
        .insertInto("Notification")
        .values({
          organizationId,
          id,
          memberId: member.memberId,
          kind: "deadline.changed",
          createdAt,
          parameters: JSON.stringify({
            dateCount: 1,
            caseCount: 1,
            caseNumber: "2126-000001",
            change: "moved",
            deadlines: [change],
          }),
        })
        .execute(),
    );
  await notify("not_1", "2126-03-03T20:00:00Z");
  const [mail] = await run(monday);
  expect(mail?.text).toContain(
    "CHANGED SINCE THE LAST DOCKET\n- Answer due: moved from Mar 12, 2126 to Mar 14, 2126 (case 2126-000001)",
  );
  expect(await run("2126-03-05T12:00:00.000Z")).toEqual([]);
});
