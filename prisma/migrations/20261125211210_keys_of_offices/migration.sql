-- An office may let the headquarters above it see its keys and their health. The headquarters are named, so that one that it is moved below sees nothing.
ALTER TABLE "Organization" ADD COLUMN "keysVisibleTo" text[] NOT NULL DEFAULT '{}';

-- The headquarters above the organization, nearest first. Ends also where the hierarchy has become a ring.
CREATE FUNCTION list_headquarters() RETURNS TABLE (id text, name text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH RECURSIVE above AS (
      SELECT o."parentOrganizationId" AS parent, ARRAY[o.id] AS path FROM "Organization" o WHERE o.id = current_setting('caseport.organization', true)
      UNION ALL
      SELECT o."parentOrganizationId", a.path || o.id FROM above a JOIN "Organization" o ON o.id = a.parent WHERE o.id <> ALL (a.path)
    )
    SELECT o.id, o.name FROM above a JOIN "Organization" o ON o.id = a.path[cardinality(a.path)]
    WHERE cardinality(a.path) > 1 AND o."isHeadquarters" ORDER BY cardinality(a.path);
END $$;

-- The organizations below a headquarters, none below any other: those that let it see their keys, and those that its reports cover anyway.
CREATE FUNCTION list_offices() RETURNS TABLE (id text, name text, depth integer, "isVisible" boolean, "stoppedWebhooks" integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH RECURSIVE below AS (
      SELECT o.id, ARRAY[o.id] AS path FROM "Organization" o WHERE o.id = current_setting('caseport.organization', true) AND o."isHeadquarters"
      UNION ALL
      SELECT o.id, b.path || o.id FROM below b JOIN "Organization" o ON o."parentOrganizationId" = b.id WHERE o.id <> ALL (b.path)
    ), offices AS (
      SELECT o.id, o.name, cardinality(b.path) - 1 AS depth, b.path[1] = ANY (o."keysVisibleTo") AS visible
      FROM below b JOIN "Organization" o ON o.id = b.id WHERE cardinality(b.path) > 1
    )
    SELECT o.id, o.name, o.depth, o.visible,
      CASE WHEN o.visible THEN (SELECT count(*) FROM "WebhookSubscription" s
        WHERE s."organizationId" = o.id AND s."deletedAt" IS NULL AND s.status IN ('paused', 'disabled'))::integer END
    FROM offices o WHERE o.visible OR o.id IN (SELECT r.id FROM list_report_organizations() r);
END $$;

-- The keys of the offices that let the headquarters see them, revoked ones left out, with their requests since an hour. No secret, and nothing of where
-- they are used. @param office null for all
CREATE FUNCTION list_office_keys(office text, since timestamptz)
RETURNS TABLE (
  "organizationId" text, id text, name text, scopes text[], "expiresAt" timestamptz, "pausedAt" timestamptz, "revokedAt" timestamptz, "lastUsedAt" timestamptz,
  "attorneyStatus" text, "isAttorney" boolean, succeeded integer, refused integer, limited integer, failed integer
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH visible AS MATERIALIZED (SELECT o.id FROM list_offices() o WHERE o."isVisible" AND (office IS NULL OR o.id = office)),
    used AS (
      SELECT h."organizationId", h."keyId",
        (sum(h.requests) FILTER (WHERE h.result = 'succeeded'))::integer AS succeeded, (sum(h.requests) FILTER (WHERE h.result = 'refused'))::integer AS refused,
        (sum(h.requests) FILTER (WHERE h.result = 'limited'))::integer AS limited, (sum(h.requests) FILTER (WHERE h.result = 'failed'))::integer AS failed
      FROM visible v JOIN "KeyUsageHour" h ON h."organizationId" = v.id AND h.hour >= since GROUP BY 1, 2
    )
    SELECT k."organizationId", k.id, k.name, k.scopes, k."expiresAt", k."pausedAt", k."revokedAt", k."lastUsedAt", m.status, m."isAttorney",
      coalesce(u.succeeded, 0), coalesce(u.refused, 0), coalesce(u.limited, 0), coalesce(u.failed, 0)
    FROM visible v JOIN "IntegrationKey" k ON k."organizationId" = v.id AND k."revokedAt" IS NULL
    LEFT JOIN "Member" m ON m."organizationId" = k."organizationId" AND m.id = k."actingAttorneyId"
    LEFT JOIN used u ON u."organizationId" = k."organizationId" AND u."keyId" = k.id;
END $$;
CALL run_as_definer('list_headquarters()', 'list_offices()', 'list_office_keys(text, timestamptz)');
