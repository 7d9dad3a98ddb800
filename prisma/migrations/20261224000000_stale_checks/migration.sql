-- Accounts with a check that has been outstanding for 90 or 180 days and was not reported for so many. What is issued
-- is little: an index has it alone.
CREATE FUNCTION list_stale_trust_checks(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT DISTINCT d."organizationId", d."accountId" FROM "TrustDisbursement" d
    WHERE d.status = 'issued' AND d.method = 'check' AND d."issuedOn" < current_date - 90
      AND coalesce(d."staleAfterDays", 0) < CASE WHEN d."issuedOn" < current_date - 180 THEN 180 ELSE 90 END
    LIMIT batch;
END $$;

CALL run_as_definer('list_stale_trust_checks(integer)');
