-- In two statements: on a cluster deliveries are on all nodes and their jobs on the coordinator, and no statement joins these.
GRANT caseport_definer TO CURRENT_USER;
CREATE OR REPLACE FUNCTION list_overdue_deliveries(minutes integer, "afterDue" timestamptz, "afterId" text, batch integer)
RETURNS TABLE ("organizationId" text, "deliveryId" text, "dueAt" timestamptz, "isLost" boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE organizations text[]; deliveries text[]; dues timestamptz[];
BEGIN
  SELECT array_agg(f.organization), array_agg(f.delivery), array_agg(f.due) INTO organizations, deliveries, dues FROM (
    SELECT d."organizationId" AS organization, d.id AS delivery, d."nextAttemptAt"::timestamptz AS due
    FROM "WebhookDelivery" d
    WHERE d.status = 'pending' AND d."nextAttemptAt" < now() - make_interval(mins => minutes)
      AND (d."nextAttemptAt", d.id) > ("afterDue", "afterId")
    ORDER BY d."nextAttemptAt", d.id LIMIT batch
  ) f;
  RETURN QUERY
    SELECT f.organization, f.delivery, f.due,
      NOT EXISTS (SELECT 1 FROM "WebhookJob" j WHERE j."organizationId" = f.organization AND j."deliveryId" = f.delivery)
    FROM unnest(organizations, deliveries, dues) AS f(organization, delivery, due);
END $$;
REVOKE caseport_definer FROM CURRENT_USER;
