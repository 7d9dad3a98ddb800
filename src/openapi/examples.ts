import { billingEnumerations } from "../contract/enumerations.billing.ts";
import { me, scopes } from "./example-records.ts";
import { billingExamples } from "./examples.billing.ts";
import { caseRecordExamples } from "./examples.case-records.ts";
import { caseExamples } from "./examples.cases.ts";
import { clientExamples } from "./examples.clients.ts";
import { contactExamples } from "./examples.contacts.ts";
import { documentExamples } from "./examples.documents.ts";
import { intakeExamples } from "./examples.intake.ts";
import { leadExamples } from "./examples.leads.ts";
import { medicalExamples } from "./examples.medical.ts";
import { reportExamples } from "./examples.reports.ts";
import { eventExamples } from "./examples.events.ts";
import { exportExamples } from "./examples.exports.ts";
import { serviceAccountExamples } from "./examples.service-accounts.ts";
import { webhookExamples } from "./examples.webhooks.ts";
import type { OperationExamples } from "./operation-examples.ts";

const invoiceStatus = {
  name: "invoiceStatus",
  description: billingEnumerations.invoiceStatus.description,
  values: Object.entries(billingEnumerations.invoiceStatus.values).map(([value, description]) => ({ value, description })),
};

/** By the operation's name in the catalogue. */
export const examples: Readonly<Record<string, OperationExamples>> = {
  "platform.getMe": { answer: { me } },
  "platform.listScopes": { answer: { scopes } },
  "platform.listEnumerations": { answer: { enumerations: [invoiceStatus] } },
  "platform.getEnumeration": { parameters: { name: "invoiceStatus" }, answer: { enumeration: invoiceStatus } },
  ...caseExamples,
  ...caseRecordExamples,
  ...clientExamples,
  ...documentExamples,
  ...intakeExamples,
  ...billingExamples,
  ...medicalExamples,
  ...reportExamples,
  ...leadExamples,
  ...contactExamples,
  ...eventExamples,
  ...exportExamples,
  ...serviceAccountExamples,
  ...webhookExamples,
};
