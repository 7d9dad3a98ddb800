CREATE INDEX CONCURRENTLY "IntegrationKey_organizationId_nameKey_id_idx" ON "IntegrationKey" ("organizationId", "nameKey", id);
