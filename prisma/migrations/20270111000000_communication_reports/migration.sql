-- What reports read of communications: no subjects, texts, summaries, names, addresses and evidence.
GRANT SELECT ("assignedToMemberId", id, "organizationId", "unansweredSince") ON "Conversation" TO caseport_reader;
GRANT SELECT (
    automation, block, "caseId", channel, "conversationId", "createdAt", "deliveredAt", direction, "externalId", "failedAt", failure, id, "isAutomated", "leadId", "occurredAt", "onBehalfOfAttorneyId",
    "optOutKeyword", "organizationId", provider, "readAt", segments, "sendAt", "sentAt", status, "updatedAt", "voidedAt"
) ON "Message" TO caseport_reader;
GRANT SELECT (
    "answeredAt", "caseId", "createdAt", direction, disposition, "durationSeconds", "endedAt", "externalId", id, "leadId", "memberId", "organizationId", provider, "recordingConsent", "startedAt",
    status, "updatedAt", "voidedAt"
) ON "Call" TO caseport_reader;
GRANT SELECT (at, channel, "clientId", "contactId", "createdAt", id, "leadId", "organizationId", source, status, "updatedAt") ON "Consent" TO caseport_reader;
GRANT SELECT ("deletedAt") ON "Contact" TO caseport_reader;

CREATE POLICY report_reads ON "Conversation" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Message" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Call" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Consent" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
