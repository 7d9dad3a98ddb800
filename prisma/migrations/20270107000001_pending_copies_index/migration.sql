-- Copies that are not there yet, of all organizations: few among all that was ever shared.
CREATE INDEX CONCURRENTLY "ReferralDocument_pending" ON "ReferralDocument" (id) WHERE state = 'pending' AND direction = 'received';
