-- Most tasks have no value: without one, a row has no entry. Takes the place of "Task_organizationId_seriesId_occurrenceNumber_key" (decision 0199).
CREATE UNIQUE INDEX CONCURRENTLY "Task_seriesId_occurrenceNumber_given" ON "Task" ("organizationId", "seriesId", "occurrenceNumber") WHERE "seriesId" IS NOT NULL;
