-- Occurrences of series in a rolling window: calendars are read by an index instead of by expanding the rules of all series at each read.
CREATE TABLE "CalendarOccurrence" (
  "organizationId" text NOT NULL,
  "eventId"        text NOT NULL,
  "occurrenceOn"   date NOT NULL,
  "startAt"        timestamptz(3) NOT NULL,
  "endAt"          timestamptz(3) NOT NULL,
  "startOn"        date NOT NULL,
  "endOn"          date NOT NULL,
  status           text,
  -- Longer than any single day: few, and looked for from further back.
  "isLong"         boolean NOT NULL GENERATED ALWAYS AS ("endAt" - "startAt" > interval '25 hours') STORED,
  CONSTRAINT "CalendarOccurrence_pkey" PRIMARY KEY ("organizationId", "eventId", "occurrenceOn"),
  CONSTRAINT "CalendarOccurrence_organizationId_eventId_fkey" FOREIGN KEY ("organizationId", "eventId")
    REFERENCES "CalendarEvent" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "CalendarOccurrence_start" ON "CalendarOccurrence" ("organizationId", "startAt", "eventId", "occurrenceOn");
CREATE INDEX "CalendarOccurrence_event_start" ON "CalendarOccurrence" ("organizationId", "eventId", "startAt", "occurrenceOn");
CREATE INDEX "CalendarOccurrence_long" ON "CalendarOccurrence" ("organizationId", "startAt", "eventId", "occurrenceOn") WHERE "isLong";
CREATE INDEX "CalendarOccurrence_status" ON "CalendarOccurrence" ("organizationId", status, "startAt", "eventId", "occurrenceOn") WHERE status IS NOT NULL;
CALL isolate_tenants('CalendarOccurrence');
GRANT SELECT, INSERT, UPDATE, DELETE ON "CalendarOccurrence" TO caseport_application;

-- Which days of its rule a series has there: of those that there are already none, so that reads compute them until the job has written them.
ALTER TABLE "CalendarEvent"
    ADD COLUMN "placedFromOn" DATE NOT NULL DEFAULT '9999-12-31',
    ADD COLUMN "placedThroughOn" DATE NOT NULL DEFAULT '0001-01-01',
    -- In the past: the job writes these.
    ADD COLUMN "placeAt" TIMESTAMPTZ(3) NOT NULL DEFAULT '1970-01-01T00:00:00Z';

-- What is stored of a series is no change that a reader of the event sees.
CREATE OR REPLACE TRIGGER touch BEFORE UPDATE ON "CalendarEvent" FOR EACH ROW
  WHEN ((NEW."nextUntil", NEW."nextStartAt", NEW."nextStartOn", NEW."nextStatus", NEW."nextAttendeesOn", NEW."placedFromOn", NEW."placedThroughOn", NEW."placeAt")
    IS NOT DISTINCT FROM (OLD."nextUntil", OLD."nextStartAt", OLD."nextStartOn", OLD."nextStatus", OLD."nextAttendeesOn", OLD."placedFromOn", OLD."placedThroughOn", OLD."placeAt"))
  EXECUTE FUNCTION touch_row();

-- Whoever changes the times of a series, also a server of the version before, or deletes it: what is stored of it is not true any more.
CREATE FUNCTION forget_occurrences() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "CalendarOccurrence" o WHERE o."organizationId" = NEW."organizationId" AND o."eventId" = NEW.id;
  NEW."placedFromOn" := '9999-12-31';
  NEW."placedThroughOn" := '0001-01-01';
  NEW."placeAt" := '1970-01-01T00:00:00Z';
  RETURN NEW;
END $$;
-- By its name after "touch", which looks at what the statement itself changed.
CREATE TRIGGER untrue_occurrences BEFORE UPDATE ON "CalendarEvent" FOR EACH ROW
  WHEN (OLD.rule IS NOT NULL AND (NEW.rule, NEW."allDay", NEW."startAt", NEW."endAt", NEW."startOn", NEW."endOn", NEW."timeZone", NEW."deletedAt")
    IS DISTINCT FROM (OLD.rule, OLD."allDay", OLD."startAt", OLD."endAt", OLD."startOn", OLD."endOn", OLD."timeZone", OLD."deletedAt"))
  EXECUTE FUNCTION forget_occurrences();

-- An exception changes its occurrence. One that was moved is stored whatever its day is, once anything of its series is.
CREATE FUNCTION write_exception_to_occurrence() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  through date;
BEGIN
  UPDATE "CalendarOccurrence" o
    SET "startAt" = coalesce(NEW."startAt", o."startAt"), "endAt" = coalesce(NEW."endAt", o."endAt"), "startOn" = coalesce(NEW."startOn", o."startOn"),
      "endOn" = coalesce(NEW."endOn", o."endOn"), status = CASE WHEN NEW."isCancelled" THEN 'cancelled' ELSE NEW.status END
    WHERE o."organizationId" = NEW."organizationId" AND o."eventId" = NEW."eventId" AND o."occurrenceOn" = NEW."occurrenceOn";
  IF FOUND OR NEW."startAt" IS NULL THEN
    RETURN NULL;
  END IF;
  SELECT e."placedThroughOn" INTO through FROM "CalendarEvent" e WHERE e."organizationId" = NEW."organizationId" AND e.id = NEW."eventId";
  IF through > '0001-01-01' THEN
    INSERT INTO "CalendarOccurrence" ("organizationId", "eventId", "occurrenceOn", "startAt", "endAt", "startOn", "endOn", status)
      VALUES (NEW."organizationId", NEW."eventId", NEW."occurrenceOn", NEW."startAt", NEW."endAt", NEW."startOn", NEW."endOn", CASE WHEN NEW."isCancelled" THEN 'cancelled' ELSE NEW.status END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER occurrence AFTER INSERT OR UPDATE ON "CalendarException" FOR EACH ROW EXECUTE FUNCTION write_exception_to_occurrence();

-- What the job looks for across organizations: IDs alone.
GRANT SELECT ("placeAt") ON "CalendarEvent" TO caseport_definer;
CREATE FUNCTION list_unplaced_calendar_series(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT e."organizationId", e.id FROM "CalendarEvent" e
    WHERE e."isSeries" AND e."deletedAt" IS NULL AND e."placeAt" <= now() ORDER BY e."placeAt", e."organizationId", e.id LIMIT batch;
END $$;
CALL run_as_definer('list_unplaced_calendar_series(integer)');
