-- Alone: an index that is built while others write cannot be built in a transaction.
CREATE INDEX CONCURRENTLY "CalendarEvent_passed" ON "CalendarEvent" ("nextUntil") WHERE "isSeries" AND "deletedAt" IS NULL;
