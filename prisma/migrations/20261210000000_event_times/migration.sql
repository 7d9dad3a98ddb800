-- When an organization's newest events were recorded: read after the lock on the counter, so that times rise with the numbers. A trigger reads it,
-- because Citus rejects functions of the time in the changing statement.
ALTER TABLE "EventCounter" ADD COLUMN at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

CREATE FUNCTION stamp_event_counter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.at := date_trunc('milliseconds', clock_timestamp());
  RETURN NEW;
END $$;
CREATE TRIGGER "EventCounter_stamp" BEFORE INSERT OR UPDATE ON "EventCounter" FOR EACH ROW EXECUTE FUNCTION stamp_event_counter();
