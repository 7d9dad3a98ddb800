-- When the event begins, beside its members: what a member has to do in a month is read by an index, also of a firm with many events.
ALTER TABLE "CalendarAttendee" ADD COLUMN "startAt" TIMESTAMPTZ(3);
UPDATE "CalendarAttendee" a SET "startAt" = e."startAt" FROM "CalendarEvent" e WHERE e."organizationId" = a."organizationId" AND e.id = a."eventId";

CREATE FUNCTION read_event_start() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT e."startAt" INTO NEW."startAt" FROM "CalendarEvent" e WHERE e."organizationId" = NEW."organizationId" AND e.id = NEW."eventId";
  RETURN NEW;
END $$;
CREATE TRIGGER event_start BEFORE INSERT ON "CalendarAttendee" FOR EACH ROW EXECUTE FUNCTION read_event_start();
CREATE FUNCTION write_event_start() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "CalendarAttendee" a SET "startAt" = NEW."startAt" WHERE a."organizationId" = NEW."organizationId" AND a."eventId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER event_start AFTER UPDATE OF "startAt" ON "CalendarEvent" FOR EACH ROW WHEN (NEW."startAt" <> OLD."startAt") EXECUTE FUNCTION write_event_start();
