-- An event about a deadline of its case.
ALTER TABLE "CalendarEvent" ADD COLUMN "relatedDeadlineId" TEXT;
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_organizationId_relatedDeadlineId_fkey" FOREIGN KEY ("organizationId", "relatedDeadlineId")
  REFERENCES "Deadline" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_related" CHECK (num_nonnulls("relatedTaskId", "relatedDeadlineId") <= 1) NOT VALID;
