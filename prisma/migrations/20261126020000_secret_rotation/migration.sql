-- Live webhook secrets that another secret than the current one encrypted: while CASEPORT_SECRET is rotated, a job encrypts them again.
CREATE FUNCTION list_webhook_secrets_to_reencrypt(mark bytea, batch integer) RETURNS TABLE ("organizationId" text, "subscriptionId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT s."organizationId", s."subscriptionId", s.id FROM "WebhookSecret" s
    WHERE substring(s.sealed FROM 1 FOR length(mark)) <> mark AND (s."expiresAt" IS NULL OR s."expiresAt" > now())
    ORDER BY s."organizationId", s.id LIMIT batch;
END $$;
CALL run_as_definer('list_webhook_secrets_to_reencrypt(bytea, integer)');
