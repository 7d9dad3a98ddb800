-- Reports on deadlines and events. Of what a verifier, an attorney or a clerk wrote beside a name or a day, their reader sees the name and
-- the day alone: these are columns of their own.
ALTER TABLE "Deadline"
    ADD COLUMN "setByName" TEXT GENERATED ALWAYS AS ("setBy"->>'name') STORED,
    ADD COLUMN "verifiedByName" TEXT GENERATED ALWAYS AS (CASE WHEN "verificationStatus" = 'verified' THEN verification->'by'->>'name' END) STORED,
    ADD COLUMN "satisfiedOn" DATE GENERATED ALWAYS AS (make_date(
        split_part(satisfaction->>'on', '-', 1)::integer, split_part(satisfaction->>'on', '-', 2)::integer, split_part(satisfaction->>'on', '-', 3)::integer)) STORED,
    ADD COLUMN "docketNumber" TEXT GENERATED ALWAYS AS (satisfaction->>'docketNumber') STORED;
ALTER TABLE "CalendarEvent" ADD COLUMN "hasOutcome" BOOLEAN GENERATED ALWAYS AS (num_nonnulls(outcome) = 1) STORED;

GRANT SELECT (
    "actByOn", "caseId", citation, "createdAt", "deadlineClass", "docketNumber", "dueAt", "dueOn", "effectiveOn", id, "isJurisdictional", "isOpen", "isOverridden", "isTolled",
    "organizationId", "ruleKey", "satisfiedOn", "setByName", source, status, "timeZone", type, "updatedAt", "verificationStatus", "verifiedByName"
) ON "Deadline" TO caseport_reader;
GRANT SELECT ("deadlineId", "memberId", "organizationId") ON "DeadlineAssignee" TO caseport_reader;
GRANT SELECT (
    "allDay", appearance, "caseId", "courtContactId", "createdAt", "deletedAt", department, "docketNumber", "endAt", "hasOutcome", id, "isSeries", "organizationId", "organizerMemberId",
    "startAt", "startOn", status, type, "updatedAt", visibility
) ON "CalendarEvent" TO caseport_reader;
GRANT SELECT ("eventId", "isOrganizer", "memberId", "organizationId") ON "CalendarAttendee" TO caseport_reader;
CREATE POLICY report_reads ON "Deadline" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "DeadlineAssignee" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "CalendarEvent" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "CalendarAttendee" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
