-- The chains that a changed template would change.
CREATE INDEX CONCURRENTLY "DeadlineChain_organizationId_templateKey_id_idx" ON "DeadlineChain" ("organizationId", "templateKey", id);
