-- Deleted records in lists that include them (deleted-records.ts): few rows, in the order of their change.
CREATE INDEX CONCURRENTLY "Document_case_deleted" ON "Document" ("organizationId", "caseId", "updatedAt", id) WHERE "deletedAt" IS NOT NULL;
