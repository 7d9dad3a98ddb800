-- Most notes have no value: without one, a row has no entry. Takes the place of "Note_organizationId_clientId_id_idx" (decision 0199).
CREATE INDEX CONCURRENTLY "Note_clientId_id_given" ON "Note" ("organizationId", "clientId", id) WHERE "clientId" IS NOT NULL;
