-- The next migration reads and writes the rows of all firms as their owner. These locks are held for a moment; held while it runs, they would
-- stop all requests. The application stays isolated: it is not the owner.
ALTER TABLE "Client" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Contact" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Lead" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Member" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "NameKey" NO FORCE ROW LEVEL SECURITY;
