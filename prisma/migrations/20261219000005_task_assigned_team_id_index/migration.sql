-- Most tasks have no value: without one, a row has no entry. Takes the place of "Task_organizationId_assignedTeamId_id_idx" (decision 0199).
CREATE INDEX CONCURRENTLY "Task_assignedTeamId_id_given" ON "Task" ("organizationId", "assignedTeamId", id) WHERE "assignedTeamId" IS NOT NULL;
