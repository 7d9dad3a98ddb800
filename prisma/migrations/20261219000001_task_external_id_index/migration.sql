-- Most tasks have no value: without one, a row has no entry. Takes the place of "Task_organizationId_externalId_key" (decision 0199).
CREATE UNIQUE INDEX CONCURRENTLY "Task_externalId_given" ON "Task" ("organizationId", "externalId") WHERE "externalId" IS NOT NULL;
