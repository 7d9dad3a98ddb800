import type { Enumeration } from "./enumeration.ts";
import { billingEnumerations } from "./enumerations.billing.ts";
import { caseRecordEnumerations } from "./enumerations.case-records.ts";
import { casesEnumerations } from "./enumerations.cases.ts";
import { clientsEnumerations } from "./enumerations.clients.ts";
import { contactsEnumerations } from "./enumerations.contacts.ts";
import { documentsEnumerations } from "./enumerations.documents.ts";
import { intakeEnumerations } from "./enumerations.intake.ts";
import { leadsEnumerations } from "./enumerations.leads.ts";
import { medicalEnumerations } from "./enumerations.medical.ts";
import { reportsEnumerations } from "./enumerations.reports.ts";

/** Every enumeration of the API by its name on the wire: what `GET /metadata` lists. */
export const enumerations: Readonly<Record<string, Enumeration>> = {
  ...casesEnumerations,
  ...caseRecordEnumerations,
  ...leadsEnumerations,
  ...clientsEnumerations,
  ...contactsEnumerations,
  ...documentsEnumerations,
  ...intakeEnumerations,
  ...billingEnumerations,
  ...medicalEnumerations,
  ...reportsEnumerations,
};
