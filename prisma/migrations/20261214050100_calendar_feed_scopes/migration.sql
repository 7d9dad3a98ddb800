-- Whose calendar a feed has: its member's, that of other members, of an office, of a team or of the organization; and which events.
ALTER TABLE "CalendarFeed" ADD COLUMN "scope" TEXT NOT NULL DEFAULT 'member';
ALTER TABLE "CalendarFeed" ADD COLUMN "subjectIds" TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE "CalendarFeed" ADD COLUMN "eventTypes" TEXT NOT NULL DEFAULT 'all';
ALTER TABLE "CalendarFeed" ADD CONSTRAINT "CalendarFeed_scope" CHECK (
  CASE scope WHEN 'member' THEN cardinality("subjectIds") = 0 WHEN 'organization' THEN cardinality("subjectIds") = 0
    WHEN 'members' THEN cardinality("subjectIds") BETWEEN 1 AND 50 WHEN 'office' THEN cardinality("subjectIds") = 1 WHEN 'team' THEN cardinality("subjectIds") = 1 ELSE false END) NOT VALID;
ALTER TABLE "CalendarFeed" ADD CONSTRAINT "CalendarFeed_eventTypes" CHECK ("eventTypes" = ANY ('{all,court_dates,none}'::text[])) NOT VALID;
-- How large the feed was when it was last read.
ALTER TABLE "CalendarFeedFetch" ADD COLUMN "bytes" INTEGER;
