-- Alone: an index that is built while others write cannot be built in a transaction.
CREATE INDEX CONCURRENTLY "CalendarEvent_unplaced" ON "CalendarEvent" ("placeAt", "organizationId", id) WHERE "isSeries" AND "deletedAt" IS NULL;
