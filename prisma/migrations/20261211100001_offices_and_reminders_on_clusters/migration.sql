-- The same as before, as statements that Citus runs: the hierarchy, a reference table, is walked without the offices' own tables, and a firm's
-- policy is joined to its members instead of to all firms.
GRANT caseport_definer TO CURRENT_USER;

CREATE OR REPLACE FUNCTION list_offices() RETURNS TABLE (id text, name text, depth integer, "isVisible" boolean, "stoppedWebhooks" integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE found json; visible text[];
BEGIN
  WITH RECURSIVE below AS (
    SELECT o.id, ARRAY[o.id] AS path FROM "Organization" o WHERE o.id = current_setting('caseport.organization', true) AND o."isHeadquarters"
    UNION ALL
    SELECT o.id, b.path || o.id FROM below b JOIN "Organization" o ON o."parentOrganizationId" = b.id WHERE o.id <> ALL (b.path)
  )
  SELECT json_agg(json_build_object('id', o.id, 'name', o.name, 'depth', cardinality(b.path) - 1, 'isVisible', b.path[1] = ANY (o."keysVisibleTo"))),
    array_agg(o.id) FILTER (WHERE b.path[1] = ANY (o."keysVisibleTo"))
  INTO found, visible FROM below b JOIN "Organization" o ON o.id = b.id WHERE cardinality(b.path) > 1;
  RETURN QUERY
    WITH stopped AS MATERIALIZED (
      SELECT s."organizationId", count(*)::integer AS webhooks FROM "WebhookSubscription" s
      WHERE s."organizationId" = ANY (visible) AND s."deletedAt" IS NULL AND s.status IN ('paused', 'disabled') GROUP BY 1
    )
    SELECT o.id, o.name, o.depth, o."isVisible", CASE WHEN o."isVisible" THEN coalesce(s.webhooks, 0) END
    FROM json_to_recordset(found) AS o(id text, name text, depth integer, "isVisible" boolean) LEFT JOIN stopped s ON s."organizationId" = o.id
    WHERE o."isVisible" OR o.id IN (SELECT r.id FROM list_report_organizations() r);
END $$;

CREATE OR REPLACE FUNCTION list_due_deadline_reminders(at timestamptz, roles text[], batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT m."organizationId", m.id
    FROM "Member" m
    JOIN "Organization" o ON o.id = m."organizationId"
    LEFT JOIN "DeadlinePolicy" p ON p."organizationId" = m."organizationId"
    WHERE m.status = 'active' AND m."userId" IS NOT NULL AND m."isAttorney" AND (m.role = ANY(roles) OR m.permissions @> ARRAY['deadlines:verify'])
      AND NOT EXISTS (
        SELECT 1 FROM "NotificationPreference" n WHERE n."organizationId" = m."organizationId" AND n."memberId" = m.id
          AND (n."deadlineReminder" = 'none' OR n."remindedOfDeadlinesFor" = date_trunc('week', at AT TIME ZONE o.timezone)::date))
      AND (EXISTS (
          SELECT 1 FROM "Deadline" d
          WHERE d."organizationId" = m."organizationId" AND d."isOpen" AND d."verificationStatus" <> 'verified' AND d."deadlineClass" = ANY(coalesce(p."requireVerificationOf", '{limitation,notice}'))
            AND (d."effectiveOn" <= (at AT TIME ZONE o.timezone)::date + 90 OR d."unverifiedSince" <= at - make_interval(days => coalesce(p."unverifiedReminderDays", 14)))
            AND (SELECT true FROM "Case" c WHERE c."organizationId" = d."organizationId" AND c.id = d."caseId" AND c."matterStatus" <> 'archived' AND c."deletedAt" IS NULL) IS NOT NULL)
        OR EXISTS (
          SELECT 1 FROM "Deadline" d
          WHERE d."organizationId" = m."organizationId" AND d."isOpen" AND d."hasPending"
            AND (d."effectiveOn" <= (at AT TIME ZONE o.timezone)::date + 90
              OR least((d."pendingTransition" ->> 'requestedAt')::timestamptz, (d.recalculation ->> 'at')::timestamptz) <= at - make_interval(days => coalesce(p."unverifiedReminderDays", 14)))
            AND (SELECT true FROM "Case" c WHERE c."organizationId" = d."organizationId" AND c.id = d."caseId" AND c."matterStatus" <> 'archived' AND c."deletedAt" IS NULL) IS NOT NULL))
    ORDER BY m."organizationId", m.id LIMIT batch;
END $$;

REVOKE caseport_definer FROM CURRENT_USER;
