-- What reports read of settlements, trust accounts and referrals: no terms, notes, memos and reasons, and nothing of what
-- firms tell each other of a client but its kind of case.
GRANT SELECT (
    "amountCents", "caseId", "claimantPartyId", "createdAt", decision, direction, "expiresAt", "externalId", id, "madeOn", method, "organizationId", status, type, "updatedAt"
) ON "Negotiation" TO caseport_reader;
GRANT SELECT (
    "agreedOn", "attorneyFeeCents", "caseId", "clearedCents", "costsCents", "createdAt", "disbursedCents", "externalId", "fundsClearedOn", "grossCents", "holdbackCents", id, "isConfidential",
    "liensCents", "netToClientCents", "organizationId", "otherCents", "paidDirectCents", "paymentDueOn", "receivedCents", "referralFeeCents", "sequenceId", status, title, type, "updatedAt"
) ON "Settlement" TO caseport_reader;
GRANT SELECT (
    "assertedCents", "caseId", "claimantPartyId", "createdAt", "externalId", "finalCents", "finalDemandExpiresOn", "finalMethod", "finalOn", id, "lienholderContactId", "noticeReceivedOn",
    "organizationId", "paidCents", "payByOn", status, type, "unrelatedCents", "updatedAt"
) ON "Lien" TO caseport_reader;
GRANT SELECT (id, name, "organizationId") ON "TrustAccount" TO caseport_reader;
GRANT SELECT (
    "accountId", "balanceCents", "caseId", "claimantPartyId", "createdAt", id, kind, "organizationId", "postingCount", "reservedCents", "unclearedCents", "updatedAt"
) ON "TrustLedger" TO caseport_reader;
GRANT SELECT (
    "accountId", "amountCents", "bankCents", "checkNumber", "clearedOn", "counterpartyName", "createdAt", "disbursementId", "expectedClearOn", "externalId", id, method, number, "occurredOn",
    "organizationId", reference, "reversedById", type, "updatedAt"
) ON "TrustTransaction" TO caseport_reader;
GRANT SELECT ("caseId", "ledgerId", number, "occurredOn", "organizationId", "transactionId") ON "TrustPosting" TO caseport_reader;
GRANT SELECT (id, "organizationId", "postedOn", "transactionId") ON "BankLine" TO caseport_reader;
GRANT SELECT (
    "accountId", "amountCents", "caseId", "checkNumber", "clearedOn", "createdAt", "decidedAt", "decidedBy", "externalId", id, "isSoleApproval", "issuedOn", method, "organizationId", payee,
    "payeeType", "requestedBy", "sequenceId", status, "updatedAt", "voidedOn"
) ON "TrustDisbursement" TO caseport_reader;
GRANT SELECT (
    "acceptedAt", "assignedMemberId", attention, "caseId", channel, "closedOn", "createdAt", direction, "engagedOn", "expiresAt", "externalId", "feeStatus", "handlingAttorneyName", id, "lastUpdateAt",
    "leadId", "nextUpdateDueOn", "organizationId", "originatingAttorneyName", outcome, "paidCents", "partnerFirmId", "referralFeeDueCents", "responseDueOn", "sentAt", "sequenceId", status,
    "statusChangedAt", teaser, terms, "totalFeeCents", "updatedAt"
) ON "Referral" TO caseport_reader;
GRANT SELECT (id, name, "organizationId") ON "PartnerFirm" TO caseport_reader;
GRANT SELECT ("contactId", id, "organizationId") ON "CaseParty" TO caseport_reader;
CREATE POLICY report_reads ON "Negotiation" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Settlement" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Lien" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "TrustAccount" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "TrustLedger" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "TrustTransaction" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "TrustPosting" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "BankLine" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "TrustDisbursement" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "Referral" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "PartnerFirm" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "CaseParty" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
