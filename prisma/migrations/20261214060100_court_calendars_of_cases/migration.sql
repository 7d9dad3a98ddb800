-- The calendar of a court, a county or a case instead of a state's oldest (0169). None is the default until a firm marks one: until then the oldest
-- calendar of the state that names no county applies, as before.
ALTER TABLE "HolidayCalendar"
  ADD COLUMN counties text[] NOT NULL DEFAULT '{}',
  ADD COLUMN "isDefault" boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT "HolidayCalendar_isDefault" CHECK (NOT "isDefault" OR (kind = 'court' AND jurisdiction IS NOT NULL)) NOT VALID;

ALTER TABLE "Case" ADD COLUMN "courtCalendarId" text;
ALTER TABLE "Case" ADD CONSTRAINT "Case_organizationId_courtCalendarId_fkey" FOREIGN KEY ("organizationId", "courtCalendarId")
  REFERENCES "HolidayCalendar" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
