CREATE UNIQUE INDEX CONCURRENTLY "Referral_organizationId_pairId_key" ON "Referral" ("organizationId", "pairId");
