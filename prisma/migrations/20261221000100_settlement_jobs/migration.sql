-- What settlements owe by the clock: offers that expire, dates of liens, payers that are overdue.

-- The date of a lien of which somebody was told.
ALTER TABLE "Lien" ADD COLUMN "noticedFor" DATE;

CREATE POLICY definer_reads ON "Negotiation" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "Lien" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "Settlement" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "SettlementPayer" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", id, "caseId", status, "expiresAt", "noticedDays") ON "Negotiation" TO caseport_definer;
GRANT SELECT ("organizationId", id, "caseId", status, "payByOn", "finalDemandExpiresOn", "noticedDays", "noticedFor") ON "Lien" TO caseport_definer;
GRANT SELECT ("organizationId", id, "caseId", status, "paymentDueOn") ON "Settlement" TO caseport_definer;
GRANT SELECT ("organizationId", "settlementId", "expectedOn", "paymentStatus") ON "SettlementPayer" TO caseport_definer;

-- Open entries that expire within 7, 3 or 1 days, or have expired, of which nobody was told yet.
CREATE FUNCTION list_due_negotiation_notices(at timestamptz, batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT n."organizationId", n.id FROM "Negotiation" n
    WHERE n.status = 'open' AND n."noticedDays" IS DISTINCT FROM 0 AND n."expiresAt" <= at + interval '7 days'
      AND (n."noticedDays" IS NULL OR n."noticedDays" > CASE
        WHEN n."expiresAt" <= at THEN 0 WHEN n."expiresAt" <= at + interval '1 day' THEN 1
        WHEN n."expiresAt" <= at + interval '3 days' THEN 3 ELSE 7 END)
      AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = n."organizationId" AND c.id = n."caseId" AND c."deletedAt" IS NOT NULL)
    ORDER BY n."expiresAt" LIMIT batch;
END $$;

-- Open liens one of whose dates is 14, 7 or 1 days ahead in the firm's time zone, of which nobody was told yet.
CREATE FUNCTION list_due_lien_notices(at timestamptz, batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE first_on date := (at AT TIME ZONE 'UTC' - interval '12 hours')::date; last_on date := (at AT TIME ZONE 'UTC' + interval '14 hours')::date + 14;
BEGIN
  RETURN QUERY
    SELECT d."organizationId", d.id FROM (
      SELECT l."organizationId", l.id, l."caseId", l."noticedDays", l."noticedFor", (at AT TIME ZONE o.timezone)::date AS today,
        least(CASE WHEN l."payByOn" >= (at AT TIME ZONE o.timezone)::date THEN l."payByOn" END,
          CASE WHEN l."finalDemandExpiresOn" >= (at AT TIME ZONE o.timezone)::date THEN l."finalDemandExpiresOn" END) AS "on"
      FROM "Lien" l JOIN "Organization" o ON o.id = l."organizationId"
      WHERE l.status IN ('identified', 'asserted', 'disputed', 'negotiating', 'final')
        AND (l."payByOn" BETWEEN first_on AND last_on OR l."finalDemandExpiresOn" BETWEEN first_on AND last_on)
    ) d
    WHERE d."on" <= d.today + 14
      AND (d."noticedFor" IS DISTINCT FROM d."on" OR d."noticedDays" > CASE WHEN d."on" <= d.today + 1 THEN 1 WHEN d."on" <= d.today + 7 THEN 7 ELSE 14 END)
      AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = d."organizationId" AND c.id = d."caseId" AND c."deletedAt" IS NOT NULL)
    ORDER BY d."on" LIMIT batch;
END $$;

-- Settlements with a payer whose day is over in the firm's time zone.
CREATE FUNCTION list_overdue_settlements(at timestamptz, batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT s."organizationId", s.id FROM "Settlement" s JOIN "Organization" o ON o.id = s."organizationId"
    WHERE s.status IN ('agreed', 'disbursing')
      AND EXISTS (SELECT 1 FROM "SettlementPayer" p WHERE p."organizationId" = s."organizationId" AND p."settlementId" = s.id
        AND p."paymentStatus" IN ('expected', 'partial') AND coalesce(p."expectedOn", s."paymentDueOn") < (at AT TIME ZONE o.timezone)::date)
      AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = s."organizationId" AND c.id = s."caseId" AND c."deletedAt" IS NOT NULL)
    ORDER BY s.id LIMIT batch;
END $$;

CALL run_as_definer('list_due_negotiation_notices(timestamptz, integer)', 'list_due_lien_notices(timestamptz, integer)', 'list_overdue_settlements(timestamptz, integer)');
