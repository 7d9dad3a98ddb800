import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRequestId } from "../../platform/database/ids.ts";
import { recordAuditEntry } from "../../rpc/context.ts";
import { runSystemAction } from "../../rpc/unit-of-work.ts";
import { systemPrincipal } from "../../rpc/principal.ts";
import { changeRow, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { observeMails, type SeenMails } from "../../testing/harness/seen-mails.ts";
import { createScheduleRow } from "../reports/fixtures.saved.ts";
import { createManagedTenant, readSlug, signInMember, type SignedInMember } from "../team/fixtures.ts";
import { describeExportMail, type DescribedExport } from "./domain.exports.ts";

let server: TestServer;
let mails: SeenMails;
let tenant: TestTenant;
let manager: SignedInMember;
let other: { tenant: TestTenant; manager: SignedInMember };

beforeAll(async () => {
  server = await startOwnServer({ worker: "none" });
  mails = await observeMails(server);
  ({ tenant, manager } = await createManagedTenant(server));
  other = await createManagedTenant(server);
});
afterAll(async () => {
  await mails.close();
  await server.close(1000);
});

let count = 0;
/**
 * Notifies of an export as its worker does.
 *
 * @returns who was notified, and of what
 */
async function notify(
  described: Partial<DescribedExport>,
  kind: "export.completed" | "export.failed" = "export.completed",
) {
  count += 1;
  const id = `exp_told_${count}`;
  const whole = {
    id,
    fileName: "open-cases-2026-03-14.csv",
    memberId: manager.memberId,
    scheduleId: null,
    dataPermissions: ["cases:read"],
    failure: null,
    ...described,
  };
  await mails.take();
  await runSystemAction(
    {
      database: server.services.database,
      principal: systemPrincipal(tenant.organizationId),
      requestId: createRequestId(),
      clientIp: null,
      action: { name: "exports.test", canRecordEvent: [] },
    },
    async (context) => {
      await describeExportMail(context, whole, kind);
      recordAuditEntry(context, { entity: "export", id }, []);
    },
  );
  const notices = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Notification")
      .selectAll()
      .where("parameters", "@>", JSON.stringify({ exportId: id }) as never)
      .execute(),
  );
  return { to: notices.map(({ memberId }) => memberId).toSorted(), notices, mails: await mails.take() };
}

/** Where the firm writes to a member. */
const readEmail = async ({ memberId }: SignedInMember) =>
  (
    await tenant.inside((transaction) =>
      transaction.selectFrom("Member").select("email").where("id", "=", memberId).executeTakeFirstOrThrow(),
    )
  ).email;

const join = (permissions: string[], values: object = {}) =>
  signInMember(server, tenant, { role: "assistant", permissions, ...values }, { hasSecondFactor: false });

describe("notifications of a finished export", () => {
  test("the requester is notified in the portal and by email", async () => {
    const { notices, mails: sent } = await notify({});
    expect(notices).toMatchObject([
      {
        memberId: manager.memberId,
        kind: "export.completed",
        keyId: null,
        parameters: { fileName: "open-cases-2026-03-14.csv", scheduleName: null },
      },
    ]);
    expect(sent).toMatchObject([
      {
        to: await readEmail(manager),
        subject: "Export ready: open-cases-2026-03-14.csv (Test Firm)",
        path: `/o/${await readSlug(tenant)}/exports`,
      },
    ]);
    const { notifications } = (await manager.portal.query<{ notifications: object[] }>("notifications.list")).data;
    expect(notifications[0]).toMatchObject({
      kind: "export.completed",
      parameters: { fileName: "open-cases-2026-03-14.csv" },
    });
  });

  test("nobody is notified of a key's export, and members only of data they can read", async () => {
    expect(await notify({ memberId: null })).toMatchObject({ to: [], mails: [] });
    expect((await notify({ dataPermissions: ["cases:read", "clients:pii"] })).to).toEqual([]);
    const blind = await join(["reports:export"]);
    expect((await notify({ memberId: blind.memberId })).to).toEqual([]);
    expect((await notify({ memberId: blind.memberId, dataPermissions: [] })).to).toEqual([blind.memberId]);
    const gone = await join(["reports:export", "cases:view"], { status: "deactivated" });
    expect((await notify({ memberId: gone.memberId })).to).toEqual([]);
  });

  test("recipients of a schedule who can download the file are notified", async () => {
    const sees = await join(["reports:export", "cases:view"]);
    const fetchesNothing = await join(["reports:view", "cases:view"]);
    const seesNothing = await join(["reports:export", "clients:view"]);
    const gone = await join(["reports:export", "cases:view"], { status: "deactivated" });
    const recipientIds = [sees, fetchesNothing, seesNothing, gone].map(({ memberId }) => memberId);
    const scheduleId = await createScheduleRow(tenant, "std_x", {
      name: "Monday",
      recipientIds: [...recipientIds, other.manager.memberId],
    });
    const { to, notices } = await notify({ scheduleId });
    expect(to).toEqual([sees.memberId]);
    expect(notices[0]?.parameters).toMatchObject({ scheduleName: "Monday" });
    // Of one that was made for them before the schedule was removed too.
    await changeRow(tenant, "ReportSchedule", scheduleId, { deletedAt: new Date().toISOString() });
    expect((await notify({ scheduleId })).to).toEqual([sees.memberId]);
  });

  test("the owner of a failed scheduled export is notified with the reason, whatever their permissions", async () => {
    const blind = await join([]);
    const scheduleId = await createScheduleRow(tenant, "std_x", { name: "Monday", recipientIds: [manager.memberId] });
    const failed = await notify({ memberId: blind.memberId, scheduleId, failure: "not_allowed" }, "export.failed");
    expect(failed.to).toEqual([blind.memberId]);
    expect(failed.notices[0]?.parameters).toMatchObject({ failure: "not_allowed", scheduleName: "Monday" });
    expect(failed.mails).toMatchObject([
      { to: await readEmail(blind), subject: expect.stringContaining("Export failed") },
    ]);
    expect((await notify({ failure: "unheard of" }, "export.failed")).notices[0]?.parameters).toMatchObject({
      failure: "internal",
    });
    expect((await notify({ memberId: null, failure: "gone" }, "export.failed")).to).toEqual([]);
  });

  test("members and schedules of another organization are ignored", async () => {
    expect((await notify({ memberId: other.manager.memberId })).to).toEqual([]);
    const theirs = await createScheduleRow(other.tenant, "std_x", { recipientIds: [manager.memberId] });
    // Its recipients are not looked up; the requester is notified.
    expect((await notify({ scheduleId: theirs })).notices).toMatchObject([
      { memberId: manager.memberId, parameters: { scheduleName: null } },
    ]);
  });
});
