-- Called by the statement that writes an event without deliveries where it finds a subscription that gets the event: the transaction runs again
-- (platform/database/transaction-records.ts).
CREATE FUNCTION reject_undelivered_event() RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a subscription gets the event' USING ERRCODE = 'serialization_failure';
END $$;
