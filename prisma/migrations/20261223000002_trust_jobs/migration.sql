-- The daily check of the books, and what hangs on a line of a statement.
ALTER TABLE "TrustAccount" ADD COLUMN "verifiedOn" DATE NOT NULL DEFAULT '0001-01-01';
ALTER TABLE "TrustDisbursement" ADD CONSTRAINT "TrustDisbursement_organizationId_statementId_lineKey_fkey"
    FOREIGN KEY ("organizationId", "statementId", "lineKey") REFERENCES "SettlementStatementLine"("organizationId", "statementId", "key") ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;

-- What the jobs look for across organizations: IDs and days, no names and no sums.
CREATE POLICY definer_reads ON "TrustAccount" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", id, status, "verifiedOn", "remindedForOn", "lastReconciledOn", "createdAt") ON "TrustAccount" TO caseport_definer;

-- Accounts whose books were not checked today, by their firm's calendar.
CREATE FUNCTION list_trust_accounts_to_verify(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT a."organizationId", a.id FROM "TrustAccount" a JOIN "Organization" o ON o.id = a."organizationId"
    WHERE a."verifiedOn" < (now() AT TIME ZONE 'UTC' + interval '14 hours')::date AND a."verifiedOn" < (now() AT TIME ZONE o.timezone)::date
    ORDER BY a."verifiedOn", a."organizationId", a.id LIMIT batch;
END $$;

-- Open accounts that nobody reconciled 30 days after the end of a month, and of which nobody was reminded for it. The transaction that
-- reminds checks again.
CREATE FUNCTION list_trust_accounts_to_remind(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT a."organizationId", a.id FROM "TrustAccount" a JOIN "Organization" o ON o.id = a."organizationId",
      date_trunc('month', (now() AT TIME ZONE o.timezone)::date - 29) AS month
    WHERE a.status = 'open' AND a."createdAt" AT TIME ZONE o.timezone < month
      AND coalesce(a."lastReconciledOn", '0001-01-01') < month::date - 1 AND coalesce(a."remindedForOn", '0001-01-01') < month::date - 1
    ORDER BY a."organizationId", a.id LIMIT batch;
END $$;
CALL run_as_definer('list_trust_accounts_to_verify(integer)', 'list_trust_accounts_to_remind(integer)');
