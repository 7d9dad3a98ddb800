-- Most tasks have no value: without one, a row has no entry. Takes the place of "Task_organizationId_seriesId_id_idx" (decision 0199).
CREATE INDEX CONCURRENTLY "Task_seriesId_id_given" ON "Task" ("organizationId", "seriesId", id) WHERE "seriesId" IS NOT NULL;
