import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { ids, times } from "../../../contract/examples/example-story.ts";
import { ScheduleInEvent } from "../schema.ts";

export const scheduleInEvent = exampleRecord(ScheduleInEvent, {
  id: "rsc_01kf3mp4v6x8z1b3d5f7h9k1n3",
  reportId: ids.reportId,
  name: "Monday's pipeline",
  format: "xlsx",
  frequency: "weekly",
  weekday: 1,
  hour: 7,
  recipientIds: [ids.managerId],
  nextRunAt: "2026-03-16T11:00:00.000Z",
  ownerMemberId: ids.managerId,
  createdAt: times.stage,
  updatedAt: times.stage,
  revision: 1,
});
