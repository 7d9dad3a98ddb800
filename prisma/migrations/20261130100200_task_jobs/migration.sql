-- What the jobs of tasks look for across organizations: IDs alone. Tasks of archived and deleted cases rest.
CREATE POLICY definer_reads ON "Task" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "TaskReminder" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "Case" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", id, "caseId", "isOpen", "dueDay", "snoozedUntilOn", "overdueNoticedFor", "deletedAt") ON "Task" TO caseport_definer;
GRANT SELECT ("organizationId", id, "taskId", "remindAt", status) ON "TaskReminder" TO caseport_definer;
GRANT SELECT ("organizationId", id, "matterStatus", "deletedAt") ON "Case" TO caseport_definer;

CREATE FUNCTION list_due_task_reminders(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT r."organizationId", r.id FROM "TaskReminder" r JOIN "Task" t ON t."organizationId" = r."organizationId" AND t.id = r."taskId"
    WHERE r.status = 'scheduled' AND r."remindAt" <= now() AND t."isOpen" AND t."deletedAt" IS NULL
      AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = t."organizationId" AND c.id = t."caseId" AND (c."matterStatus" = 'archived' OR c."deletedAt" IS NOT NULL))
    ORDER BY r."remindAt" LIMIT batch;
END $$;
CALL run_as_definer('list_due_task_reminders(integer)');

CREATE FUNCTION list_overdue_tasks(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT t."organizationId", t.id FROM "Task" t JOIN "Organization" o ON o.id = t."organizationId"
    WHERE t."isOpen" AND t."deletedAt" IS NULL
      -- No time zone is more than fourteen hours ahead of UTC.
      AND t."dueDay" < (now() AT TIME ZONE 'UTC' + interval '14 hours')::date AND t."dueDay" < (now() AT TIME ZONE o.timezone)::date
      AND t."overdueNoticedFor" IS DISTINCT FROM t."dueDay" AND coalesce(t."snoozedUntilOn" <= (now() AT TIME ZONE o.timezone)::date, true)
      AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = t."organizationId" AND c.id = t."caseId" AND (c."matterStatus" = 'archived' OR c."deletedAt" IS NOT NULL))
    ORDER BY t."dueDay" LIMIT batch;
END $$;
CALL run_as_definer('list_overdue_tasks(integer)');
