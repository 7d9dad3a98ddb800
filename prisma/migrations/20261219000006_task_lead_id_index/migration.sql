-- Most tasks have no value: without one, a row has no entry. Takes the place of "Task_organizationId_leadId_id_idx" (decision 0199).
CREATE INDEX CONCURRENTLY "Task_leadId_id_given" ON "Task" ("organizationId", "leadId", id) WHERE "leadId" IS NOT NULL;
