CREATE INDEX CONCURRENTLY "Member_organizationId_officeId_idx" ON "Member" ("organizationId", "officeId");
