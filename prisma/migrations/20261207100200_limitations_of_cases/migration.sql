-- A case's statute of limitations follows its deadlines. Dates that cases have become deadlines, which nobody has verified; of closed, archived and deleted
-- cases cancelled ones. No events: no person and no key changed anything. Readers that poll find the cases by "updatedAt".
ALTER TABLE "Case" ADD COLUMN "statuteOfLimitationsStatus" TEXT NOT NULL DEFAULT 'none';
ALTER TABLE "Case" ADD CONSTRAINT "Case_statute_status" CHECK ("statuteOfLimitationsStatus" = ANY ('{none,unverified,disputed,verified,missed}'::text[])) NOT VALID;
GRANT SELECT ("statuteOfLimitationsStatus") ON "Case" TO caseport_reader;

-- As createId: the time and then chance, in digits and small letters.
CREATE FUNCTION make_import_id(prefix text) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT prefix || '_'
    || (SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((floor(extract(epoch FROM now()) * 1000)::bigint >> (5 * place)) & 31)::integer + 1, 1), '' ORDER BY place DESC) FROM generate_series(0, 9) place)
    || substr(md5(gen_random_uuid()::text), 1, 16)
$$;

-- Whether the shipped federal calendar (holiday-calendars/domain.templates.ts) is closed.
CREATE FUNCTION is_federally_closed(given date) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT extract(isodow FROM given) > 5
    OR EXISTS (SELECT FROM (VALUES (1, 15, 21, 1), (2, 15, 21, 1), (5, 25, 31, 1), (9, 1, 7, 1), (10, 8, 14, 1), (11, 22, 28, 4)) h (month, first, last, weekday)
      WHERE extract(month FROM given) = month AND extract(day FROM given) BETWEEN first AND last AND extract(isodow FROM given) = weekday)
    OR EXISTS (SELECT FROM (VALUES (1, 1, 0), (6, 19, 2021), (7, 4, 0), (11, 11, 0), (12, 25, 0)) h (month, day, since), generate_series(0, 1) next,
        make_date(least(extract(year FROM given)::integer + next, 9999), month, day) holiday
      WHERE extract(year FROM holiday) >= since AND (holiday = given OR (extract(isodow FROM holiday) = 6 AND given = holiday - 1) OR (extract(isodow FROM holiday) = 7 AND given = holiday + 1)))
$$;

ALTER TABLE "Case" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Organization" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Member" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Deadline" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "DeadlineAssignee" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "DeadlineChange" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "DeadlinePolicy" NO FORCE ROW LEVEL SECURITY;

-- The zones of calculation/domain.instants.ts. Each date is rolled back once: cases share dates.
WITH open_days AS MATERIALIZED (
  SELECT t."dueOn", (SELECT t."dueOn" - back FROM generate_series(0, 9) back WHERE NOT is_federally_closed(t."dueOn" - back) ORDER BY back LIMIT 1) AS "actByOn"
  FROM (SELECT DISTINCT "statuteOfLimitationsOn" AS "dueOn" FROM "Case" WHERE "statuteOfLimitationsOn" IS NOT NULL) t),
dated AS (
  SELECT c."organizationId", c.id AS "caseId", c."statuteOfLimitationsOn" AS "dueOn", coalesce(z.zone, o.timezone) AS zone, CASE WHEN z.zone IS NULL THEN 'organization' ELSE 'case_state' END AS basis,
    CASE WHEN c."deletedAt" IS NOT NULL THEN 'The case is deleted' WHEN c."matterStatus" IN ('closed', 'archived') THEN 'The case is ' || c."matterStatus" END AS ended,
    coalesce(ARRAY(SELECT jsonb_array_elements_text(p."warningDays" -> 'limitation')::integer), '{180,90,60,30,14,7,3,1}') AS "warningDays"
  FROM "Case" c JOIN "Organization" o ON o.id = c."organizationId" LEFT JOIN "DeadlinePolicy" p ON p."organizationId" = c."organizationId"
  LEFT JOIN (VALUES
    ('America/Anchorage', 'AK'), ('America/Boise', 'ID OR'), ('America/Chicago', 'AL AR IA IL KS LA MN MO MS ND NE OK SD TX WI'), ('America/Denver', 'CO MT NM UT WY'), ('America/Detroit', 'MI'),
    ('America/Indiana/Indianapolis', 'IN'), ('America/Los_Angeles', 'CA NV WA'), ('America/New_York', 'CT DC DE FL GA KY MA MD ME NC NH NJ NY OH PA RI SC TN VA VT WV'), ('America/Phoenix', 'AZ'),
    ('America/Puerto_Rico', 'PR VI'), ('Pacific/Guam', 'GU MP'), ('Pacific/Honolulu', 'HI'), ('Pacific/Pago_Pago', 'AS')) z (zone, states) ON c."caseState" = ANY (string_to_array(z.states, ' '))
  WHERE c."statuteOfLimitationsOn" IS NOT NULL AND NOT EXISTS (SELECT FROM "Deadline" x
    WHERE x."organizationId" = c."organizationId" AND x."caseId" = c.id AND x.type = 'statute_of_limitations' AND x."isOpen" AND x."effectiveOn" = c."statuteOfLimitationsOn"))
INSERT INTO "Deadline" ("organizationId", id, "caseId", type, "deadlineClass", title, "dueOn", "timeZone", "timeZoneBasis", "dueAt", "effectiveOn", "actByOn", "originalDueOn", status, "statusReason",
  "setBy", source, "isJurisdictional", "warningDays", notes)
SELECT "organizationId", make_import_id('ddl'), "caseId", 'statute_of_limitations', 'limitation', 'Statute of limitations', "dueOn", zone, basis, ("dueOn" + 1)::timestamp AT TIME ZONE zone, "dueOn",
  "actByOn", "dueOn",
  CASE WHEN ended IS NULL THEN 'open' ELSE 'cancelled' END, ended, '{"type": "system", "id": "system", "name": "Caseport"}', 'import', true,
  CASE "warningDays" WHEN '{}' THEN '{180,90,60,30,14,7,3,1}' ELSE "warningDays" END, 'Taken over from the case field'
FROM dated JOIN open_days USING ("dueOn");

INSERT INTO "DeadlineAssignee" ("organizationId", "deadlineId", "memberId")
SELECT d."organizationId", d.id, m.id FROM "Deadline" d
JOIN "Case" c ON c."organizationId" = d."organizationId" AND c.id = d."caseId"
JOIN "Member" m ON m."organizationId" = d."organizationId" AND m.id = c."attorneyId" AND m.status = 'active'
WHERE d.source = 'import' AND d.status = 'open';

INSERT INTO "DeadlineChange" ("organizationId", id, "deadlineId", number, kind, reason, after, actor)
SELECT "organizationId", make_import_id('dlc'), id, 1, 'created', 'Taken over from the case field',
  jsonb_build_object('dueOn', "dueOn", 'dueTime', NULL, 'timeZone', "timeZone", 'effectiveOn', "effectiveOn", 'status', status, 'verificationStatus', 'unverified', 'triggerOn', NULL, 'tolledDays', 0), "setBy"
FROM "Deadline" WHERE source = 'import';

-- The earliest that is open or missed, with the deadlines that cases had already.
UPDATE "Case" c SET "statuteOfLimitationsOn" = d."effectiveOn", "statuteOfLimitationsStatus" = CASE d.status WHEN 'missed' THEN 'missed' ELSE d."verificationStatus" END
FROM (
  SELECT DISTINCT ON (x."organizationId", x."caseId") x."organizationId", x."caseId", x."effectiveOn", x.status, x."verificationStatus" FROM "Deadline" x
  WHERE x.type = 'statute_of_limitations' AND x."isOpen"
  ORDER BY x."organizationId", x."caseId", x."effectiveOn", x.status = 'open', array_position('{disputed,unverified,verified}', x."verificationStatus"), x.id) d
WHERE c."organizationId" = d."organizationId" AND c.id = d."caseId";
UPDATE "Case" c SET "statuteOfLimitationsOn" = NULL WHERE c."statuteOfLimitationsOn" IS NOT NULL AND c."statuteOfLimitationsStatus" = 'none';

ALTER TABLE "Case" FORCE ROW LEVEL SECURITY;
ALTER TABLE "Organization" FORCE ROW LEVEL SECURITY;
ALTER TABLE "Member" FORCE ROW LEVEL SECURITY;
ALTER TABLE "Deadline" FORCE ROW LEVEL SECURITY;
ALTER TABLE "DeadlineAssignee" FORCE ROW LEVEL SECURITY;
ALTER TABLE "DeadlineChange" FORCE ROW LEVEL SECURITY;
ALTER TABLE "DeadlinePolicy" FORCE ROW LEVEL SECURITY;

DROP FUNCTION make_import_id(text);
DROP FUNCTION is_federally_closed(date);
