-- Warnings count to actByOn, the last day on which one can act, and not to effectiveOn: due on a Sunday, they came on Thursday and on Saturday. Limitations, dates of courts and notices
-- are warned of on the last open day before it, too.
ALTER TABLE "Deadline" ADD COLUMN "courtDayBeforeOn" DATE;

-- As before, but for the days. SentDeadlineWarning keeps its key: what was sent for the date that counts is not sent again, and fewer days than those are still ahead.
CREATE OR REPLACE FUNCTION plan_deadline_warning() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  warned integer;
  next_days integer;
  court_days integer[] := '{}';
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
    IF NEW."deadlineClass" IN ('limitation', 'court', 'notice') AND NEW."courtDayBeforeOn" IS NOT NULL THEN
      court_days := ARRAY[NEW."actByOn" - NEW."courtDayBeforeOn"];
    END IF;
    SELECT min(w.days) INTO warned FROM "SentDeadlineWarning" w
      WHERE w."organizationId" = NEW."organizationId" AND w."deadlineId" = NEW.id AND w."effectiveOn" = NEW."effectiveOn";
    SELECT max(d) INTO next_days FROM unnest(NEW."warningDays" || court_days) d WHERE warned IS NULL OR d < warned;
    NEW."warnAt" := (NEW."actByOn" - next_days + time '08:00') AT TIME ZONE NEW."timeZone";
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER plan_warning ON "Deadline";
CREATE TRIGGER plan_warning BEFORE INSERT OR UPDATE OF status, "effectiveOn", "actByOn", "courtDayBeforeOn", "warningDays", "timeZone", "isTolled", "verificationStatus", "warnAt", "tollingNoticedAt" ON "Deadline"
  FOR EACH ROW EXECUTE FUNCTION plan_deadline_warning();
UPDATE "Deadline" SET "warnAt" = NULL WHERE status = 'open' AND "actByOn" <> "effectiveOn";

GRANT SELECT ("courtDayBeforeOn") ON "Deadline" TO caseport_definer;
CREATE FUNCTION list_due_deadline_warnings(at timestamptz, batch integer)
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
CALL run_as_definer('list_due_deadline_warnings(timestamptz, integer)');

-- Servers of the version before call this one while both run. They count to effectiveOn: a warning that is due only by the other count they would take for the notice that time does not run.
-- They get that notice alone; the warnings are sent by the first server of this version, within the hour.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION list_deadlines_to_warn(at timestamptz, batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT d."organizationId", d.id FROM "Deadline" d
    WHERE d.status = 'open' AND d."warnAt" <= at AND (at AT TIME ZONE d."timeZone")::time >= time '08:00' AND d."isTolled" AND d."verificationStatus" = 'verified'
      AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = d."organizationId" AND c.id = d."caseId" AND (c."matterStatus" = 'archived' OR c."deletedAt" IS NOT NULL))
    ORDER BY d."warnAt" LIMIT batch;
END $$;
REVOKE caseport_definer FROM CURRENT_USER;

-- Open deadlines of before, whose court day before a job has to find: the calendar is not SQL.
CREATE FUNCTION list_deadlines_without_court_day(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT d."organizationId", d.id FROM "Deadline" d
    WHERE d.status = 'open' AND d."courtDayBeforeOn" IS NULL AND d."deadlineClass" IN ('limitation', 'court', 'notice')
      AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = d."organizationId" AND c.id = d."caseId" AND (c."matterStatus" = 'archived' OR c."deletedAt" IS NOT NULL))
    ORDER BY d."effectiveOn" LIMIT batch;
END $$;
CALL run_as_definer('list_deadlines_without_court_day(integer)');
