CREATE UNIQUE INDEX CONCURRENTLY "ReferralPayout_organizationId_pairId_key" ON "ReferralPayout" ("organizationId", "pairId");
