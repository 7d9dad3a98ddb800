-- Notices of changed deadlines: a row commits with the change, and is deleted by the transaction that writes notifications and mails. So none is lost and none is sent twice, and a bulk job,
-- a chain or a reviewed calendar is one notice for each member.
CREATE TABLE "UnsentDeadlineNotice" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "deadlineId" TEXT NOT NULL,
    "change" TEXT NOT NULL,
    "fromOn" DATE,
    "toOn" DATE,
    "memberIds" TEXT[],
    "undecidingPersons" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "isToDecide" BOOLEAN NOT NULL DEFAULT false,
    "exceptMemberId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "UnsentDeadlineNotice_pkey" PRIMARY KEY ("organizationId","id")
);
CREATE INDEX "UnsentDeadlineNotice_organizationId_deadlineId_idx" ON "UnsentDeadlineNotice"("organizationId", "deadlineId");
ALTER TABLE "UnsentDeadlineNotice" ADD CONSTRAINT "UnsentDeadlineNotice_organizationId_deadlineId_fkey" FOREIGN KEY ("organizationId", "deadlineId") REFERENCES "Deadline"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
CALL isolate_tenants('UnsentDeadlineNotice');
GRANT SELECT, INSERT, DELETE ON "UnsentDeadlineNotice" TO caseport_application;

ALTER TABLE "NotificationPreference" ADD COLUMN "deadlineChange" TEXT NOT NULL DEFAULT 'email';
ALTER TABLE "NotificationPreference" ADD CONSTRAINT "NotificationPreference_deadline_change"
  CHECK ("deadlineChange" = ANY ('{email,portal,daily,none}'::text[])) NOT VALID;

-- Organizations with notices to send: half a minute after the last change, so that what belongs together is sent together, and after five minutes anyway.
CREATE POLICY definer_reads ON "UnsentDeadlineNotice" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", "createdAt") ON "UnsentDeadlineNotice" TO caseport_definer;
CREATE FUNCTION list_due_deadline_notices(at timestamptz, batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT n."organizationId", n."organizationId" FROM "UnsentDeadlineNotice" n
    GROUP BY n."organizationId" HAVING max(n."createdAt") <= at - interval '30 seconds' OR min(n."createdAt") <= at - interval '5 minutes'
    ORDER BY min(n."createdAt") LIMIT batch;
END $$;
CALL run_as_definer('list_due_deadline_notices(timestamptz, integer)');
