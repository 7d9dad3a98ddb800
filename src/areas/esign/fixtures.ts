import { randomBytes } from "node:crypto";
import {
  buildEsignDocument,
  buildEsignField,
  buildEsignRecipient,
  buildEsignRequest,
  buildEsignTemplate,
  buildEsignTrailEntry,
} from "../../../prisma/seed/builders/esign.ts";
import { newId, type Values } from "../../../prisma/seed/builders/records.ts";
import { anInstant, asRead, type Arrangement, type Scenario } from "../../testing/harness/requests/example-request.ts";
import { createCase, insertFor, relateCase, type TestTenant } from "../../testing/harness/tenant.ts";
import { aboutRow } from "../../testing/harness/tenant-requests.ts";

export interface CreatedEsignTemplate {
  esignTemplateId: string;
  objectId: string;
}

/** A template that is ready, whose file the storage does not have. */
export async function createEsignTemplate(
  tenant: TestTenant,
  values: Partial<Values<"EsignTemplate">> = {},
): Promise<CreatedEsignTemplate> {
  const { organizationId } = tenant;
  const object = { organizationId, id: newId("storedObject") };
  const template = buildEsignTemplate({ organizationId, objectId: object.id, ...values });
  await insertFor(tenant, { StoredObject: object, EsignTemplate: template });
  return { esignTemplateId: template.id, objectId: object.id };
}

const [sentAt, expiresAt, signedAt] = [
  "2026-03-05T16:00:00.000Z",
  "2099-03-20T03:59:59.999Z",
  "2026-03-06T04:30:00.000Z",
];

/** A status with the times that the table requires for it; of a completed request, not the files. */
export const standings = {
  draft: { status: "draft" },
  preparing: { status: "preparing" },
  sent: { status: "sent", sentAt, expiresAt },
  // Still March 5 in New York.
  sealing: { status: "sealing", sentAt, expiresAt, allSignedAt: signedAt },
  voided: { status: "voided", sentAt, expiresAt, allSignedAt: null, endedAt: signedAt },
} as const satisfies Record<string, Partial<Values<"EsignRequest">>>;

export interface CreatedEsignRequest extends CreatedEsignTemplate {
  esignRequestId: string;
  recipientId: string;
  caseId: string;
  clientId: string;
}

/**
 * A request of a case of its own, with one document, one recipient and one field; a draft unless the values say
 * otherwise.
 */
export async function createEsignRequest(
  tenant: TestTenant,
  values: Partial<Values<"EsignRequest">> = {},
  ofRecipient: Partial<Values<"EsignRecipient">> = {},
): Promise<CreatedEsignRequest> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const template = await createEsignTemplate(tenant);
  const request = buildEsignRequest({ organizationId, caseId, ...values });
  const ofRequest = { organizationId, requestId: request.id };
  const recipient = buildEsignRecipient({ ...ofRequest, clientId, ...ofRecipient });
  const { esignTemplateId, objectId: templateObjectId } = template;
  await insertFor(tenant, {
    EsignRequest: request,
    EsignDocument: buildEsignDocument({ ...ofRequest, esignTemplateId, templateObjectId }),
    EsignRecipient: recipient,
    EsignField: buildEsignField(ofRequest),
    EsignTrailEntry: buildEsignTrailEntry(ofRequest),
  });
  return { ...template, esignRequestId: request.id, recipientId: recipient.id, caseId, clientId };
}

/** Rows of the tables that no scenario fills. */
export async function createEsignRows(tenant: TestTenant): Promise<void> {
  const { organizationId } = tenant;
  const { esignRequestId: requestId, recipientId } = await createEsignRequest(tenant);
  const ofRecipient = { organizationId, requestId, recipientId, expiresAt: "2026-03-14T16:00:00.000Z" };
  const linkId = newId("esignLink");
  await insertFor(tenant, {
    EsignLink: { ...ofRecipient, id: linkId, kind: "mail", tokenDigest: randomBytes(32) },
    EsignSession: { ...ofRecipient, id: newId("esignSession"), linkId, tokenDigest: randomBytes(32) },
    EsignConsentText: {
      organizationId,
      id: newId("esignConsentText"),
      language: "en",
      version: 1,
      title: "Signing electronically",
      body: "You can sign on paper instead.",
      sha256: "0".repeat(64),
      createdBy: { type: "system", id: "system", name: "Caseport" },
    },
    EsignSetting: { organizationId, reminders: { firstAfterDays: 3, everyDays: 3, max: 5 } },
  });
}

/** What an event of a request names. */
export const relateCreated = ({ recipientId, ...ofCase }: CreatedEsignRequest) => [
  ...relateCase(ofCase),
  { entity: "esign_recipient", id: recipientId },
];

/** A request about a draft that there is. */
const onDraft =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const created = await createEsignRequest(tenant);
    const { esignRequestId } = created;
    return {
      ...aboutRow(tenant, "EsignRequest", { esignRequestId }, { endReason: "Changed" }),
      touched: () => ({ entity: "esign_request", id: esignRequestId, relatedIds: relateCreated(created) }),
      ...more,
    };
  };

export const esignRequestScenarios = {
  "esignRequests.list": async (tenant) => {
    const { caseId } = await createEsignRequest(tenant);
    return { query: { caseId, status: "draft", sort: "updated" } };
  },
  "esignRequests.get": asRead(onDraft({})),
  "esignRequests.delete": onDraft({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
} satisfies Record<string, Scenario>;
