CREATE UNIQUE INDEX CONCURRENTLY "HolidayCalendar_default" ON "HolidayCalendar" ("organizationId", jurisdiction) WHERE "isDefault" AND "deletedAt" IS NULL;
