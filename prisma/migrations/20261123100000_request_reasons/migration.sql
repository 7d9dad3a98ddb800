-- Why a request was rejected, where its input was invalid, which request used its idempotency key first, and its rate allowance
-- (src/decisions/0011-request-log.md). The columns come last in the table: record_requests reads into its row type.
ALTER TABLE "RequestLog"
  ADD COLUMN reason text, ADD COLUMN "faultPaths" text[] NOT NULL DEFAULT '{}', ADD COLUMN "originalRequestId" text,
  ADD COLUMN "rateLimit" integer, ADD COLUMN "rateRemaining" integer;
-- Only rejected requests have an entry in these: a success writes no more index entries than before.
CREATE INDEX "RequestLog_reason" ON "RequestLog" ("organizationId", reason, id) WHERE reason IS NOT NULL;
CREATE INDEX "RequestLog_rejected" ON "RequestLog" ("organizationId", id) WHERE status >= 400;
