-- The age of the webhook queue is read by `npm run doctor`, too, in which no administrator is signed in: null, as for read_hierarchy.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION find_oldest_webhook_job(administrator text) RETURNS timestamptz
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF administrator IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "PlatformAdministrator" a WHERE a."userId" = administrator) THEN RETURN NULL; END IF;
  RETURN (SELECT min(j."availableAt") FROM "WebhookJob" j WHERE j."availableAt" <= now());
END $$;
REVOKE caseport_definer FROM CURRENT_USER;
