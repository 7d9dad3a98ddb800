-- The transactions of an account with the amount of a bank line are looked up by it, however many the account has.
CREATE INDEX CONCURRENTLY "TrustTransaction_organizationId_accountId_bankCents_idx" ON "TrustTransaction"("organizationId", "accountId", "bankCents");
