-- Alone: an index that is built while others write cannot be built in a transaction.
CREATE INDEX CONCURRENTLY "CalendarAttendee_member_start" ON "CalendarAttendee" ("organizationId", "memberId", "startAt", "eventId") WHERE "memberId" IS NOT NULL;
