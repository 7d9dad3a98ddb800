-- Most tasks have no value: without one, a row has no entry. Takes the place of "Task_organizationId_onBehalfOfAttorneyId_idx" (decision 0199).
CREATE INDEX CONCURRENTLY "Task_onBehalfOfAttorneyId_given" ON "Task" ("organizationId", "onBehalfOfAttorneyId") WHERE "onBehalfOfAttorneyId" IS NOT NULL;
