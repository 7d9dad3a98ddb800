-- A migration after this one reads and writes the rows of all firms as their owner. These locks are held for a moment, and come after all
-- transactions that had the triggers of before; held while it runs, they would stop all requests. Few tables at a time, because each may be
-- waited for. The application stays isolated: it is not the owner.
ALTER TABLE "Client" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Contact" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "ContactEmail" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Lead" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Member" NO FORCE ROW LEVEL SECURITY;
