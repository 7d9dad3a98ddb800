-- A migration after this one reads and writes the rows of all firms as their owner. These locks are held for a moment, and come after all
-- transactions that had the triggers of before; held while it runs, they would stop all requests. Few tables at a time, because each may be
-- waited for. The application stays isolated: it is not the owner.
ALTER TABLE "CalendarEvent" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Referral" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "SearchTerm" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "NameKey" NO FORCE ROW LEVEL SECURITY;
