-- Most notes have no value: without one, a row has no entry. Takes the place of "Note_organizationId_onBehalfOfAttorneyId_id_idx" (decision 0199).
CREATE INDEX CONCURRENTLY "Note_onBehalfOfAttorneyId_id_given" ON "Note" ("organizationId", "onBehalfOfAttorneyId", id) WHERE "onBehalfOfAttorneyId" IS NOT NULL;
