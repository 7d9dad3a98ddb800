-- Reports on members and notes: what their reader may read besides.
GRANT SELECT (
  "acceptedAt", "canActForKeys", "createdAt", "deactivatedAt", email, "externalId", "invitedAt", "isAttorney", "officeId", role, status, title,
  "updatedAt"
) ON "Member" TO caseport_reader;
GRANT SELECT (id, name, "organizationId") ON "Office" TO caseport_reader;
GRANT SELECT ("deletedAt", id, name, "organizationId") ON "Team" TO caseport_reader;
GRANT SELECT ("memberId", "organizationId", "teamId") ON "TeamMember" TO caseport_reader;
GRANT SELECT (
  author, "caseId", "commentCount", "createdAt", "deletedAt", "editedAt", id, "isPinned", "leadId", "occurredAt", "onBehalfOfAttorneyId",
  "organizationId", type, "updatedAt", visibility
) ON "Note" TO caseport_reader;
CREATE POLICY report_reads ON "Office" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Team" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "TeamMember" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Note" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
