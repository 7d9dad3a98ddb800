-- As before, without LATERAL (decision 0071).
CREATE OR REPLACE FUNCTION list_due_task_digests(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT p."organizationId", p."memberId" FROM "NotificationPreference" p JOIN "Organization" o ON o.id = p."organizationId"
    WHERE p."taskDigest" = 'daily' AND p."digestedOn" IS DISTINCT FROM (now() AT TIME ZONE o.timezone)::date
      AND to_char(now() AT TIME ZONE o.timezone, 'HH24:MI') >= o."workdayStartsAt" AND to_char(now() AT TIME ZONE o.timezone, 'HH24:MI') < o."workdayEndsAt"
    LIMIT batch;
END $$;
