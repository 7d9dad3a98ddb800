-- What a rule of limitation was applied to, so that the date is calculated anew when a fact of it moves.
ALTER TABLE "Deadline" ADD COLUMN "limitation" JSONB;

-- The answer of a party is due when its deadline says, while one is open or missed.
ALTER TABLE "CaseParty" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Deadline" NO FORCE ROW LEVEL SECURITY;
UPDATE "CaseParty" p SET "answerDueOn" = d."effectiveOn", revision = p.revision + 1
FROM (SELECT "organizationId", "adversePartyId", min("effectiveOn") AS "effectiveOn" FROM "Deadline" WHERE type = 'answer_due' AND "isOpen" GROUP BY 1, 2) d
WHERE p."organizationId" = d."organizationId" AND p.id = d."adversePartyId" AND p."answerDueOn" IS DISTINCT FROM d."effectiveOn";
ALTER TABLE "CaseParty" FORCE ROW LEVEL SECURITY;
ALTER TABLE "Deadline" FORCE ROW LEVEL SECURITY;
