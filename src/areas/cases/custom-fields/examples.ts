import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import type { CustomFieldDefinition } from "./schema.ts";

const { organizationId, caseId } = ids;
const created = { revision: 1, createdAt: times.stage, updatedAt: times.stage } as const;

export const customFieldDefinition = {
  id: "cfd_01kf3md5s6v8x0z2b4d6f8h0k2",
  organizationId,
  entity: "case",
  key: "exposure",
  label: "Exposure",
  type: "select",
  options: [
    { value: "low", label: "Low", archived: false },
    { value: "high", label: "High", archived: false },
  ],
  required: true,
  section: "Valuation",
  order: 10,
  caseTypes: ["truck_accident"],
  archived: false,
  ...created,
} satisfies CustomFieldDefinition;

const ofDefinition = { definitionId: customFieldDefinition.id };
const changed = { revision: 2, updatedAt: times.now };

export const customFieldExamples = {
  "customFieldDefinitions.list": {
    parameters: { entity: "case", sort: "order" },
    response: { customFieldDefinitions: [customFieldDefinition], nextCursor: null },
  },
  "customFieldDefinitions.get": { parameters: ofDefinition, response: { customFieldDefinition } },
  "customFieldDefinitions.create": {
    body: {
      entity: "case",
      key: customFieldDefinition.key,
      label: customFieldDefinition.label,
      type: "select",
      options: [
        { value: "low", label: "Low" },
        { value: "high", label: "High" },
      ],
      required: true,
      section: customFieldDefinition.section,
      order: 10,
      caseTypes: [...customFieldDefinition.caseTypes],
    },
    response: { customFieldDefinition },
  },
  "customFieldDefinitions.update": {
    parameters: ofDefinition,
    body: { required: false },
    response: { customFieldDefinition: { ...customFieldDefinition, required: false, ...changed } },
  },
  "cases.customFields.get": {
    parameters: { caseId },
    response: { customFields: { policyLimitConfirmed: true }, missing: ["exposure"] },
  },
  "cases.customFields.update": {
    parameters: { caseId },
    body: { customFields: { exposure: "high" } },
    response: { customFields: { policyLimitConfirmed: true, exposure: "high" }, missing: [] },
  },
} satisfies Record<string, OperationExample>;
