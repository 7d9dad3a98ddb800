-- Most notes have no value: without one, a row has no entry. Takes the place of "Note_organizationId_contactId_id_idx" (decision 0199).
CREATE INDEX CONCURRENTLY "Note_contactId_id_given" ON "Note" ("organizationId", "contactId", id) WHERE "contactId" IS NOT NULL;
