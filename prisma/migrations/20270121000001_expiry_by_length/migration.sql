-- A key is expiring, and its managers are notified, in the second half of its life: a key that was made for 30 days was expiring at once (0249).
GRANT caseport_definer TO CURRENT_USER;

CREATE OR REPLACE FUNCTION list_due_expiry_notices(batch integer)
RETURNS TABLE ("organizationId" text, "keyId" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT due."organizationId", due.id FROM (
      SELECT k."organizationId", k.id, k."expiresAt", k."noticedDays", k."expiresAt" - k."expirySetAt" AS validity, CASE
        WHEN k."expiresAt" <= now() + interval '1 day' THEN 1
        WHEN k."expiresAt" <= now() + interval '7 days' THEN 7
        WHEN k."expiresAt" <= now() + interval '14 days' THEN 14
        ELSE 30 END AS days
      FROM "IntegrationKey" k
      WHERE k."expiresAt" > now() AND k."expiresAt" <= now() + interval '30 days' AND k."revokedAt" IS NULL
    ) due
    WHERE (due."noticedDays" IS NULL OR due."noticedDays" > due.days) AND (due.days = 1 OR due.validity >= due.days * interval '2 days')
    ORDER BY due."expiresAt" LIMIT batch;
END $$;

-- As before, with when the expiry was set.
DROP FUNCTION list_office_keys(text, timestamptz);
REVOKE caseport_definer FROM CURRENT_USER;
CREATE FUNCTION list_office_keys(office text, since timestamptz)
RETURNS TABLE (
  "organizationId" text, id text, name text, scopes text[], "expiresAt" timestamptz, "pausedAt" timestamptz, "revokedAt" timestamptz, "lastUsedAt" timestamptz,
  "attorneyStatus" text, "isAttorney" boolean, succeeded integer, refused integer, limited integer, failed integer, "expirySetAt" timestamptz
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH visible AS MATERIALIZED (SELECT o.id FROM list_offices() o WHERE o."isVisible" AND (office IS NULL OR o.id = office)),
    counted AS (
      SELECT h."organizationId", h."keyId",
        (sum(h.requests) FILTER (WHERE h.result = 'succeeded'))::integer AS succeeded, (sum(h.requests) FILTER (WHERE h.result = 'refused'))::integer AS refused,
        (sum(h.requests) FILTER (WHERE h.result = 'limited'))::integer AS limited, (sum(h.requests) FILTER (WHERE h.result = 'failed'))::integer AS failed
      FROM visible v JOIN "KeyUsageHour" h ON h."organizationId" = v.id AND h.hour >= since GROUP BY 1, 2
    ),
    used AS (SELECT u."organizationId", u."keyId", u."usedAt" FROM visible v JOIN "KeyUse" u ON u."organizationId" = v.id AND u.prefix = '')
    SELECT k."organizationId", k.id, k.name, k.scopes, k."expiresAt", k."pausedAt", k."revokedAt", u."usedAt", m.status, m."canActForKeys",
      coalesce(c.succeeded, 0), coalesce(c.refused, 0), coalesce(c.limited, 0), coalesce(c.failed, 0), k."expirySetAt"
    FROM visible v JOIN "IntegrationKey" k ON k."organizationId" = v.id AND k."revokedAt" IS NULL
    LEFT JOIN "Member" m ON m."organizationId" = k."organizationId" AND m.id = k."actingAttorneyId"
    LEFT JOIN counted c ON c."organizationId" = k."organizationId" AND c."keyId" = k.id
    LEFT JOIN used u ON u."organizationId" = k."organizationId" AND u."keyId" = k.id;
END $$;
CALL run_as_definer('list_office_keys(text, timestamptz)');
