-- Warnings of deadlines: which were sent, and when the next one is due.
CREATE TABLE "SentDeadlineWarning" (
    "organizationId" TEXT NOT NULL,
    "deadlineId" TEXT NOT NULL,
    "effectiveOn" DATE NOT NULL,
    "days" INTEGER NOT NULL,
    "sentAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SentDeadlineWarning_pkey" PRIMARY KEY ("organizationId","deadlineId","effectiveOn","days")
);
ALTER TABLE "SentDeadlineWarning" ADD CONSTRAINT "SentDeadlineWarning_organizationId_deadlineId_fkey" FOREIGN KEY ("organizationId", "deadlineId") REFERENCES "Deadline"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;
CALL isolate_tenants('SentDeadlineWarning');
GRANT SELECT, INSERT ON "SentDeadlineWarning" TO caseport_application;

ALTER TABLE "Deadline" ADD COLUMN "warnAt" TIMESTAMPTZ(3), ADD COLUMN "tollingNoticedAt" TIMESTAMPTZ(3), ADD COLUMN "unverifiedSince" TIMESTAMPTZ(3);

-- The day of a warning begins at 08:00 in the deadline's time zone. Of the days that were not warned of for the present date, the most come first; a date that moves has none yet.
-- While time verifiably does not run, there is a notice every 30 days instead. Whatever changes a deadline leaves these columns right.
CREATE FUNCTION plan_deadline_warning() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  warned integer;
  next_days integer;
BEGIN
  NEW."unverifiedSince" := CASE
    WHEN NEW."verificationStatus" = 'verified' THEN NULL
    WHEN TG_OP = 'UPDATE' AND OLD."verificationStatus" <> 'verified' THEN OLD."unverifiedSince"
    ELSE now() END;
  IF NEW.status = 'open' AND NEW."isTolled" AND NEW."verificationStatus" = 'verified' THEN
    NEW."tollingNoticedAt" := coalesce(NEW."tollingNoticedAt", now());
    NEW."warnAt" := ((NEW."tollingNoticedAt" AT TIME ZONE NEW."timeZone")::date + 30 + time '08:00') AT TIME ZONE NEW."timeZone";
    RETURN NEW;
  END IF;
  NEW."tollingNoticedAt" := NULL;
  NEW."warnAt" := NULL;
  IF NEW.status = 'open' THEN
    SELECT min(w.days) INTO warned FROM "SentDeadlineWarning" w
      WHERE w."organizationId" = NEW."organizationId" AND w."deadlineId" = NEW.id AND w."effectiveOn" = NEW."effectiveOn";
    SELECT max(d) INTO next_days FROM unnest(NEW."warningDays") d WHERE warned IS NULL OR d < warned;
    NEW."warnAt" := (NEW."effectiveOn" - next_days + time '08:00') AT TIME ZONE NEW."timeZone";
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER plan_warning BEFORE INSERT OR UPDATE OF status, "effectiveOn", "warningDays", "timeZone", "isTolled", "verificationStatus", "warnAt", "tollingNoticedAt" ON "Deadline"
  FOR EACH ROW EXECUTE FUNCTION plan_deadline_warning();
UPDATE "Deadline" SET "unverifiedSince" = "updatedAt" WHERE "verificationStatus" <> 'verified';
UPDATE "Deadline" SET "warnAt" = NULL WHERE status = 'open';

-- What the job that warns looks for across organizations: IDs alone. Deadlines of archived cases rest, and what is over is marked as missed instead.
GRANT SELECT ("warnAt", "timeZone") ON "Deadline" TO caseport_definer;
CREATE FUNCTION list_deadlines_to_warn(at timestamptz, batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT d."organizationId", d.id FROM "Deadline" d
    WHERE d.status = 'open' AND d."warnAt" <= at AND (at AT TIME ZONE d."timeZone")::time >= time '08:00'
      AND (d."dueAt" > at OR (d."isTolled" AND d."verificationStatus" = 'verified'))
      AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = d."organizationId" AND c.id = d."caseId" AND (c."matterStatus" = 'archived' OR c."deletedAt" IS NOT NULL))
    ORDER BY d."warnAt" LIMIT batch;
END $$;
CALL run_as_definer('list_deadlines_to_warn(timestamptz, integer)');

-- How members are notified of deadlines, and the week of the last reminder of what waits for a second person.
ALTER TABLE "NotificationPreference"
  ADD COLUMN "deadlineWarning" TEXT NOT NULL DEFAULT 'email',
  ADD COLUMN "deadlineReminder" TEXT NOT NULL DEFAULT 'email',
  ADD COLUMN "remindedOfDeadlinesFor" DATE;
ALTER TABLE "NotificationPreference" ADD CONSTRAINT "NotificationPreference_deadlines"
  CHECK ("deadlineWarning" = ANY ('{email,portal}'::text[]) AND "deadlineReminder" = ANY ('{email,portal,none}'::text[])) NOT VALID;

ALTER TABLE "DeadlinePolicy" ADD COLUMN "unverifiedReminderDays" INTEGER NOT NULL DEFAULT 14;

-- The members who can verify dates, of organizations where something waits for them, and who were not reminded in this week of their organization. Which of it a member may act on
-- is decided in their organization. @param roles that include the permission deadlines:verify
GRANT SELECT ("deadlineClass", "effectiveOn", "isOpen", "hasPending", "pendingTransition", recalculation, "unverifiedSince") ON "Deadline" TO caseport_definer;
CREATE POLICY definer_reads ON "DeadlinePolicy" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", "requireVerificationOf", "unverifiedReminderDays") ON "DeadlinePolicy" TO caseport_definer;
CREATE FUNCTION list_due_deadline_reminders(at timestamptz, roles text[], batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT m."organizationId", m.id FROM "Organization" o LEFT JOIN "DeadlinePolicy" p ON p."organizationId" = o.id
    JOIN "Member" m ON m."organizationId" = o.id AND m.status = 'active' AND m."userId" IS NOT NULL AND m."isAttorney" AND (m.role = ANY(roles) OR m.permissions @> ARRAY['deadlines:verify'])
    WHERE NOT EXISTS (
        SELECT 1 FROM "NotificationPreference" n WHERE n."organizationId" = o.id AND n."memberId" = m.id
          AND (n."deadlineReminder" = 'none' OR n."remindedOfDeadlinesFor" = date_trunc('week', at AT TIME ZONE o.timezone)::date))
      AND EXISTS (
        SELECT 1 FROM "Deadline" d
        WHERE d."organizationId" = o.id AND d."isOpen"
          AND ((d."verificationStatus" <> 'verified' AND d."deadlineClass" = ANY(coalesce(p."requireVerificationOf", '{limitation,notice}'))
              AND (d."effectiveOn" <= (at AT TIME ZONE o.timezone)::date + 90 OR d."unverifiedSince" <= at - make_interval(days => coalesce(p."unverifiedReminderDays", 14))))
            OR (d."hasPending" AND (d."effectiveOn" <= (at AT TIME ZONE o.timezone)::date + 90
              OR least((d."pendingTransition" ->> 'requestedAt')::timestamptz, (d.recalculation ->> 'at')::timestamptz) <= at - make_interval(days => coalesce(p."unverifiedReminderDays", 14)))))
          AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = o.id AND c.id = d."caseId" AND (c."matterStatus" = 'archived' OR c."deletedAt" IS NOT NULL)))
    ORDER BY m."organizationId", m.id LIMIT batch;
END $$;
CALL run_as_definer('list_due_deadline_reminders(timestamptz, text[], integer)');
