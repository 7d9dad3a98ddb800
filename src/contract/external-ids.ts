/**
 * Records that a request may also name by their `externalId`, which is unique in the organization: `external:` and the
 * `externalId`, instead of the ID. By kind: the table, and the members of paths, queries and bodies that name such a
 * record.
 */
export const externallyNamed = {
  Case: ["caseId"],
  Client: ["clientId", "plaintiffId", "duplicateClientId", "signsForClientId"],
  Contact: [
    "contactId",
    "companyId",
    "vendorId",
    "mergedContactId",
    "relatedContactId",
    "adjusterContactId",
    "carrierContactId",
    "thirdPartyAdminContactId",
    "employerContactId",
    "guardianContactId",
    "representativeContactId",
    "representedByContactId",
    "providerContactId",
    "vendorContactId",
    "courtContactId",
    "judgeContactId",
    "lienholderContactId",
    "handlerContactId",
    "payeeContactId",
  ],
  Office: ["officeId"],
  Lead: ["leadId", "duplicateOfLeadId"],
  Member: [
    "memberId",
    "attorneyId",
    "handlingAttorneyId",
    "actingAttorneyId",
    "assignedToMemberId",
    "ownerMemberId",
    "delegateMemberId",
    "reassignKeysTo",
    "mentionIds",
    "mentionedMemberId",
    "onBehalfOfAttorneyId",
    "assigneeMemberIds",
    "assigneeMemberId",
    "memberIds",
    "assignedMemberIds",
    "assignedMemberId",
    "organizerMemberId",
  ],
  Team: ["teamId", "assignedTeamId"],
  Document: [
    "documentId",
    "documentIds",
    "cvDocumentId",
    "waiverDocumentId",
    "reportDocumentId",
    "letterDocumentId",
    "releaseDocumentId",
    "capOverrideDocumentId",
  ],
  Note: ["noteId", "sourceNoteId"],
  Task: ["taskId", "parentTaskId", "dependsOnTaskIds"],
  TaskTemplate: ["templateId"],
  Deadline: ["deadlineId", "supersededById"],
  CalendarEvent: ["calendarEventId"],
  CourtAction: ["courtActionId"],
  Invoice: ["invoiceId"],
  Payment: ["paymentId"],
  Expense: ["expenseId"],
  Lien: ["lienId"],
  Negotiation: ["inReplyToId", "correctsId", "negotiationId"],
  Settlement: ["settlementId"],
  SettlementStatement: ["statementId"],
  TrustTransaction: ["trustTransactionId", "depositId"],
  TrustDisbursement: ["trustDisbursementId"],
  PartnerFirm: ["partnerFirmId"],
  Referral: ["referralId", "reReferralOfId"],
  MedicalFacility: ["facilityId", "facilityIds"],
  RetrievalRequest: ["requestId", "retrievalRequestId"],
  MedicalTreatment: ["treatmentId"],
  MedicalBill: ["billId", "medicalBillIds"],
  MedicalRecord: ["recordId"],
  HipaaAuthorization: ["authorizationId"],
  EsignRequest: ["esignRequestId"],
  EsignTemplate: ["esignTemplateId"],
  Conversation: ["conversationId"],
  MessageTemplate: ["messageTemplateId"],
  Message: ["messageId", "inReplyToMessageId"],
  Call: ["callId"],
} as const satisfies Record<string, readonly string[]>;

export type ExternallyNamed = keyof typeof externallyNamed;

export const externalPrefix = "external:";

const kinds = new Map(
  Object.entries(externallyNamed).flatMap(([kind, names]) =>
    names.map((name) => [name as string, kind as ExternallyNamed]),
  ),
);

/** The kind of record that a member with this name names; undefined if it is none of those with an `externalId`. */
export function externalKindOf(member: string): ExternallyNamed | undefined {
  return kinds.get(member);
}
