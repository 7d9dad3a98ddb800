CREATE INDEX CONCURRENTLY "TrustAccount_to_remind" ON "TrustAccount" ("remindedForOn") WHERE status = 'open';
