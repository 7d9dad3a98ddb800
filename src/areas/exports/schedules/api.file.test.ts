import { afterAll, beforeAll, expect, test } from "vitest";
import { createCase } from "../../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createManagedTenant, signInMember } from "../../team/fixtures.ts";
import { runDueSchedules } from "./domain.ts";
import { createScheduleRow } from "../../reports/fixtures.saved.ts";
import { createReport } from "../../reports/fixtures.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startOwnServer({ worker: "inside" });
});
afterAll(() => server.close(1000));

interface NotificationList {
  notifications: { kind: string; parameters: { exportId: string; scheduleName: string } }[];
}

test("a due schedule creates a file that its recipients are notified of, see and download", async () => {
  const { tenant, manager } = await createManagedTenant(server);
  const recipient = await signInMember(server, tenant, { role: "billing" });
  await createCase(tenant, { sequenceId: "2026-000041" });
  const reportId = await createReport(tenant);
  const nextRunAt = new Date(Date.now() - 60_000).toISOString();
  await createScheduleRow(tenant, reportId, {
    name: "Monday",
    ownerMemberId: manager.memberId,
    recipientIds: [recipient.memberId],
    nextRunAt,
  });
  await runDueSchedules(server.services.database);
  const list = async () => (await recipient.portal.query<NotificationList>("notifications.list")).data.notifications;
  await expect.poll(async () => (await list()).length).toBe(1);
  const [notice] = await list();
  expect(notice).toMatchObject({ kind: "export.completed", parameters: { scheduleName: "Monday" } });
  const { exports } = (await recipient.portal.query<{ exports: object[] }>("exports.list")).data;
  expect(exports).toMatchObject([
    { id: notice?.parameters.exportId, status: "completed", rowCount: 1, requestedBy: { id: manager.memberId } },
  ]);
  const offered = await recipient.portal.query<{ export: { downloadUrl: string } }>("exports.download", {
    exportId: notice?.parameters.exportId,
  });
  const { pathname, search } = new URL(offered.data.export.downloadUrl);
  expect(await (await fetch(`${server.baseUrl}${pathname}${search}`)).text()).toContain("2026-000041");
  // Who owns the schedule is not a recipient of it.
  expect((await manager.portal.query<NotificationList>("notifications.list")).data.notifications).toEqual([]);
});
