-- A daily docket by mail: whose, of how many days, and the day of the last one.
ALTER TABLE "NotificationPreference"
  ADD COLUMN "docket" TEXT NOT NULL DEFAULT 'none',
  ADD COLUMN "docketDays" INTEGER NOT NULL DEFAULT 14,
  ADD COLUMN "docketWhenEmpty" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "docketedOn" DATE,
  ADD COLUMN "docketSentAt" TIMESTAMPTZ(3);
ALTER TABLE "NotificationPreference" ADD CONSTRAINT "NotificationPreference_docket"
  CHECK (docket = ANY ('{none,own,office,organization}'::text[]) AND "docketDays" BETWEEN 1 AND 60) NOT VALID;

-- Members whose docket of today was not sent, from 07:00 of their time zone on.
GRANT SELECT ("organizationId", id, status, "userId", timezone) ON "Member" TO caseport_definer;
CREATE FUNCTION list_due_dockets(at timestamptz, batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT p."organizationId", p."memberId" FROM "NotificationPreference" p JOIN "Organization" o ON o.id = p."organizationId"
    JOIN "Member" m ON m."organizationId" = p."organizationId" AND m.id = p."memberId" AND m.status = 'active' AND m."userId" IS NOT NULL
    WHERE p.docket <> 'none' AND (at AT TIME ZONE coalesce(m.timezone, o.timezone))::time >= time '07:00'
      AND (p."docketedOn" IS NULL OR p."docketedOn" < (at AT TIME ZONE coalesce(m.timezone, o.timezone))::date)
    ORDER BY p."docketedOn" NULLS FIRST, p."organizationId", p."memberId" LIMIT batch;
END $$;
CALL run_as_definer('list_due_dockets(timestamptz, integer)');
