-- Most notes have no value: without one, a row has no entry. Takes the place of "Note_organizationId_leadId_id_idx" (decision 0199).
CREATE INDEX CONCURRENTLY "Note_leadId_id_given" ON "Note" ("organizationId", "leadId", id) WHERE "leadId" IS NOT NULL;
