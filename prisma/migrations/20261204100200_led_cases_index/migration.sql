-- The cases in progress that an attorney leads: reports count them for each member of a page.
CREATE INDEX CONCURRENTLY "Case_led" ON "Case" ("organizationId", "attorneyId") WHERE "deletedAt" IS NULL AND "matterStatus" IN ('pending', 'open', 'on_hold');
