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
import { createLead } from "../leads/fixtures.ts";
import { draftDocument, draftRequest } from "./requests/examples.ts";
import { ids } from "../../contract/examples/example-story.ts";
import type { RecordReference } from "../../rpc/context.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  readRecord,
  anything,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../testing/harness/requests/example-request.ts";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { testSecret } from "../../testing/harness/server.ts";
import { changeRow, createCase, insertFor, relateCase, type TestTenant } from "../../testing/harness/tenant.ts";
import { encryptSubmission, type Submission } from "./submissions/domain.ts";
import { aboutRow, changeShown } from "../../testing/harness/tenant-requests.ts";

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

/** Stores that a recipient signed, as the signing page does; their status is the caller's to change. */
export async function createSubmission(
  tenant: TestTenant,
  recipientId: string,
  { signature = { mode: "typed", text: "Rosa Diaz" }, values = {} }: Partial<Submission> = {},
): Promise<void> {
  const { organizationId } = tenant;
  const of = { organizationId, recipientId };
  const encrypted = encryptSubmission(createInstallationKeys(testSecret).pii, of, { signature, values });
  await insertFor(tenant, { EsignSubmission: { ...of, ...encrypted } });
  await changeRow(tenant, "EsignRecipient", recipientId, { signature: "encrypted" });
}

/** Rows of the tables that no scenario fills. */
export async function createEsignRows(tenant: TestTenant): Promise<void> {
  const { organizationId } = tenant;
  const { esignRequestId: requestId, recipientId } = await createEsignRequest(tenant);
  await createSubmission(tenant, recipientId);
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

/** A request that is out, whose client was notified long ago. */
export const createSentRequest = (
  tenant: TestTenant,
  ofRecipient: Partial<Values<"EsignRecipient">> = {},
): Promise<CreatedEsignRequest> =>
  createEsignRequest(
    tenant,
    { status: "sent", sentAt: "2026-03-01T15:00:00.000Z", expiresAt: "2199-03-29T04:59:59.999Z" },
    { status: "sent", sentAt: "2026-03-01T15:00:00.000Z", ...ofRecipient },
  );

/** A request about one that is out. */
const onSent =
  ({
    isOfRecipient = false,
    delivery = "email",
    ...more
  }: Partial<Arrangement> & { isOfRecipient?: boolean; delivery?: string }): Scenario =>
  async (tenant) => {
    const created = await createSentRequest(tenant, { delivery });
    const { esignRequestId, recipientId } = created;
    const named = { esignRequestId, ...(isOfRecipient && { recipientId }) };
    return {
      ...aboutRow(tenant, "EsignRequest", { esignRequestId }, { endReason: "Changed" }),
      pathValues: named,
      touched: () => ({ entity: "esign_request", id: esignRequestId, relatedIds: relateCreated(created) }),
      diff: anything,
      ...more,
    };
  };

/** Any change. */

/** What the event of a new request names. */
function touchCreated(response: ResponseBody, ofOwner: RecordReference[]) {
  const recipients = readRecord(response, "esignRequest")["recipients"] as { id: string }[];
  return {
    entity: "esign_request",
    id: readId(response, "esignRequest"),
    relatedIds: [...ofOwner, ...recipients.map(({ id }) => ({ entity: "esign_recipient", id }))],
  };
}

export const esignRequestScenarios = {
  "esignRequests.list": async (tenant) => {
    const { caseId } = await createEsignRequest(tenant);
    return { query: { caseId, status: "draft", sort: "updated" } };
  },
  "esignRequests.get": asRead(onDraft({})),
  "esignRequests.delete": onDraft({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
  "cases.esignRequests.create": async (tenant) => {
    const { caseId, clientId } = await createCase(tenant);
    const { esignTemplateId } = await createEsignTemplate(tenant);
    return {
      pathValues: { caseId },
      ownValues: {
        [draftDocument.esignTemplateId]: esignTemplateId,
        [ids.clientId]: clientId,
        [draftRequest.externalId]: newName(),
      },
      change: changeShown(tenant, "EsignRequest", "esignRequest", { endReason: "Changed" }),
      touched: (response: ResponseBody) => touchCreated(response, relateCase({ caseId, clientId })),
      diff: {},
    };
  },
  "leads.esignRequests.create": async (tenant) => {
    const leadId = await createLead(tenant);
    const { esignTemplateId } = await createEsignTemplate(tenant);
    return {
      pathValues: { leadId },
      ownValues: {
        [draftDocument.esignTemplateId]: esignTemplateId,
        [ids.leadId]: leadId,
        [draftRequest.externalId]: newName(),
      },
      change: changeShown(tenant, "EsignRequest", "esignRequest", { endReason: "Changed" }),
      touched: (response: ResponseBody) => touchCreated(response, [{ entity: "lead", id: leadId }]),
      standsAlone: true,
      diff: {},
    };
  },
  "esignRequests.update": onDraft({ diff: { expiresInDays: { from: 30, to: 21 } } }),
  "esignRequests.send": onDraft({
    diff: { status: { from: "draft", to: "preparing" }, availableTransitions: anything },
  }),
  "esignRequests.void": onSent({}),
  "esignRequests.remind": onSent({}),
  "esignRequests.recipients.update": onSent({ isOfRecipient: true, dataScopes: ["documents:read"] }),
  "esignRequests.recipients.signingUrl.create": onSent({
    isOfRecipient: true,
    delivery: "link",
    recordIn: null,
    dataScopes: ["documents:read"],
  }),
  "esignRequests.auditTrail.list": asRead(onDraft({})),
  "esignRequests.verify": () => Promise.resolve({}),
} satisfies Record<string, Scenario>;
