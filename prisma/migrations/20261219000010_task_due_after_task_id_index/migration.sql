-- Most tasks have no value: without one, a row has no entry. Takes the place of "Task_organizationId_dueAfterTaskId_idx" (decision 0199).
CREATE INDEX CONCURRENTLY "Task_dueAfterTaskId_given" ON "Task" ("organizationId", "dueAfterTaskId") WHERE "dueAfterTaskId" IS NOT NULL;
