import type * as z from "zod";
import type { EventEntity } from "../../contract/event-types.ts";
import { MemberRecord } from "../../contract/member-record.ts";
import { ScopeRequest } from "../../contract/scope-requests.ts";
import { ChangedOrganization } from "../administration/schema.ts";
import { Invoice } from "../billing/invoices/schema.ts";
import { Payment } from "../billing/payments/schema.ts";
import { CaseDetail } from "../cases/schema.ts";
import { CustomFieldDefinition } from "../cases/custom-fields/schema.ts";
import { StageGate } from "../cases/gates/schema.ts";
import { CaseParty } from "../cases/parties/schema.ts";
import { InsurancePolicy } from "../cases/policies/schema.ts";
import { Tag } from "../cases/tags/schema.ts";
import { Client } from "../clients/schema.ts";
import { Document, Folder } from "../documents/schema.ts";
import { ConflictCheck } from "../contacts/conflicts/schema.ts";
import { Contact, ContactRelationship } from "../contacts/schema.ts";
import { ExportInEvent } from "../exports/schema.ts";
import { IntakeAnswer } from "../intake/answers/schema.ts";
import { IntakeForm } from "../intake/forms/schema.ts";
import { Lead } from "../leads/schema.ts";
import { HipaaAuthorization } from "../medical/authorizations/schema.ts";
import { MedicalBill, MedicalRecord, MedicalTreatment } from "../medical/parts/schema.ts";
import { RetrievalRequest } from "../medical/requests/schema.ts";
import { Facility } from "../medical/facilities/schema.ts";
import { AnnouncedSchedule, Report } from "../reports/schema.ts";
import { ServiceAccount } from "../service-accounts/schema.ts";
import { AnnouncedDelivery, WebhookSubscription } from "../webhooks/schema.ts";

/**
 * What the events of each kind of record carry as `payload`: the record as its GET shows it. The one place where an area
 * knows the others' shapes; the tests hold what is announced against it, property by property.
 */
export const payloadSchemas = {
  case: CaseDetail,
  case_stage_gate: StageGate,
  case_party: CaseParty,
  insurance_policy: InsurancePolicy,
  tag: Tag,
  custom_field_definition: CustomFieldDefinition,
  lead: Lead,
  client: Client,
  folder: Folder,
  document: Document,
  intake_answer: IntakeAnswer,
  intake_form: IntakeForm,
  invoice: Invoice,
  payment: Payment,
  medical_facility: Facility,
  retrieval_request: RetrievalRequest,
  medical_treatment: MedicalTreatment,
  medical_bill: MedicalBill,
  medical_record: MedicalRecord,
  hipaa_authorization: HipaaAuthorization,
  contact: Contact,
  contact_relationship: ContactRelationship,
  // Without its results: who may not read clients or cases reads checks.
  conflict_check: ConflictCheck,
  integration_key: ServiceAccount,
  scope_request: ScopeRequest,
  member: MemberRecord,
  organization: ChangedOrganization,
  webhook_subscription: WebhookSubscription,
  // Without what receivers answered: the feed keeps it longer than deliveries are kept.
  webhook_delivery: AnnouncedDelivery,
  report: Report,
  // Without the values of its parameters: whoever reads events need not see the report's data.
  report_schedule: AnnouncedSchedule,
  // Without what was asked for: whoever reads events need not see the export.
  export: ExportInEvent,
} as const satisfies Record<EventEntity, z.ZodObject>;

export type Payload<Entity extends EventEntity> = z.output<(typeof payloadSchemas)[Entity]>;
