-- Most tasks have no value: without one, a row has no entry. Takes the place of "Task_organizationId_templateId_id_idx" (decision 0199).
CREATE INDEX CONCURRENTLY "Task_templateId_id_given" ON "Task" ("organizationId", "templateId", id) WHERE "templateId" IS NOT NULL;
