-- The open tasks of a member, by due day.
CREATE INDEX CONCURRENTLY "TaskAssignee_open" ON "TaskAssignee" ("organizationId", "memberId", "openDueDay", "taskId") WHERE "openDueDay" IS NOT NULL;
