-- How members are notified of tasks; without a row, as the columns' defaults say. A table of its own: a digest changes no member.
CREATE TABLE "NotificationPreference" (
    "organizationId" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "taskAssigned" TEXT NOT NULL DEFAULT 'email',
    "taskReminder" TEXT NOT NULL DEFAULT 'email',
    "taskDigest" TEXT NOT NULL DEFAULT 'none',
    "digestedOn" DATE,

    CONSTRAINT "NotificationPreference_channels" CHECK ("taskAssigned" = ANY ('{email,portal,none}'::text[]) AND "taskReminder" = ANY ('{email,portal,none}'::text[])),
    CONSTRAINT "NotificationPreference_digest" CHECK ("taskDigest" = ANY ('{daily,none}'::text[])),
    CONSTRAINT "NotificationPreference_pkey" PRIMARY KEY ("organizationId", "memberId")
);
ALTER TABLE "NotificationPreference" ADD CONSTRAINT "NotificationPreference_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
CREATE INDEX "NotificationPreference_daily" ON "NotificationPreference" ("organizationId", "memberId") WHERE "taskDigest" = 'daily';
CALL isolate_tenants('NotificationPreference');
GRANT SELECT, INSERT, UPDATE ON "NotificationPreference" TO caseport_application;

-- When a member was assigned, for the digest of the day after; unknown for the assignments of before.
ALTER TABLE "TaskAssignee" ADD COLUMN "assignedAt" TIMESTAMPTZ(3);
ALTER TABLE "TaskAssignee" ALTER COLUMN "assignedAt" SET DEFAULT CURRENT_TIMESTAMP;

-- Members whose digest of today was not sent, within their organization's working hours.
CREATE POLICY definer_reads ON "NotificationPreference" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ON "NotificationPreference" TO caseport_definer;
CREATE FUNCTION list_due_task_digests(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT p."organizationId", p."memberId" FROM "NotificationPreference" p JOIN "Organization" o ON o.id = p."organizationId"
    WHERE p."taskDigest" = 'daily' AND p."digestedOn" IS DISTINCT FROM (now() AT TIME ZONE o.timezone)::date
      AND to_char(now() AT TIME ZONE o.timezone, 'HH24:MI') >= o."workdayStartsAt" AND to_char(now() AT TIME ZONE o.timezone, 'HH24:MI') < o."workdayEndsAt"
    LIMIT batch;
END $$;
CALL run_as_definer('list_due_task_digests(integer)');
