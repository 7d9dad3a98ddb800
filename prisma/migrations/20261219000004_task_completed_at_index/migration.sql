-- Most tasks have no value: without one, a row has no entry. Takes the place of "Task_organizationId_completedAt_id_idx" (decision 0199).
CREATE INDEX CONCURRENTLY "Task_completedAt_id_given" ON "Task" ("organizationId", "completedAt", id) WHERE "completedAt" IS NOT NULL;
