-- Three reasons have the names that responses send since this version (src/contract/error-reasons.ts).
ALTER TABLE "RequestLog" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "KeyUsageHour" NO FORCE ROW LEVEL SECURITY;
UPDATE "RequestLog" SET reason = CASE reason WHEN 'validation' THEN 'invalid_input' WHEN 'revision_conflict' THEN 'stale_revision' ELSE 'idempotency_conflict' END
WHERE reason IN ('validation', 'revision_conflict', 'idempotency_key_reused');
UPDATE "KeyUsageHour" SET reason = CASE reason WHEN 'validation' THEN 'invalid_input' WHEN 'revision_conflict' THEN 'stale_revision' ELSE 'idempotency_conflict' END
WHERE reason IN ('validation', 'revision_conflict', 'idempotency_key_reused');
ALTER TABLE "RequestLog" FORCE ROW LEVEL SECURITY;
ALTER TABLE "KeyUsageHour" FORCE ROW LEVEL SECURITY;
