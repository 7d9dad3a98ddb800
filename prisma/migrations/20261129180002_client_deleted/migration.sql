-- Deleted records in lists that include them (deleted-records.ts): few rows, in the order of their change.
CREATE INDEX CONCURRENTLY "Client_deleted" ON "Client" ("organizationId", "updatedAt", id) WHERE "deletedAt" IS NOT NULL;
