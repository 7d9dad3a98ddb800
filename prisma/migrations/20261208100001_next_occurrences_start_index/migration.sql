-- Alone: an index that is built while others write cannot be built in a transaction.
-- With CASE: below row-level security PostgreSQL takes COALESCE for a function that might leak, and would not use the index.
CREATE INDEX CONCURRENTLY "CalendarEvent_next_start" ON "CalendarEvent" ("organizationId", (CASE WHEN "nextStartAt" IS NULL THEN "startAt" ELSE "nextStartAt" END), id);
