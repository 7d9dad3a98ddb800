-- Most tasks have no value: without one, a row has no entry. Takes the place of "Task_organizationId_applicationId_id_idx" (decision 0199).
CREATE INDEX CONCURRENTLY "Task_applicationId_id_given" ON "Task" ("organizationId", "applicationId", id) WHERE "applicationId" IS NOT NULL;
