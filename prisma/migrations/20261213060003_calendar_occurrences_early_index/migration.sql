-- And before it: of the few series that began before what is stored.
CREATE INDEX CONCURRENTLY "CalendarEvent_placed_from" ON "CalendarEvent" ("organizationId", "placedFromOn") WHERE "isSeries" AND "deletedAt" IS NULL AND "startOn" < "placedFromOn";
