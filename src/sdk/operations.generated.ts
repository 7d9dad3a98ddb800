// Written by `npm run generate` from the router: do not edit.

export const sdkVersion = "1.0.0";

/** Name, method, path, flags and the list in a page. */
export const operationTable = `
me.get GET /me n
scopes.list GET /scopes n
roles.list GET /roles n
metadata.list GET /metadata n
metadata.get GET /metadata/{name} n
bulk.create POST /bulk kb
bulk.list GET /bulk nq bulkJobs
bulk.get GET /bulk/{jobId} n
bulk.results.list GET /bulk/{jobId}/results nq results
bulk.cancel POST /bulk/{jobId}/cancel k
organization.get GET /organization n
organization.update PATCH /organization kb
organization.children.list GET /organization/children nq organizations
offices.list GET /offices nq offices
offices.create POST /offices kb
offices.get GET /offices/{officeId} n
offices.update PATCH /offices/{officeId} kb
offices.delete DELETE /offices/{officeId} k
holidayCalendarTemplates.list GET /holiday-calendar-templates n
holidayCalendars.list GET /holiday-calendars nq holidayCalendars
holidayCalendars.create POST /holiday-calendars kb
holidayCalendars.get GET /holiday-calendars/{calendarId} n
holidayCalendars.update PATCH /holiday-calendars/{calendarId} kb
holidayCalendars.delete DELETE /holiday-calendars/{calendarId} k
holidayCalendars.verify POST /holiday-calendars/{calendarId}/verify kb
holidayCalendars.days.list GET /holiday-calendars/{calendarId}/days nq
holidayCalendars.calculate GET /holiday-calendars/{calendarId}/calculate nq
members.list GET /members nq members
members.create POST /members kb
members.get GET /members/{memberId} n
members.update PATCH /members/{memberId} kb
members.resendInvitation POST /members/{memberId}/resend-invitation kb
members.deactivationPreview.get GET /members/{memberId}/deactivation-preview n
members.outOfOffice.set PUT /members/{memberId}/out-of-office kb
members.outOfOffice.delete DELETE /members/{memberId}/out-of-office k
attorneys.list GET /attorneys nq attorneys
attorneys.get GET /attorneys/{attorneyId} n
teams.list GET /teams nq teams
teams.create POST /teams kb
teams.get GET /teams/{teamId} n
teams.update PATCH /teams/{teamId} kb
teams.delete DELETE /teams/{teamId} k
teams.members.set PUT /teams/{teamId}/members kb
members.transition POST /members/{memberId}/transitions kb
cases.list GET /cases nq cases
cases.create POST /cases kb
cases.get GET /cases/{caseId} n
cases.update PATCH /cases/{caseId} ib
cases.delete DELETE /cases/{caseId} k
cases.summary.get GET /cases/{caseId}/summary n
cases.transition POST /cases/{caseId}/transitions kb
cases.stageHistory.list GET /cases/{caseId}/stage-history nq stageHistory
caseStageGates.list GET /case-stage-gates nq
caseStageGates.set PUT /case-stage-gates/{stage} kb
cases.attorneys.list GET /cases/{caseId}/attorneys n
cases.attorneys.assign POST /cases/{caseId}/attorneys kb
cases.attorneys.unassign DELETE /cases/{caseId}/attorneys/{attorneyId} kq
cases.parties.list GET /cases/{caseId}/parties nq parties
cases.parties.create POST /cases/{caseId}/parties kb
cases.parties.get GET /cases/{caseId}/parties/{partyId} n
cases.parties.update PATCH /cases/{caseId}/parties/{partyId} kb
cases.parties.delete DELETE /cases/{caseId}/parties/{partyId} k
tags.list GET /tags nq tags
tags.create POST /tags kb
tags.get GET /tags/{tagId} n
tags.update PATCH /tags/{tagId} kb
tags.delete DELETE /tags/{tagId} k
cases.tags.set PUT /cases/{caseId}/tags kb
cases.insurancePolicies.list GET /cases/{caseId}/insurance-policies nq insurancePolicies
cases.insurancePolicies.create POST /cases/{caseId}/insurance-policies kb
cases.insurancePolicies.get GET /cases/{caseId}/insurance-policies/{policyId} n
cases.insurancePolicies.update PATCH /cases/{caseId}/insurance-policies/{policyId} kb
cases.insurancePolicies.delete DELETE /cases/{caseId}/insurance-policies/{policyId} k
customFieldDefinitions.list GET /custom-field-definitions nq customFieldDefinitions
customFieldDefinitions.create POST /custom-field-definitions kb
customFieldDefinitions.get GET /custom-field-definitions/{definitionId} n
customFieldDefinitions.update PATCH /custom-field-definitions/{definitionId} kb
cases.customFields.get GET /cases/{caseId}/custom-fields n
cases.customFields.update PATCH /cases/{caseId}/custom-fields kb
clients.cases.list GET /clients/{clientId}/cases nq cases
contacts.cases.list GET /contacts/{contactId}/cases nq cases
leads.list GET /leads nq leads
leads.create POST /leads ib
leads.get GET /leads/{leadId} n
leads.update PATCH /leads/{leadId} ib
leads.assign POST /leads/{leadId}/assign kb
leads.duplicates.search POST /leads/duplicates/search nb
leads.transition POST /leads/{leadId}/transitions kb
leads.history.list GET /leads/{leadId}/history nq history
leads.contactAttempts.create POST /leads/{leadId}/contact-attempts kb
leads.contactAttempts.list GET /leads/{leadId}/contact-attempts nq contactAttempts
leads.convert POST /leads/{leadId}/convert kb
clients.list GET /clients nq clients
clients.create POST /clients kb
clients.get GET /clients/{clientId} n
clients.update PATCH /clients/{clientId} kb
clients.delete DELETE /clients/{clientId} k
clients.revealSsn POST /clients/{clientId}/reveal-ssn n
clients.merge POST /clients/{clientId}/merge kb
contacts.list GET /contacts nq contacts
contacts.create POST /contacts kb
contacts.get GET /contacts/{contactId} n
contacts.update PATCH /contacts/{contactId} kb
contacts.delete DELETE /contacts/{contactId} k
contacts.relationships.list GET /contacts/{contactId}/relationships nq relationships
contacts.relationships.create POST /contacts/{contactId}/relationships kb
contacts.relationships.delete DELETE /contacts/{contactId}/relationships/{relationshipId} k
conflictChecks.search POST /conflict-checks/search nb
conflictChecks.list GET /conflict-checks nq conflictChecks
conflictChecks.create POST /conflict-checks kb
conflictChecks.get GET /conflict-checks/{checkId} n
conflictChecks.results.update PATCH /conflict-checks/{checkId}/results/{resultId} kb
conflictChecks.close POST /conflict-checks/{checkId}/close kb
contacts.match POST /contacts/match nb
contacts.merge POST /contacts/{contactId}/merge kb
cases.folders.create POST /cases/{caseId}/folders kb
cases.folders.list GET /cases/{caseId}/folders nq folders
folders.get GET /folders/{folderId} n
folders.update PATCH /folders/{folderId} kb
folders.delete DELETE /folders/{folderId} kq
folders.restore POST /folders/{folderId}/restore k
documents.list GET /documents nq documents
cases.documents.list GET /cases/{caseId}/documents nq documents
cases.documents.create POST /cases/{caseId}/documents kbu
documents.get GET /documents/{documentId} n
documents.update PATCH /documents/{documentId} kb
documents.delete DELETE /documents/{documentId} k
leads.documents.create POST /leads/{leadId}/documents kbu
documents.complete POST /documents/{documentId}/complete k
documents.restore POST /documents/{documentId}/restore k
documents.lock POST /documents/{documentId}/lock kb
documents.unlock POST /documents/{documentId}/unlock k
documents.versions.list GET /documents/{documentId}/versions nq versions
documents.versions.create POST /documents/{documentId}/versions kbu
documents.versions.restore POST /documents/{documentId}/versions/{number}/restore k
documents.download GET /documents/{documentId}/download nq
notes.list GET /notes nq notes
cases.notes.list GET /cases/{caseId}/notes nq notes
cases.notes.create POST /cases/{caseId}/notes kb
leads.notes.create POST /leads/{leadId}/notes kb
clients.notes.create POST /clients/{clientId}/notes kb
contacts.notes.create POST /contacts/{contactId}/notes kb
notes.get GET /notes/{noteId} n
notes.update PATCH /notes/{noteId} kb
notes.delete DELETE /notes/{noteId} k
notes.pin POST /notes/{noteId}/pin k
notes.unpin POST /notes/{noteId}/unpin k
notes.revisions.list GET /notes/{noteId}/revisions nq revisions
notes.comments.list GET /notes/{noteId}/comments nq comments
notes.comments.create POST /notes/{noteId}/comments kb
noteComments.delete DELETE /note-comments/{commentId} k
tasks.list GET /tasks nq tasks
tasks.create POST /tasks kb
cases.tasks.list GET /cases/{caseId}/tasks nq tasks
cases.tasks.create POST /cases/{caseId}/tasks kb
leads.tasks.create POST /leads/{leadId}/tasks kb
tasks.get GET /tasks/{taskId} n
tasks.update PATCH /tasks/{taskId} kb
tasks.delete DELETE /tasks/{taskId} k
tasks.transition POST /tasks/{taskId}/transitions kb
tasks.assign POST /tasks/{taskId}/assign kb
tasks.checklistItems.set PUT /tasks/{taskId}/checklist-items/{itemId} kb
tasks.comments.list GET /tasks/{taskId}/comments nq comments
tasks.comments.create POST /tasks/{taskId}/comments kb
taskComments.delete DELETE /task-comments/{commentId} k
calendarEvents.list GET /calendar-events nq calendarEvents
calendarEvents.create POST /calendar-events kb
cases.calendarEvents.list GET /cases/{caseId}/calendar-events nq calendarEvents
calendarEvents.get GET /calendar-events/{calendarEventId} nq
calendarEvents.update PATCH /calendar-events/{calendarEventId} kb
calendarEvents.delete DELETE /calendar-events/{calendarEventId} kq
calendarEvents.transition POST /calendar-events/{calendarEventId}/transitions kb
calendarEvents.responses.create POST /calendar-events/{calendarEventId}/responses kb
calendarOccurrences.list GET /calendar-occurrences nq occurrences
calendarAvailability.get GET /calendar-availability nq
calendarConflicts.list GET /calendar-conflicts nq conflicts
taskTemplates.list GET /task-templates nq taskTemplates
taskTemplates.create POST /task-templates kb
taskTemplates.get GET /task-templates/{templateId} n
taskTemplates.update PATCH /task-templates/{templateId} kb
taskTemplates.delete DELETE /task-templates/{templateId} k
taskTemplates.preview POST /task-templates/{templateId}/preview nb
cases.taskTemplates.apply POST /cases/{caseId}/task-templates/{templateId}/apply kb
cases.taskTemplateApplications.list GET /cases/{caseId}/task-template-applications nq taskTemplateApplications
taskTemplateApplications.cancel POST /task-template-applications/{applicationId}/cancel k
jurisdictionRules.list GET /jurisdiction-rules nq
deadlines.calculate POST /deadlines/calculate nb
cases.limitationSuggestions.list GET /cases/{caseId}/limitation-suggestions nq
deadlines.list GET /deadlines nq deadlines
cases.deadlines.list GET /cases/{caseId}/deadlines nq deadlines
cases.deadlines.create POST /cases/{caseId}/deadlines kb
deadlines.get GET /deadlines/{deadlineId} n
deadlines.update PATCH /deadlines/{deadlineId} kb
deadlines.transition POST /deadlines/{deadlineId}/transitions kb
deadlines.extend POST /deadlines/{deadlineId}/extend kb
deadlines.tolling.set PUT /deadlines/{deadlineId}/tolling kb
deadlines.verify POST /deadlines/{deadlineId}/verify kb
deadlines.history.list GET /deadlines/{deadlineId}/history nq changes
deadlinePolicy.get GET /deadline-policy n
deadlineChainTemplates.list GET /deadline-chain-templates nq
deadlineChainTemplates.get GET /deadline-chain-templates/{templateKey} n
deadlineChainTemplates.set PUT /deadline-chain-templates/{templateKey} kb
deadlineChains.preview POST /deadline-chains/preview nb
cases.deadlineChains.create POST /cases/{caseId}/deadline-chains kb
cases.deadlineChains.list GET /cases/{caseId}/deadline-chains n
deadlineChains.get GET /deadline-chains/{chainId} n
deadlineChains.recalculate POST /deadline-chains/{chainId}/recalculate kb
deadlineChains.cancel POST /deadline-chains/{chainId}/cancel kb
cases.surveyDetails.set PUT /cases/{caseId}/survey-details/{accessor} kb
cases.surveyDetails.delete DELETE /cases/{caseId}/survey-details/{accessor} k
cases.surveyDetails.get GET /cases/{caseId}/survey-details/{accessor} n
cases.surveyDetails.list GET /cases/{caseId}/survey-details nq answers
cases.surveyDetails.setMany POST /cases/{caseId}/survey-details/bulk kb
cases.surveyDetails.history.list GET /cases/{caseId}/survey-details/history nq versions
cases.surveyDetails.restore POST /cases/{caseId}/survey-details/{accessor}/restore k
leads.surveyDetails.set PUT /leads/{leadId}/survey-details/{accessor} kb
leads.surveyDetails.delete DELETE /leads/{leadId}/survey-details/{accessor} k
leads.surveyDetails.get GET /leads/{leadId}/survey-details/{accessor} n
leads.surveyDetails.list GET /leads/{leadId}/survey-details nq answers
leads.surveyDetails.setMany POST /leads/{leadId}/survey-details/bulk kb
leads.surveyDetails.history.list GET /leads/{leadId}/survey-details/history nq versions
leads.surveyDetails.restore POST /leads/{leadId}/survey-details/{accessor}/restore k
intakeForms.list GET /intake-forms nq intakeForms
intakeForms.create POST /intake-forms kb
intakeForms.get GET /intake-forms/{formId} n
intakeForms.update PATCH /intake-forms/{formId} kb
intakeForms.publish POST /intake-forms/{formId}/publish k
intakeForms.versions.get GET /intake-forms/{formId}/versions/{version} n
invoices.transition POST /invoices/{invoiceId}/transitions kb
invoices.list GET /invoices nq invoices
cases.invoices.list GET /cases/{caseId}/invoices nq invoices
cases.invoices.create POST /cases/{caseId}/invoices kb
invoices.aging.get GET /invoices/aging nq
invoices.get GET /invoices/{invoiceId} n
invoices.update PATCH /invoices/{invoiceId} kb
invoices.delete DELETE /invoices/{invoiceId} k
invoices.payments.list GET /invoices/{invoiceId}/payments nq payments
invoices.payments.create POST /invoices/{invoiceId}/payments kb
payments.get GET /payments/{paymentId} n
payments.transition POST /payments/{paymentId}/transitions kb
payments.refund POST /payments/{paymentId}/refund kb
payments.void POST /payments/{paymentId}/void kb
medicalFacilities.list GET /medical-facilities nq facilities
cases.medicalFacilities.list GET /cases/{caseId}/medical-facilities nq facilities
cases.medicalFacilities.bind POST /cases/{caseId}/medical-facilities kb
medicalFacilities.get GET /medical-facilities/{facilityId} n
medicalFacilities.update PATCH /medical-facilities/{facilityId} kb
medicalFacilities.unbind DELETE /medical-facilities/{facilityId} k
cases.medicalSummary.get GET /cases/{caseId}/medical-summary n
medicalFacilities.treatments.list GET /medical-facilities/{facilityId}/treatments nq medicalTreatments
medicalFacilities.treatments.create POST /medical-facilities/{facilityId}/treatments kb
cases.treatments.list GET /cases/{caseId}/treatments nq medicalTreatments
medicalFacilities.treatments.get GET /medical-facilities/{facilityId}/treatments/{treatmentId} n
medicalFacilities.treatments.update PATCH /medical-facilities/{facilityId}/treatments/{treatmentId} kb
medicalFacilities.treatments.delete DELETE /medical-facilities/{facilityId}/treatments/{treatmentId} k
medicalFacilities.bills.list GET /medical-facilities/{facilityId}/bills nq medicalBills
medicalFacilities.bills.create POST /medical-facilities/{facilityId}/bills kb
cases.medicalBills.list GET /cases/{caseId}/medical-bills nq medicalBills
medicalFacilities.bills.get GET /medical-facilities/{facilityId}/bills/{billId} n
medicalFacilities.bills.update PATCH /medical-facilities/{facilityId}/bills/{billId} kb
medicalFacilities.bills.delete DELETE /medical-facilities/{facilityId}/bills/{billId} k
medicalFacilities.records.list GET /medical-facilities/{facilityId}/records nq medicalRecords
medicalFacilities.records.create POST /medical-facilities/{facilityId}/records kb
medicalFacilities.records.get GET /medical-facilities/{facilityId}/records/{recordId} n
medicalFacilities.records.update PATCH /medical-facilities/{facilityId}/records/{recordId} kb
medicalFacilities.records.delete DELETE /medical-facilities/{facilityId}/records/{recordId} k
retrievalRequests.list GET /retrieval-requests nq retrievalRequests
cases.retrievalRequests.list GET /cases/{caseId}/retrieval-requests nq retrievalRequests
cases.retrievalRequests.create POST /cases/{caseId}/retrieval-requests kb
retrievalRequests.get GET /retrieval-requests/{requestId} n
retrievalRequests.update PATCH /retrieval-requests/{requestId} kb
retrievalRequests.transition POST /retrieval-requests/{requestId}/transitions kb
retrievalRequests.followUps.list GET /retrieval-requests/{requestId}/follow-ups nq followUps
retrievalRequests.followUps.create POST /retrieval-requests/{requestId}/follow-ups kb
retrievalRequests.documents.attach POST /retrieval-requests/{requestId}/documents kb
cases.hipaaAuthorizations.list GET /cases/{caseId}/hipaa-authorizations nq hipaaAuthorizations
cases.hipaaAuthorizations.create POST /cases/{caseId}/hipaa-authorizations kb
hipaaAuthorizations.get GET /hipaa-authorizations/{authorizationId} n
hipaaAuthorizations.update PATCH /hipaa-authorizations/{authorizationId} kb
hipaaAuthorizations.revoke POST /hipaa-authorizations/{authorizationId}/revoke kb
retrievalQueue.peek GET /retrieval-queue nq
retrievalQueue.lease POST /retrieval-queue/lease kb
retrievalQueue.ack POST /retrieval-queue/ack kb
reports.list GET /reports nq reports
reports.get GET /reports/{reportId} n
reports.run POST /reports/{reportId}/run nb:organizationIds rows
exports.create POST /exports kb
exports.list GET /exports nq exports
exports.get GET /exports/{exportId} n
exports.delete DELETE /exports/{exportId} k
exports.download GET /exports/{exportId}/download n
exports.cancel POST /exports/{exportId}/cancel k
events.list GET /events nq events*
events.get GET /events/{eventId} n
cases.activity.list GET /cases/{caseId}/activity nq activity
documentEvents.list GET /document-events nq events*
eventTypes.list GET /event-types n
serviceAccounts.list GET /service-accounts nq serviceAccounts
serviceAccounts.create POST /service-accounts kb
serviceAccounts.get GET /service-accounts/{serviceAccountId} n
serviceAccounts.update PATCH /service-accounts/{serviceAccountId} kb
serviceAccounts.pause POST /service-accounts/{serviceAccountId}/pause k
serviceAccounts.resume POST /service-accounts/{serviceAccountId}/resume k
serviceAccounts.rotate POST /service-accounts/{serviceAccountId}/rotate kb
serviceAccounts.revoke POST /service-accounts/{serviceAccountId}/revoke kb
serviceAccounts.requests.list GET /service-accounts/{serviceAccountId}/requests nq requests
serviceAccounts.audit.list GET /service-accounts/{serviceAccountId}/audit nq entries
usage.get GET /usage nq
serviceAccounts.usage.get GET /service-accounts/{serviceAccountId}/usage nq
webhookSubscriptions.list GET /webhook-subscriptions nq webhookSubscriptions
webhookSubscriptions.create POST /webhook-subscriptions kb
webhookSubscriptions.get GET /webhook-subscriptions/{subscriptionId} n
webhookSubscriptions.update PATCH /webhook-subscriptions/{subscriptionId} kb
webhookSubscriptions.delete DELETE /webhook-subscriptions/{subscriptionId} k
webhookSubscriptions.test POST /webhook-subscriptions/{subscriptionId}/test k
webhookSubscriptions.enable POST /webhook-subscriptions/{subscriptionId}/enable k
webhookSubscriptions.disable POST /webhook-subscriptions/{subscriptionId}/disable k
webhookSubscriptions.rotateSecret POST /webhook-subscriptions/{subscriptionId}/rotate-secret k
webhookSubscriptions.recover POST /webhook-subscriptions/{subscriptionId}/recover kb
webhookSubscriptions.deliveries.list GET /webhook-subscriptions/{subscriptionId}/deliveries nq webhookDeliveries
webhookDeliveries.get GET /webhook-deliveries/{deliveryId} n
webhookDeliveries.redeliver POST /webhook-deliveries/{deliveryId}/redeliver k
`;
