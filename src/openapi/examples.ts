import { facility, retrievalRequest } from "./example-records.medical.ts";
import { caseDetail, client, folder, intakeAnswer, invoice, me, scopes } from "./example-records.ts";
import { eventExamples } from "./examples.events.ts";
import { serviceAccountExamples } from "./examples.service-accounts.ts";
import { webhookExamples } from "./examples.webhooks.ts";
import { ids } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

const { accessor, caseId } = ids;

/** By the operation's name in the catalogue. */
export const examples: Readonly<Record<string, OperationExamples>> = {
  "platform.getMe": { answer: { me } },
  "platform.listScopes": { answer: { scopes } },
  "cases.get": { parameters: { caseId }, answer: { case: caseDetail } },
  "clients.update": {
    parameters: { clientId: ids.clientId },
    body: { phone: "+1 512 555 0143", zipCode: "78704" },
    answer: { client },
  },
  "documents.createFolder": {
    parameters: { caseId },
    body: { name: "Mercy General", parentFolderId: ids.parentFolderId },
    answer: { folder },
  },
  "intake.putAnswer": {
    parameters: { caseId, accessor },
    body: { value: intakeAnswer.value },
    answer: { answer: intakeAnswer },
  },
  "intake.deleteAnswer": { parameters: { caseId, accessor }, answer: {} },
  "billing.transitionInvoice": { parameters: { invoiceId: ids.invoiceId }, body: { status: "sent" }, answer: { invoice } },
  "medical.updateFacility": {
    parameters: { facilityId: ids.facilityId },
    body: {
      expectedVersion: 3,
      facilityType: facility.facilityType,
      recordsNeeded: true,
      recordsDepartmentInfo: facility.recordsDepartmentInfo,
    },
    answer: { facility },
  },
  "medical.getRetrievalRequest": { parameters: { requestId: ids.requestId }, answer: { retrievalRequest } },
  ...eventExamples,
  ...serviceAccountExamples,
  ...webhookExamples,
};
