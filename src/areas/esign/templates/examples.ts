import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { actors, ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { completeField, type NewEsignField } from "../requests/schema.parts.ts";
import { EsignTemplate } from "./schema.ts";

/** A PDF of one empty page, in Base64. */
const content =
  "JVBERi0xLjQKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9QYWdlcyAyIDAgUj4+ZW5kb2JqCjIgMCBvYmo8PC9UeXBlL1BhZ2VzL0tpZHNbMyAwIFJdL0NvdW50IDE+PmVuZG9iagozIDAgb2JqPDwvVHlwZS9QYWdlL1BhcmVudCAyIDAgUi9NZWRpYUJveFswIDAgNjEyIDc5Ml0vUmVzb3VyY2VzPDw+Pj4+ZW5kb2JqCnhyZWYKMCA0CjAwMDAwMDAwMDAgNjU1MzUgZiAKMDAwMDAwMDAwOSAwMDAwMCBuIAowMDAwMDAwMDUyIDAwMDAwIG4gCjAwMDAwMDAxMDEgMDAwMDAgbiAKdHJhaWxlcjw8L1NpemUgNC9Sb290IDEgMCBSPj4Kc3RhcnR4cmVmCjE3OAolJUVPRgo=";

const recipients = [{ key: "client", label: "Client", role: "signer", order: 1 }] as const;

const fields: NewEsignField[] = [
  {
    kind: "merge",
    label: "Client's name",
    source: "client.fullName",
    page: 1,
    x: 61.2,
    y: 120,
    width: 240,
    height: 18,
  },
  {
    kind: "signature",
    recipientKey: "client",
    label: "Client's signature",
    page: 1,
    x: 61.2,
    y: 633.6,
    width: 183.6,
    height: 39.6,
  },
];

/** As it is created: without recipients and fields. */
export const newTemplate = exampleRecord(EsignTemplate, {
  id: "est_01kf3mt1v3x5z7b9d1f3h5k7m9",
  organizationId: ids.organizationId,
  name: "Fee agreement",
  description: "For motor vehicle cases.",
  purpose: "retainer_agreement",
  recipients: [],
  fields: [],
  problems: [],
  file: {
    fileName: "fee-agreement.pdf",
    sizeBytes: 317,
    sha256: "48c453d5dfbd54cb8283fc711f13692bbbe69325ccea98267e85233eceea4987",
    pageCount: 1,
    pages: [{ number: 1, width: 612, height: 792 }],
    acroFields: [],
  },
  isReady: true,
  archived: false,
  createdBy: actors.vendor,
  revision: 1,
  createdAt: times.stage,
  updatedAt: times.stage,
});

export const esignTemplate = exampleRecord(EsignTemplate, {
  ...newTemplate,
  recipients: [...recipients],
  fields: fields.map(completeField),
  revision: 2,
  updatedAt: times.now,
});

const chosen = { esignTemplateId: esignTemplate.id };
const { name, description, purpose } = esignTemplate;
const { fileName } = newTemplate.file;

export const esignTemplateExamples = {
  "esignTemplates.list": {
    parameters: { purpose },
    response: { esignTemplates: [esignTemplate], nextCursor: null },
  },
  "esignTemplates.get": { parameters: chosen, response: { esignTemplate } },
  "esignTemplates.create": {
    body: { name, description, purpose, fileName, content },
    response: { esignTemplate: newTemplate },
  },
  "esignTemplates.update": {
    parameters: chosen,
    body: { recipients: [...recipients], fields },
    response: { esignTemplate },
  },
  "esignTemplates.file.replace": {
    parameters: chosen,
    body: { fileName, content },
    response: { esignTemplate: { ...esignTemplate, revision: 3 } },
  },
  "esignTemplates.preview": {
    parameters: chosen,
    body: { caseId: ids.caseId },
    response: {
      mergeFields: [
        {
          label: "Client's name",
          source: "client.fullName",
          isResolved: true,
          usesFallback: false,
          value: "Elena Marsh",
        },
      ],
    },
  },
} satisfies Record<string, OperationExample>;
