import { newId, type Given, type Values } from "./records.ts";

const createdBy = { type: "system", id: "system", name: "Caseport" };
const hash = "0".repeat(64);

/** A draft of a signature request. Its number follows from its ID. */
export function buildEsignRequest(values: Given<"EsignRequest", "organizationId">): Values<"EsignRequest"> {
  const id = values.id ?? newId("esignRequest", values.createdAt);
  return {
    id,
    sequenceId: `ES-2026-${id.slice(-5)}`,
    title: "Your fee agreement",
    reminders: { firstAfterDays: 3, everyDays: 3, max: 5 },
    createdBy,
    ...values,
  };
}

/** The fee agreement of a request. */
export const buildEsignDocument = (
  values: Given<"EsignDocument", "organizationId" | "requestId">,
): Values<"EsignDocument"> => ({
  id: newId("esignDocument"),
  position: 1,
  purpose: "retainer_agreement",
  name: "Fee agreement",
  ...values,
});

/** The client, who signs first. */
export const buildEsignRecipient = (
  values: Given<"EsignRecipient", "organizationId" | "requestId">,
): Values<"EsignRecipient"> => ({
  id: newId("esignRecipient"),
  key: "client",
  label: "Client",
  name: "Rosa Diaz",
  email: "rosa@example.com",
  ...values,
});

/** A box for the client's signature. */
export const buildEsignField = (values: Given<"EsignField", "organizationId" | "requestId">): Values<"EsignField"> => ({
  id: newId("esignField"),
  position: 1,
  number: 1,
  recipientKey: "client",
  kind: "signature",
  label: "Client's signature",
  page: 1,
  x: 61.2,
  y: 633.6,
  width: 183.6,
  height: 39.6,
  ...values,
});

/** The first entry of a trail, whose hashes are no chain. */
export const buildEsignTrailEntry = (
  values: Given<"EsignTrailEntry", "organizationId" | "requestId">,
): Values<"EsignTrailEntry"> => ({
  number: 1,
  at: "2026-03-14T15:09:26.535Z",
  action: "created",
  actorType: "system",
  actorId: "system",
  actorLabel: "Caseport",
  detail: {},
  previousHash: hash,
  hash,
  ...values,
});

/** A template of one page. */
export const buildEsignTemplate = (
  values: Given<"EsignTemplate", "organizationId" | "objectId">,
): Values<"EsignTemplate"> => {
  const id = values.id ?? newId("esignTemplate", values.createdAt);
  return {
    id,
    name: `Fee agreement ${id}`,
    purpose: "retainer_agreement",
    fileName: "fee-agreement.pdf",
    sizeBytes: 12_000,
    sha256: hash,
    pageCount: 1,
    pages: [{ number: 1, width: 612, height: 792 }],
    isReady: true,
    createdBy,
    ...values,
  };
};

/** A text of the firm's own, the second version of the English one. */
export const buildEsignConsentText = (
  values: Given<"EsignConsentText", "organizationId">,
): Values<"EsignConsentText"> => ({
  id: newId("esignConsentText", values.createdAt),
  language: "en",
  version: 2,
  title: "Signing electronically",
  body: "You can sign on paper instead. It costs you nothing.",
  sha256: hash,
  createdBy,
  ...values,
});
