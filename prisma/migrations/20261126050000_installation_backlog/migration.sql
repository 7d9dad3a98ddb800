-- What metrics count in all organizations. The count of deliveries is bounded, because it is read at every scrape.
CREATE FUNCTION count_installation_backlog(expiring_days integer)
RETURNS TABLE ("dueDeliveries" bigint, "expiringKeys" bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN QUERY SELECT
    (SELECT count(*) FROM (SELECT 1 FROM "WebhookJob" j WHERE j."availableAt" <= now() LIMIT 100000) due),
    (SELECT count(*) FROM "IntegrationKey" k WHERE k."revokedAt" IS NULL AND k."expiresAt" > now() AND k."expiresAt" <= now() + make_interval(days => expiring_days));
END $$;
CALL run_as_definer('count_installation_backlog(integer)');
