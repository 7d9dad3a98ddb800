-- The newest webhook secret that signs, of any organization: `npm run doctor` decrypts it, as it does a second factor.
CREATE FUNCTION find_newest_webhook_secret() RETURNS TABLE ("organizationId" text, "subscriptionId" text, id text, sealed bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT s."organizationId", s."subscriptionId", s.id, s.sealed FROM "WebhookSecret" s
    WHERE s."expiresAt" IS NULL OR s."expiresAt" > now()
    ORDER BY s.id DESC LIMIT 1;
END $$;
CALL run_as_definer('find_newest_webhook_secret()');
