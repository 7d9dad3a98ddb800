-- Whether a case names a calendar that is to be deleted.
CREATE INDEX CONCURRENTLY "Case_organizationId_courtCalendarId_idx" ON "Case" ("organizationId", "courtCalendarId");
