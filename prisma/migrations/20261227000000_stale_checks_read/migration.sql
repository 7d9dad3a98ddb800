-- list_stale_trust_checks runs as the definer, who saw no disbursement.
CREATE POLICY definer_reads ON "TrustDisbursement" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", "accountId", status, method, "issuedOn", "staleAfterDays") ON "TrustDisbursement" TO caseport_definer;
