-- The last day whose events a calendar feed had when it was last read; null where all were in it.
ALTER TABLE "CalendarFeedFetch" ADD COLUMN "eventsThroughOn" date;
