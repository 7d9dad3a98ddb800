-- Most tasks have no value: without one, a row has no entry. Takes the place of "Task_organizationId_parentTaskId_id_idx" (decision 0199).
CREATE INDEX CONCURRENTLY "Task_parentTaskId_id_given" ON "Task" ("organizationId", "parentTaskId", id) WHERE "parentTaskId" IS NOT NULL;
