CREATE INDEX CONCURRENTLY "CalendarEvent_organizationId_relatedDeadlineId_idx" ON "CalendarEvent" ("organizationId", "relatedDeadlineId");
