CREATE UNIQUE INDEX CONCURRENTLY "Member_organizationId_externalId_key" ON "Member" ("organizationId", "externalId");
