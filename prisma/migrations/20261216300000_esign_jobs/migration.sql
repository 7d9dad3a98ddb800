-- What jobs look for across organizations: IDs alone. Requests of deleted cases and leads rest.
CREATE FUNCTION list_due_esign_expiries(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT r."organizationId", r.id FROM "EsignRequest" r
    WHERE r.status = 'sent' AND r."expiresAt" <= now() AND r."deletedAt" IS NULL
      AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = r."organizationId" AND c.id = r."caseId" AND c."deletedAt" IS NOT NULL)
    ORDER BY r."expiresAt" LIMIT batch;
END $$;

CREATE FUNCTION list_due_esign_reminders(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT r."organizationId", r.id FROM "EsignRequest" r
    WHERE r.status = 'sent' AND r."nextReminderAt" <= now() AND r."expiresAt" > now() AND r."deletedAt" IS NULL
      AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = r."organizationId" AND c.id = r."caseId" AND c."deletedAt" IS NOT NULL)
    ORDER BY r."nextReminderAt" LIMIT batch;
END $$;

-- Links and sessions are kept for 30 days after their end: a log line can be explained by them.
CREATE POLICY definer_deletes ON "EsignLink" FOR DELETE TO caseport_definer USING (true);
CREATE POLICY definer_deletes ON "EsignSession" FOR DELETE TO caseport_definer USING (true);
GRANT DELETE ON "EsignLink", "EsignSession" TO caseport_definer;

CREATE FUNCTION purge_esign_sessions(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE kept_from timestamptz := now() - interval '30 days'; deleted integer;
BEGIN
  DELETE FROM "EsignSession" l USING (
    SELECT s."organizationId", s.id FROM "EsignSession" s WHERE s."expiresAt" < kept_from ORDER BY s."expiresAt" LIMIT batch
  ) due WHERE l."organizationId" = due."organizationId" AND l.id = due.id;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;

-- After the sessions, which refer to links.
CREATE FUNCTION purge_esign_links(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE kept_from timestamptz := now() - interval '30 days'; deleted integer;
BEGIN
  DELETE FROM "EsignLink" l USING (
    SELECT k."organizationId", k.id FROM "EsignLink" k WHERE k."expiresAt" < kept_from
      AND NOT EXISTS (SELECT 1 FROM "EsignSession" s WHERE s."organizationId" = k."organizationId" AND s."linkId" = k.id)
    ORDER BY k."expiresAt" LIMIT batch
  ) due WHERE l."organizationId" = due."organizationId" AND l.id = due.id;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
CALL run_as_definer(
  'list_due_esign_expiries(integer)', 'list_due_esign_reminders(integer)', 'purge_esign_sessions(integer)', 'purge_esign_links(integer)');
