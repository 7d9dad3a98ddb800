-- The audit log by request, and its security actions by IP address. Request IDs begin with their time, so new entries of the first index
-- are neighbors. Reads and writes of records, which are most entries, are found by IP address in the request log.
CREATE INDEX "AuditEntry_organizationId_requestId_id_idx" ON "AuditEntry" ("organizationId", "requestId", id);
CREATE INDEX "AuditEntry_security_address" ON "AuditEntry" ("organizationId", address, id)
  WHERE entity IN ('integration_key', 'scope_request', 'member', 'user', 'organization', 'audit_trail', 'webhook_subscription');
