-- What the job that marks missed deadlines looks for across organizations: IDs alone. Deadlines of archived cases rest, and so does one whose time verifiably does not run.
CREATE POLICY definer_reads ON "Deadline" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", id, "caseId", status, "dueAt", "isTolled", "verificationStatus") ON "Deadline" TO caseport_definer;

CREATE FUNCTION list_deadlines_past_due(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT d."organizationId", d.id FROM "Deadline" d
    WHERE d.status = 'open' AND d."dueAt" <= now() AND NOT (d."isTolled" AND d."verificationStatus" = 'verified')
      AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = d."organizationId" AND c.id = d."caseId" AND (c."matterStatus" = 'archived' OR c."deletedAt" IS NOT NULL))
    ORDER BY d."dueAt" LIMIT batch;
END $$;
CALL run_as_definer('list_deadlines_past_due(integer)');
