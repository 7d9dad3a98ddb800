-- The words of an event from its columns instead of its row: on a cluster the row of a shard has the shard's type.
CREATE FUNCTION calendar_words(visibility text, type text, title text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN visibility = 'private' OR type IN ('ime', 'medical_appointment') THEN '{}' ELSE search_words(title) END
$$;
CREATE OR REPLACE FUNCTION index_calendar_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := calendar_words(OLD.visibility, OLD.type, OLD.title);
  END IF;
  PERFORM change_words(NEW."organizationId", 'calendar_event', NEW.id, before, calendar_words(NEW.visibility, NEW.type, NEW.title));
  RETURN NULL;
END $$;
DROP FUNCTION calendar_words("CalendarEvent");
