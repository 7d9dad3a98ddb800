-- The series of which a window has days that are not stored: after what is stored.
CREATE INDEX CONCURRENTLY "CalendarEvent_placed_through" ON "CalendarEvent" ("organizationId", "placedThroughOn") WHERE "isSeries" AND "deletedAt" IS NULL;
