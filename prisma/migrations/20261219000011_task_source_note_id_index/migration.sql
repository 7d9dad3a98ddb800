-- Most tasks have no value: without one, a row has no entry. Takes the place of "Task_organizationId_sourceNoteId_idx" (decision 0199).
CREATE INDEX CONCURRENTLY "Task_sourceNoteId_given" ON "Task" ("organizationId", "sourceNoteId") WHERE "sourceNoteId" IS NOT NULL;
