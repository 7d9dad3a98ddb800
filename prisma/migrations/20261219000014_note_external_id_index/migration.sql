-- Most notes have no value: without one, a row has no entry. Takes the place of "Note_organizationId_externalId_key" (decision 0199).
CREATE UNIQUE INDEX CONCURRENTLY "Note_externalId_given" ON "Note" ("organizationId", "externalId") WHERE "externalId" IS NOT NULL;
