-- The former function read every deadline of the installation: of 100,000 it took 74 ms, of which 90,000 were done. What can wait for a second person is read by the indexes of open dates that are
-- not verified, and of what is pending; each case by its key.
DROP FUNCTION list_due_deadline_reminders(timestamptz, text[], integer);
CREATE FUNCTION list_due_deadline_reminders(at timestamptz, roles text[], batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT m."organizationId", m.id
    FROM (SELECT o.id, date_trunc('week', at AT TIME ZONE o.timezone)::date AS week, (at AT TIME ZONE o.timezone)::date + 90 AS near,
        coalesce(p."requireVerificationOf", '{limitation,notice}') AS classes, at - make_interval(days => coalesce(p."unverifiedReminderDays", 14)) AS since
      FROM "Organization" o LEFT JOIN "DeadlinePolicy" p ON p."organizationId" = o.id) o
    JOIN "Member" m ON m."organizationId" = o.id AND m.status = 'active' AND m."userId" IS NOT NULL AND m."isAttorney" AND (m.role = ANY(roles) OR m.permissions @> ARRAY['deadlines:verify'])
    WHERE NOT EXISTS (
        SELECT 1 FROM "NotificationPreference" n WHERE n."organizationId" = o.id AND n."memberId" = m.id AND (n."deadlineReminder" = 'none' OR n."remindedOfDeadlinesFor" = o.week))
      AND (EXISTS (
          SELECT 1 FROM "Deadline" d
          WHERE d."organizationId" = o.id AND d."isOpen" AND d."verificationStatus" <> 'verified' AND d."deadlineClass" = ANY(o.classes) AND (d."effectiveOn" <= o.near OR d."unverifiedSince" <= o.since)
            AND (SELECT true FROM "Case" c WHERE c."organizationId" = o.id AND c.id = d."caseId" AND c."matterStatus" <> 'archived' AND c."deletedAt" IS NULL) IS NOT NULL)
        OR EXISTS (
          SELECT 1 FROM "Deadline" d
          WHERE d."organizationId" = o.id AND d."isOpen" AND d."hasPending"
            AND (d."effectiveOn" <= o.near OR least((d."pendingTransition" ->> 'requestedAt')::timestamptz, (d.recalculation ->> 'at')::timestamptz) <= o.since)
            AND (SELECT true FROM "Case" c WHERE c."organizationId" = o.id AND c.id = d."caseId" AND c."matterStatus" <> 'archived' AND c."deletedAt" IS NULL) IS NOT NULL))
    ORDER BY m."organizationId", m.id LIMIT batch;
END $$;
CALL run_as_definer('list_due_deadline_reminders(timestamptz, text[], integer)');
