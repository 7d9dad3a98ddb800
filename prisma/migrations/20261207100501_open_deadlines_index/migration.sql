-- Alone: an index that is built while others write cannot be built in a transaction.
CREATE INDEX CONCURRENTLY "DeadlineAssignee_open" ON "DeadlineAssignee" ("organizationId", "memberId", "openOn", "deadlineId") WHERE "openOn" IS NOT NULL;
