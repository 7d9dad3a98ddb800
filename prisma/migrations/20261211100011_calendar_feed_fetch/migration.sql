-- When a calendar feed was last read. A table of its own, because a cluster has CalendarFeed on every node, and each node takes part in
-- writing it. "lastFetchedAt" and "lastUserAgent" of CalendarFeed stay, unwritten, for servers of the version before.
CREATE TABLE "CalendarFeedFetch" (
  "organizationId" text NOT NULL,
  "feedId"         text NOT NULL,
  "fetchedAt"      timestamptz(3) NOT NULL,
  "userAgent"      text,
  CONSTRAINT "CalendarFeedFetch_pkey" PRIMARY KEY ("organizationId", "feedId"),
  CONSTRAINT "CalendarFeedFetch_organizationId_feedId_fkey" FOREIGN KEY ("organizationId", "feedId")
    REFERENCES "CalendarFeed" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);

ALTER TABLE "CalendarFeed" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "CalendarFeedFetch" ("organizationId", "feedId", "fetchedAt", "userAgent")
SELECT "organizationId", id, "lastFetchedAt", "lastUserAgent" FROM "CalendarFeed" WHERE "lastFetchedAt" IS NOT NULL;
ALTER TABLE "CalendarFeed" FORCE ROW LEVEL SECURITY;

CALL isolate_tenants('CalendarFeedFetch');
GRANT SELECT, INSERT, UPDATE ON "CalendarFeedFetch" TO caseport_application;
