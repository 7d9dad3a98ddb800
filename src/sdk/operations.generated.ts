// Written by `npm run generate` from the router: do not edit.

export const sdkVersion = "1.0.0";

/** Name, method, path, flags and the list in a page. `~` is the noun of the name. */
export const operationTable = `
me.get GET ~ n
scopes.list GET ~ nq scopes
roles.list GET ~ nq roles
metadata.list GET ~ nq enumerations
metadata.get GET ~/{name} n
bulk.create POST ~ kb
bulk.list GET ~ nq bulkJobs
bulk.get GET ~/{jobId} n
bulk.results.list GET ~/{jobId}/results nq results
bulk.cancel POST ~/{jobId}/cancel k
organization.get GET ~ n
organization.update PATCH ~ kb
organization.children.list GET ~/children nq organizations
offices.list GET ~ nq offices
offices.create POST ~ kb
offices.get GET ~/{officeId} n
offices.update PATCH ~/{officeId} kb
offices.delete DELETE ~/{officeId} k
holidayCalendarTemplates.list GET ~ nq templates
holidayCalendars.list GET ~ nq holidayCalendars
holidayCalendars.create POST ~ kb
holidayCalendars.get GET ~/{calendarId} n
holidayCalendars.update PATCH ~/{calendarId} kb
holidayCalendars.delete DELETE ~/{calendarId} k
holidayCalendars.verify POST ~/{calendarId}/verify kb
holidayCalendars.days.list GET ~/{calendarId}/days nq days
holidayCalendars.calculate GET ~/{calendarId}/calculate nq
sandbox.get GET ~ n
sandbox.create POST ~ kb
sandbox.delete DELETE ~ k
sandbox.reset POST ~/reset kb
sandbox.messages.list GET ~/messages nq messages
members.list GET ~ nq members
members.create POST ~ kb
members.get GET ~/{memberId} n
members.update PATCH ~/{memberId} kb
members.resendInvitation POST ~/{memberId}/resend-invitation kb
members.deactivationPreview.get GET ~/{memberId}/deactivation-preview n
members.outOfOffice.set PUT ~/{memberId}/out-of-office kb
members.outOfOffice.delete DELETE ~/{memberId}/out-of-office k
attorneys.list GET ~ nq attorneys
attorneys.get GET ~/{attorneyId} n
teams.list GET ~ nq teams
teams.create POST ~ kb
teams.get GET ~/{teamId} n
teams.update PATCH ~/{teamId} kb
teams.delete DELETE ~/{teamId} k
teams.members.set PUT ~/{teamId}/members kb
members.transition POST ~/{memberId}/transitions kb
cases.list GET ~ nq cases
cases.create POST ~ kb
cases.get GET ~/{caseId} nq
cases.update PATCH ~/{caseId} ib
cases.delete DELETE ~/{caseId} k
cases.summary.get GET ~/{caseId}/summary n
cases.transition POST ~/{caseId}/transitions kb
cases.stageHistory.list GET ~/{caseId}/stage-history nq stageHistory
caseStageGates.list GET ~ nq stageGates
caseStageGates.set PUT ~/{stage} kb
cases.attorneys.list GET ~/{caseId}/attorneys nq attorneys
cases.attorneys.assign POST ~/{caseId}/attorneys kb
cases.attorneys.unassign DELETE ~/{caseId}/attorneys/{attorneyId} kq
cases.parties.list GET ~/{caseId}/parties nq parties
cases.parties.create POST ~/{caseId}/parties kb
cases.parties.get GET ~/{caseId}/parties/{partyId} n
cases.parties.update PATCH ~/{caseId}/parties/{partyId} kb
cases.parties.delete DELETE ~/{caseId}/parties/{partyId} k
tags.list GET ~ nq tags
tags.create POST ~ kb
tags.get GET ~/{tagId} n
tags.update PATCH ~/{tagId} kb
tags.delete DELETE ~/{tagId} k
cases.tags.set PUT ~/{caseId}/tags kb
cases.insurancePolicies.list GET ~/{caseId}/insurance-policies nq insurancePolicies
cases.insurancePolicies.create POST ~/{caseId}/insurance-policies kb
cases.insurancePolicies.get GET ~/{caseId}/insurance-policies/{policyId} n
cases.insurancePolicies.update PATCH ~/{caseId}/insurance-policies/{policyId} kb
cases.insurancePolicies.delete DELETE ~/{caseId}/insurance-policies/{policyId} k
cases.incident.get GET ~/{caseId}/incident n
cases.incident.update PATCH ~/{caseId}/incident kb
cases.courtActions.list GET ~/{caseId}/court-actions nq courtActions
cases.courtActions.create POST ~/{caseId}/court-actions kb
cases.courtActions.get GET ~/{caseId}/court-actions/{courtActionId} n
cases.courtActions.update PATCH ~/{caseId}/court-actions/{courtActionId} kb
cases.courtActions.delete DELETE ~/{caseId}/court-actions/{courtActionId} k
courtActions.list GET ~ nq courtActions
cases.damages.list GET ~/{caseId}/damages nq damages
cases.damages.create POST ~/{caseId}/damages kb
cases.damages.update PATCH ~/{caseId}/damages/{damageId} kb
cases.damages.delete DELETE ~/{caseId}/damages/{damageId} k
cases.damagesSummary.get GET ~/{caseId}/damages-summary n
customFieldDefinitions.list GET ~ nq customFieldDefinitions
customFieldDefinitions.create POST ~ kb
customFieldDefinitions.get GET ~/{definitionId} n
customFieldDefinitions.update PATCH ~/{definitionId} kb
cases.customFields.get GET ~/{caseId}/custom-fields n
cases.customFields.update PATCH ~/{caseId}/custom-fields kb
clients.cases.list GET ~/{clientId}/cases nq cases
contacts.cases.list GET ~/{contactId}/cases nq cases
leads.list GET ~ nq leads
leads.create POST ~ ib
leads.get GET ~/{leadId} n
leads.update PATCH ~/{leadId} ib
leads.assign POST ~/{leadId}/assign kb
leads.duplicates.search POST ~/duplicates/search nb
leads.transition POST ~/{leadId}/transitions kb
leads.history.list GET ~/{leadId}/history nq history
leads.contactAttempts.create POST ~/{leadId}/contact-attempts kb
leads.contactAttempts.list GET ~/{leadId}/contact-attempts nq contactAttempts
leads.convert POST ~/{leadId}/convert kb
clients.list GET ~ nq clients
clients.create POST ~ kb
clients.get GET ~/{clientId} n
clients.update PATCH ~/{clientId} kb
clients.delete DELETE ~/{clientId} k
clients.revealSsn POST ~/{clientId}/reveal-ssn n
clients.merge POST ~/{clientId}/merge kb
contacts.list GET ~ nq contacts
contacts.create POST ~ kb
contacts.get GET ~/{contactId} n
contacts.update PATCH ~/{contactId} kb
contacts.delete DELETE ~/{contactId} k
contacts.relationships.list GET ~/{contactId}/relationships nq relationships
contacts.relationships.create POST ~/{contactId}/relationships kb
contacts.relationships.delete DELETE ~/{contactId}/relationships/{relationshipId} k
conflictChecks.search POST ~/search nb
conflictChecks.list GET ~ nq conflictChecks
conflictChecks.create POST ~ kb
conflictChecks.get GET ~/{checkId} n
conflictChecks.results.update PATCH ~/{checkId}/results/{resultId} kb
conflictChecks.close POST ~/{checkId}/close kb
contacts.match POST ~/match nb
contacts.merge POST ~/{contactId}/merge kb
cases.folders.create POST ~/{caseId}/folders kb
cases.folders.list GET ~/{caseId}/folders nq folders
folders.get GET ~/{folderId} n
folders.update PATCH ~/{folderId} kb
folders.delete DELETE ~/{folderId} kq
folders.restore POST ~/{folderId}/restore k
documents.list GET ~ nq documents
cases.documents.list GET ~/{caseId}/documents nq documents
cases.documents.create POST ~/{caseId}/documents kbu
documents.get GET ~/{documentId} nq
documents.update PATCH ~/{documentId} kb
documents.delete DELETE ~/{documentId} k
leads.documents.create POST ~/{leadId}/documents kbu
documents.complete POST ~/{documentId}/complete k
documents.restore POST ~/{documentId}/restore k
documents.lock POST ~/{documentId}/lock kb
documents.unlock POST ~/{documentId}/unlock k
documents.versions.list GET ~/{documentId}/versions nq versions
documents.versions.create POST ~/{documentId}/versions kbu
documents.versions.restore POST ~/{documentId}/versions/{number}/restore k
documents.download GET ~/{documentId}/download nq
notes.list GET ~ nq notes
cases.notes.list GET ~/{caseId}/notes nq notes
cases.notes.create POST ~/{caseId}/notes kb
leads.notes.create POST ~/{leadId}/notes kb
clients.notes.create POST ~/{clientId}/notes kb
contacts.notes.create POST ~/{contactId}/notes kb
notes.get GET ~/{noteId} n
notes.update PATCH ~/{noteId} kb
notes.delete DELETE ~/{noteId} k
notes.pin POST ~/{noteId}/pin k
notes.unpin POST ~/{noteId}/unpin k
notes.revisions.list GET ~/{noteId}/revisions nq revisions
notes.comments.list GET ~/{noteId}/comments nq comments
notes.comments.create POST ~/{noteId}/comments kb
noteComments.delete DELETE ~/{commentId} k
tasks.list GET ~ nq tasks
tasks.create POST ~ kb
cases.tasks.list GET ~/{caseId}/tasks nq tasks
cases.tasks.create POST ~/{caseId}/tasks kb
leads.tasks.create POST ~/{leadId}/tasks kb
tasks.get GET ~/{taskId} nq
tasks.update PATCH ~/{taskId} kb
tasks.delete DELETE ~/{taskId} k
tasks.transition POST ~/{taskId}/transitions kb
tasks.assign POST ~/{taskId}/assign kb
tasks.checklistItems.set PUT ~/{taskId}/checklist-items/{itemId} kb
tasks.comments.list GET ~/{taskId}/comments nq comments
tasks.comments.create POST ~/{taskId}/comments kb
taskComments.delete DELETE ~/{commentId} k
calendarEvents.list GET ~ nq calendarEvents
calendarEvents.create POST ~ kb
cases.calendarEvents.list GET ~/{caseId}/calendar-events nq calendarEvents
calendarEvents.get GET ~/{calendarEventId} nq
calendarEvents.update PATCH ~/{calendarEventId} kb
calendarEvents.delete DELETE ~/{calendarEventId} kq
calendarEvents.occurrences.restore POST ~/{calendarEventId}/occurrences/restore kb
calendarEvents.transition POST ~/{calendarEventId}/transitions kb
calendarEvents.responses.create POST ~/{calendarEventId}/responses kb
calendarOccurrences.list GET ~ nq occurrences
calendarAvailability.get GET ~ nq
calendarConflicts.list GET ~ nq conflicts
taskTemplates.list GET ~ nq taskTemplates
taskTemplates.create POST ~ kb
taskTemplates.get GET ~/{templateId} n
taskTemplates.update PATCH ~/{templateId} kb
taskTemplates.delete DELETE ~/{templateId} k
taskTemplates.preview POST ~/{templateId}/preview nb
cases.taskTemplates.apply POST ~/{caseId}/task-templates/{templateId}/apply kb
cases.taskTemplateApplications.list GET ~/{caseId}/task-template-applications nq taskTemplateApplications
taskTemplateApplications.cancel POST ~/{applicationId}/cancel k
jurisdictionRules.list GET ~ nq jurisdictionRules
deadlines.calculate POST ~/calculate nb
cases.limitationSuggestions.list GET ~/{caseId}/limitation-suggestions nq suggestions
deadlines.list GET ~ nq deadlines
cases.deadlines.list GET ~/{caseId}/deadlines nq deadlines
cases.deadlines.create POST ~/{caseId}/deadlines kb
deadlines.get GET ~/{deadlineId} n
deadlines.update PATCH ~/{deadlineId} kb
deadlines.transition POST ~/{deadlineId}/transitions kb
deadlines.extend POST ~/{deadlineId}/extend kb
deadlines.tolling.set PUT ~/{deadlineId}/tolling kb
deadlines.verify POST ~/{deadlineId}/verify kb
calendarEvents.affectedDeadlines.get GET ~/{calendarEventId}/affected-deadlines nq
deadlines.history.list GET ~/{deadlineId}/history nq changes
deadlinePolicy.get GET ~ n
deadlineChainTemplates.list GET ~ nq chainTemplates
deadlineChainTemplates.affectedChains.list GET ~/{templateKey}/affected-chains nq affectedChains
deadlineChainTemplates.get GET ~/{templateKey} n
deadlineChainTemplates.set PUT ~/{templateKey} kb
deadlineChains.preview POST ~/preview nb
cases.deadlineChains.create POST ~/{caseId}/deadline-chains kb
cases.deadlineChains.list GET ~/{caseId}/deadline-chains nq deadlineChains
deadlineChains.get GET ~/{chainId} n
deadlineChains.recalculate POST ~/{chainId}/recalculate kb
deadlineChains.cancel POST ~/{chainId}/cancel kb
docketEntries.list GET ~ nq docketEntries
cases.surveyDetails.set PUT ~/{caseId}/survey-details/{accessor} kb
cases.surveyDetails.delete DELETE ~/{caseId}/survey-details/{accessor} k
cases.surveyDetails.get GET ~/{caseId}/survey-details/{accessor} n
cases.surveyDetails.list GET ~/{caseId}/survey-details nq answers
cases.surveyDetails.setMany POST ~/{caseId}/survey-details/bulk kb
cases.surveyDetails.history.list GET ~/{caseId}/survey-details/history nq versions
cases.surveyDetails.restore POST ~/{caseId}/survey-details/{accessor}/restore k
leads.surveyDetails.set PUT ~/{leadId}/survey-details/{accessor} kb
leads.surveyDetails.delete DELETE ~/{leadId}/survey-details/{accessor} k
leads.surveyDetails.get GET ~/{leadId}/survey-details/{accessor} n
leads.surveyDetails.list GET ~/{leadId}/survey-details nq answers
leads.surveyDetails.setMany POST ~/{leadId}/survey-details/bulk kb
leads.surveyDetails.history.list GET ~/{leadId}/survey-details/history nq versions
leads.surveyDetails.restore POST ~/{leadId}/survey-details/{accessor}/restore k
intakeForms.list GET ~ nq intakeForms
intakeForms.create POST ~ kb
intakeForms.get GET ~/{formId} n
intakeForms.update PATCH ~/{formId} kb
intakeForms.publish POST ~/{formId}/publish k
intakeForms.versions.get GET ~/{formId}/versions/{version} n
invoices.transition POST ~/{invoiceId}/transitions kb
invoices.list GET ~ nq invoices
cases.invoices.list GET ~/{caseId}/invoices nq invoices
cases.invoices.create POST ~/{caseId}/invoices kb
invoices.aging.get GET ~/aging nq
invoices.get GET ~/{invoiceId} n
invoices.update PATCH ~/{invoiceId} kb
invoices.delete DELETE ~/{invoiceId} k
invoices.payments.list GET ~/{invoiceId}/payments nq payments
invoices.payments.create POST ~/{invoiceId}/payments kb
payments.get GET ~/{paymentId} n
payments.transition POST ~/{paymentId}/transitions kb
payments.refund POST ~/{paymentId}/refund kb
payments.void POST ~/{paymentId}/void kb
expenses.list GET ~ nq expenses
cases.expenses.create POST ~/{caseId}/expenses kb
expenses.get GET ~/{expenseId} n
expenses.update PATCH ~/{expenseId} kb
expenses.delete DELETE ~/{expenseId} k
expenses.transition POST ~/{expenseId}/transitions kb
cases.costSummary.get GET ~/{caseId}/cost-summary n
cases.feeAgreement.get GET ~/{caseId}/fee-agreement n
cases.feeAgreement.set PUT ~/{caseId}/fee-agreement kb
negotiations.list GET ~ nq negotiations
cases.negotiations.create POST ~/{caseId}/negotiations kb
settlements.list GET ~ nq settlements
cases.settlements.create POST ~/{caseId}/settlements kb
settlements.get GET ~/{settlementId} n
settlements.update PATCH ~/{settlementId} kb
settlements.calculate POST ~/{settlementId}/calculate nb
settlements.transition POST ~/{settlementId}/transitions kb
settlements.statements.create POST ~/{settlementId}/statements kb
settlementStatements.get GET ~/{statementId} n
settlementStatements.transition POST ~/{statementId}/transitions kb
liens.list GET ~ nq liens
cases.liens.create POST ~/{caseId}/liens kb
liens.get GET ~/{lienId} n
liens.update PATCH ~/{lienId} kb
liens.transition POST ~/{lienId}/transitions kb
partnerFirms.list GET ~ nq partnerFirms
partnerFirms.create POST ~ kb
partnerFirms.get GET ~/{partnerFirmId} n
partnerFirms.update PATCH ~/{partnerFirmId} kb
referrals.list GET ~ nq referrals
referrals.create POST ~ kb
referrals.get GET ~/{referralId} n
referrals.update PATCH ~/{referralId} kb
referrals.send POST ~/{referralId}/send kb
referrals.accept POST ~/{referralId}/accept kb
referrals.transition POST ~/{referralId}/transitions kb
referrals.feeTerms.set PUT ~/{referralId}/fee-terms kb
referrals.clientConsent.set PUT ~/{referralId}/client-consent kb
referrals.fee.set PUT ~/{referralId}/fee kb
referrals.fee.transition POST ~/{referralId}/fee/transitions kb
referrals.updates.list GET ~/{referralId}/updates nq updates
referrals.updates.create POST ~/{referralId}/updates kb
referrals.documents.list GET ~/{referralId}/documents nq documents
referrals.documents.create POST ~/{referralId}/documents kb
referrals.payouts.list GET ~/{referralId}/payouts nq payouts
referrals.payouts.create POST ~/{referralId}/payouts kb
referrals.payouts.transition POST ~/{referralId}/payouts/{payoutId}/transitions kb
referrals.history.list GET ~/{referralId}/history nq history
trustAccounts.list GET ~ nq trustAccounts
trustLedgers.list GET ~ nq trustLedgers
trustTransactions.list GET ~ nq trustTransactions
trustAccounts.transactions.create POST ~/{trustAccountId}/transactions kb
trustTransactions.transition POST ~/{trustTransactionId}/transitions kb
trustDisbursements.list GET ~ nq trustDisbursements
settlementStatements.disbursements.create POST ~/{statementId}/disbursements kb
trustDisbursements.transition POST ~/{trustDisbursementId}/transitions kb
trustAccounts.bankStatements.create POST ~/{trustAccountId}/bank-statements kb
trustAccounts.reconciliation.get GET ~/{trustAccountId}/reconciliation nq
medicalFacilities.list GET ~ nq facilities
cases.medicalFacilities.list GET ~/{caseId}/medical-facilities nq facilities
cases.medicalFacilities.bind POST ~/{caseId}/medical-facilities kb
medicalFacilities.get GET ~/{facilityId} n
medicalFacilities.update PATCH ~/{facilityId} kb
medicalFacilities.unbind DELETE ~/{facilityId} k
cases.medicalSummary.get GET ~/{caseId}/medical-summary n
medicalFacilities.treatments.list GET ~/{facilityId}/treatments nq medicalTreatments
medicalFacilities.treatments.create POST ~/{facilityId}/treatments kb
cases.treatments.list GET ~/{caseId}/treatments nq medicalTreatments
medicalFacilities.treatments.get GET ~/{facilityId}/treatments/{treatmentId} n
medicalFacilities.treatments.update PATCH ~/{facilityId}/treatments/{treatmentId} kb
medicalFacilities.treatments.delete DELETE ~/{facilityId}/treatments/{treatmentId} k
medicalFacilities.bills.list GET ~/{facilityId}/bills nq medicalBills
medicalFacilities.bills.create POST ~/{facilityId}/bills kb
cases.medicalBills.list GET ~/{caseId}/medical-bills nq medicalBills
medicalFacilities.bills.get GET ~/{facilityId}/bills/{billId} n
medicalFacilities.bills.update PATCH ~/{facilityId}/bills/{billId} kb
medicalFacilities.bills.delete DELETE ~/{facilityId}/bills/{billId} k
medicalFacilities.records.list GET ~/{facilityId}/records nq medicalRecords
medicalFacilities.records.create POST ~/{facilityId}/records kb
medicalFacilities.records.get GET ~/{facilityId}/records/{recordId} n
medicalFacilities.records.update PATCH ~/{facilityId}/records/{recordId} kb
medicalFacilities.records.delete DELETE ~/{facilityId}/records/{recordId} k
retrievalRequests.list GET ~ nq retrievalRequests
cases.retrievalRequests.list GET ~/{caseId}/retrieval-requests nq retrievalRequests
cases.retrievalRequests.create POST ~/{caseId}/retrieval-requests kb
retrievalRequests.get GET ~/{requestId} n
retrievalRequests.update PATCH ~/{requestId} kb
retrievalRequests.transition POST ~/{requestId}/transitions kb
retrievalRequests.followUps.list GET ~/{requestId}/follow-ups nq followUps
retrievalRequests.followUps.create POST ~/{requestId}/follow-ups kb
retrievalRequests.documents.attach POST ~/{requestId}/documents kb
cases.hipaaAuthorizations.list GET ~/{caseId}/hipaa-authorizations nq hipaaAuthorizations
cases.hipaaAuthorizations.create POST ~/{caseId}/hipaa-authorizations kb
hipaaAuthorizations.get GET ~/{authorizationId} n
hipaaAuthorizations.update PATCH ~/{authorizationId} kb
hipaaAuthorizations.revoke POST ~/{authorizationId}/revoke kb
retrievalQueue.peek GET ~ nq
retrievalQueue.lease POST ~/lease kb
retrievalQueue.ack POST ~/ack kb
reports.list GET ~ nq reports
reports.get GET ~/{reportId} n
reports.run POST ~/{reportId}/run nb:organizationIds rows
exports.create POST ~ kb
exports.list GET ~ nq exports
exports.get GET ~/{exportId} n
exports.delete DELETE ~/{exportId} k
exports.download GET ~/{exportId}/download n
exports.cancel POST ~/{exportId}/cancel k
imports.create POST ~ kb
imports.list GET ~ nq imports
imports.get GET ~/{importId} n
imports.update PATCH ~/{importId} kb
imports.preview GET ~/{importId}/preview n
imports.check POST ~/{importId}/check k
imports.start POST ~/{importId}/start k
imports.cancel POST ~/{importId}/cancel k
imports.undo POST ~/{importId}/undo k
imports.rows.list GET ~/{importId}/rows nq rows
imports.download GET ~/{importId}/download n
events.list GET ~ nq events*
events.get GET ~/{eventId} n
cases.activity.list GET ~/{caseId}/activity nq activity
documentEvents.list GET ~ nq events*
eventTypes.list GET ~ nq eventTypes
serviceAccounts.list GET ~ nq serviceAccounts
serviceAccounts.create POST ~ kb
serviceAccounts.get GET ~/{serviceAccountId} n
serviceAccounts.update PATCH ~/{serviceAccountId} kb
serviceAccounts.pause POST ~/{serviceAccountId}/pause k
serviceAccounts.resume POST ~/{serviceAccountId}/resume k
serviceAccounts.rotate POST ~/{serviceAccountId}/rotate kb
serviceAccounts.revoke POST ~/{serviceAccountId}/revoke kb
serviceAccounts.requests.list GET ~/{serviceAccountId}/requests nq requests
serviceAccounts.audit.list GET ~/{serviceAccountId}/audit nq entries
usage.get GET ~ nq
me.requests.list GET ~/requests nq requests
serviceAccounts.usage.get GET ~/{serviceAccountId}/usage nq
webhookSubscriptions.list GET ~ nq webhookSubscriptions
webhookSubscriptions.create POST ~ kb
webhookSubscriptions.get GET ~/{subscriptionId} n
webhookSubscriptions.update PATCH ~/{subscriptionId} kb
webhookSubscriptions.delete DELETE ~/{subscriptionId} k
webhookSubscriptions.test POST ~/{subscriptionId}/test k
webhookSubscriptions.enable POST ~/{subscriptionId}/enable k
webhookSubscriptions.disable POST ~/{subscriptionId}/disable k
webhookSubscriptions.rotateSecret POST ~/{subscriptionId}/rotate-secret k
webhookSubscriptions.recover POST ~/{subscriptionId}/recover kb
webhookSubscriptions.deliveries.list GET ~/{subscriptionId}/deliveries nq webhookDeliveries
webhookDeliveries.get GET ~/{deliveryId} n
webhookDeliveries.redeliver POST ~/{deliveryId}/redeliver k
esignRequests.list GET ~ nq esignRequests
esignRequests.get GET ~/{esignRequestId} n
esignRequests.update PATCH ~/{esignRequestId} kb
esignRequests.delete DELETE ~/{esignRequestId} k
cases.esignRequests.create POST ~/{caseId}/esign-requests kb
leads.esignRequests.create POST ~/{leadId}/esign-requests kb
esignRequests.send POST ~/{esignRequestId}/send k
esignRequests.void POST ~/{esignRequestId}/void kb
esignRequests.remind POST ~/{esignRequestId}/remind k
esignRequests.recipients.update PATCH ~/{esignRequestId}/recipients/{recipientId} kb
esignRequests.recipients.signingUrl.create POST ~/{esignRequestId}/recipients/{recipientId}/signing-url k
esignRequests.auditTrail.list GET ~/{esignRequestId}/audit-trail nq entries
esignRequests.verify POST ~/verify nb
esignTemplates.list GET ~ nq esignTemplates
esignTemplates.create POST ~ kb
esignTemplates.get GET ~/{esignTemplateId} n
esignTemplates.update PATCH ~/{esignTemplateId} kb
esignTemplates.file.replace POST ~/{esignTemplateId}/file kb
esignTemplates.preview POST ~/{esignTemplateId}/merge-preview nb
esignConsentTexts.list GET ~ nq consentTexts
conversations.list GET ~ nq conversations
conversations.get GET ~/{conversationId} n
conversations.update PATCH ~/{conversationId} kb
messages.list GET ~ nq messages
messages.create POST ~ kb
messages.get GET ~/{messageId} n
messages.preview POST ~/preview nb
messages.log POST ~/log kb
messages.transition POST ~/{messageId}/transitions kb
messageDeliveryReports.create POST ~ kb
emails.create POST ~ kb
calls.list GET ~ nq calls
calls.create POST ~ kb
calls.get GET ~/{callId} n
calls.update PATCH ~/{callId} kb
cases.communications.list GET ~/{caseId}/communications nq communications
cases.lastClientContact.get GET ~/{caseId}/last-client-contact n
messageTemplates.list GET ~ nq messageTemplates
messageTemplates.create POST ~ kb
messageTemplates.get GET ~/{messageTemplateId} n
messageTemplates.update PATCH ~/{messageTemplateId} kb
consents.list GET ~ nq consents
consents.set PUT ~ kb
search.list GET ~ nq results
`;
