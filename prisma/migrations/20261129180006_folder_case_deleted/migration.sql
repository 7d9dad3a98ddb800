-- Deleted records in lists that include them (deleted-records.ts): few rows, in the order of their change.
CREATE INDEX CONCURRENTLY "Folder_case_deleted" ON "Folder" ("organizationId", "caseId", "updatedAt", id) WHERE "deletedAt" IS NOT NULL;
