-- Deleted records in lists that include them (deleted-records.ts): few rows, in the order of their change.
CREATE INDEX CONCURRENTLY "Document_deleted" ON "Document" ("organizationId", "updatedAt", id) WHERE "deletedAt" IS NOT NULL;
