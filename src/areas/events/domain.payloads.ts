import * as z from "zod";
import type { EventEntity } from "../../contract/event-types.ts";
import { MemberRecord } from "../../contract/member-record.ts";
import { ScopeRequest } from "../../contract/scope-requests.ts";
import { Id, Instant, Revision } from "../../contract/values.ts";
import { ChangedOrganization } from "../administration/schema.ts";
import { Invoice } from "../billing/schema.ts";
import { CaseDetail } from "../cases/schema.ts";
import { Client } from "../clients/schema.ts";
import { Folder } from "../documents/schema.ts";
import { IntakeAnswer } from "../intake/schema.ts";
import { Facility, RetrievalRequest } from "../medical/schema.ts";
import { ServiceAccount } from "../service-accounts/schema.ts";
import { AnnouncedDelivery, WebhookSubscription } from "../webhooks/schema.ts";

/** What every document will have: no operation writes documents yet (issue 5), which then brings the whole record. */
const AnnouncedDocument = z.object({
  id: Id,
  organizationId: Id,
  caseId: Id,
  folderId: Id.nullable(),
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  revision: Revision,
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
});

/**
 * What the events of each kind of record carry as `payload`: the record as its GET shows it. The one place where an area
 * knows the others' shapes; the tests hold what is announced against it, property by property.
 */
export const payloadSchemas = {
  case: CaseDetail,
  client: Client,
  folder: Folder,
  document: AnnouncedDocument,
  intake_answer: IntakeAnswer,
  invoice: Invoice,
  medical_facility: Facility,
  retrieval_request: RetrievalRequest,
  integration_key: ServiceAccount,
  scope_request: ScopeRequest,
  member: MemberRecord,
  organization: ChangedOrganization,
  webhook_subscription: WebhookSubscription,
  // Without what receivers answered: the feed keeps it longer than deliveries are kept.
  webhook_delivery: AnnouncedDelivery,
} as const satisfies Record<EventEntity, z.ZodObject>;

export type Payload<Entity extends EventEntity> = z.output<(typeof payloadSchemas)[Entity]>;
