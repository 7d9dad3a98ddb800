-- A note that a key writes has no author: without one, a row has no entry. Takes the place of "Note_author" (decision 0199).
CREATE INDEX CONCURRENTLY "Note_authorId_given" ON "Note" ("organizationId", "authorId", id) WHERE "authorId" IS NOT NULL;
