CREATE INDEX CONCURRENTLY "Lead_organizationId_assignedTeamId_id_idx" ON "Lead" ("organizationId", "assignedTeamId", id);
