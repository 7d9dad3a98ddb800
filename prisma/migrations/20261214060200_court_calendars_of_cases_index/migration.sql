-- Whether a case names a calendar that is to be deleted. Few cases name one.
CREATE INDEX CONCURRENTLY "Case_courtCalendar" ON "Case" ("organizationId", "courtCalendarId") WHERE "courtCalendarId" IS NOT NULL;
