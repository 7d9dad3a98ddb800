-- What was disbursed of a line, voided, and not disbursed again: costs and invoices are not reimbursed by it.
ALTER TABLE "SettlementStatementLine" ADD COLUMN "returnedCents" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "SettlementStatementLine" ADD CONSTRAINT "SettlementStatementLine_returned"
    CHECK ("returnedCents" BETWEEN 0 AND "authorizedCents" - "disbursedCents") NOT VALID;
GRANT UPDATE ("returnedCents") ON "SettlementStatementLine" TO caseport_application;

-- A check is outstanding for so many days of the firm's calendar, not of UTC's.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION list_stale_trust_checks(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT DISTINCT d."organizationId", d."accountId" FROM "TrustDisbursement" d JOIN "Organization" o ON o.id = d."organizationId"
    WHERE d.status = 'issued' AND d.method = 'check' AND d."issuedOn" < (now() AT TIME ZONE o.timezone)::date - 90
      AND coalesce(d."staleAfterDays", 0) < CASE WHEN d."issuedOn" < (now() AT TIME ZONE o.timezone)::date - 180 THEN 180 ELSE 90 END
    LIMIT batch;
END $$;
REVOKE caseport_definer FROM CURRENT_USER;
