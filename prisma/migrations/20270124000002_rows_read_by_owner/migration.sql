-- The next migration reads and writes the rows of all firms as their owner. These locks are held for a moment, after all transactions that had
-- the triggers of before; held while it runs, they would stop all requests. The application stays isolated: it is not the owner.
ALTER TABLE "Client" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Contact" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "ContactEmail" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Lead" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Member" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Case" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "CourtAction" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Document" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Note" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Task" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "CalendarEvent" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Referral" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "SearchTerm" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "NameKey" NO FORCE ROW LEVEL SECURITY;
