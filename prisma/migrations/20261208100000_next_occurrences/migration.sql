-- Of a series, the next occurrence: what reports show of it. Occurrences are calculated and never stored; this one is written with each change of the series, and once it is over by a job.
ALTER TABLE "CalendarEvent"
    ADD COLUMN "nextStartAt" TIMESTAMPTZ(3),
    ADD COLUMN "nextStartOn" DATE,
    ADD COLUMN "nextStatus" TEXT,
    ADD COLUMN "nextAttendeesOn" DATE,
    -- In the past: the job also writes those of series that there are already.
    ADD COLUMN "nextUntil" TIMESTAMPTZ(3) NOT NULL DEFAULT '1970-01-01T00:00:00Z';

-- The next occurrence is no change that a reader of the event sees.
DROP TRIGGER touch ON "CalendarEvent";
CREATE TRIGGER touch BEFORE UPDATE ON "CalendarEvent" FOR EACH ROW
  WHEN ((NEW."nextUntil", NEW."nextStartAt", NEW."nextStartOn", NEW."nextStatus", NEW."nextAttendeesOn") IS NOT DISTINCT FROM (OLD."nextUntil", OLD."nextStartAt", OLD."nextStartOn", OLD."nextStatus", OLD."nextAttendeesOn"))
  EXECUTE FUNCTION touch_row();

GRANT SELECT ("nextStartAt", "nextStartOn", "nextStatus", "nextAttendeesOn", "nextUntil") ON "CalendarEvent" TO caseport_reader;
GRANT SELECT ("occurrenceOn") ON "CalendarAttendee" TO caseport_reader;
GRANT SELECT ("isSeries", "nextUntil") ON "CalendarEvent" TO caseport_definer;

-- What the job looks for across organizations: IDs alone.
CREATE FUNCTION list_passed_calendar_series(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT e."organizationId", e.id FROM "CalendarEvent" e
    WHERE e."isSeries" AND e."deletedAt" IS NULL AND e."nextUntil" <= now() ORDER BY e."nextUntil" LIMIT batch;
END $$;
CALL run_as_definer('list_passed_calendar_series(integer)');
