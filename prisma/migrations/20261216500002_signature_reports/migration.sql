-- What reports read of signature requests: no titles, names, addresses and values.
GRANT SELECT (
    "allSignedAt", "caseId", "completedAt", "createdAt", "deletedAt", "endedAt", "expiresAt", "externalId", id, language, "leadId", "needsAttention", "onBehalfOfAttorneyId",
    "organizationId", "reminderCount", "sentAt", "sequenceId", status, "updatedAt"
) ON "EsignRequest" TO caseport_reader;
GRANT SELECT ("organizationId", position, purpose, "requestId") ON "EsignDocument" TO caseport_reader;
GRANT SELECT ("organizationId", "requestId", role, status) ON "EsignRecipient" TO caseport_reader;
CREATE POLICY report_reads ON "EsignRequest" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "EsignDocument" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "EsignRecipient" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
