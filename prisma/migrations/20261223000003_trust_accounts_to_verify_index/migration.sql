CREATE INDEX CONCURRENTLY "TrustAccount_to_verify" ON "TrustAccount" ("verifiedOn");
