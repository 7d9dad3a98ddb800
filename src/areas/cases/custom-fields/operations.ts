import * as z from "zod";
import { CustomFieldChanges } from "../../../contract/values/custom-fields.ts";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import {
  createDefinition,
  getDefinition,
  listDefinitions,
  readCaseCustomFields,
  updateCaseCustomFields,
  updateDefinition,
} from "./domain.definitions.ts";
import {
  CaseCustomFields,
  CustomFieldDefinition,
  CustomFieldDefinitionChanges,
  CustomFieldDefinitionFilter,
  NewCustomFieldDefinition,
} from "./schema.ts";

const reading = { area: "Cases", scope: "cases:read" } as const;
const changing = { area: "Cases", scope: "cases:write", readBy: "cases:read" } as const;
const Shown = z.object({ customFieldDefinition: CustomFieldDefinition });

/** The fields that a firm adds to cases and leads, and a case's values of them. */
export const customFieldProcedures = {
  "customFieldDefinitions.list": operation({
    ...reading,
    route: "GET /custom-field-definitions",
    summary: "List custom field definitions",
    description: "Returns the custom fields of cases and leads, including archived ones, newest first by default.",
  })
    .input(CustomFieldDefinitionFilter)
    .output(z.object({ customFieldDefinitions: z.array(CustomFieldDefinition), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listDefinitions(ctx, input)),

  "customFieldDefinitions.get": operation({
    ...reading,
    route: "GET /custom-field-definitions/{definitionId}",
    summary: "Get a custom field definition",
    etag: "customFieldDefinition.revision",
  })
    .input(z.strictObject({ definitionId: Id }))
    .output(Shown)
    .query(async ({ ctx, input }) => ({ customFieldDefinition: await getDefinition(ctx, input.definitionId) })),

  "customFieldDefinitions.create": operation({
    ...changing,
    route: "POST /custom-field-definitions",
    summary: "Create a custom field definition",
    description:
      "Entity, key and type cannot be changed later. Fails with 409 if another field of the entity has the key, archived or not, or if the entity has 200 fields that are not archived.",
    emits: ["custom_field_definition.created"],
    created: { location: "/custom-field-definitions/{customFieldDefinition.id}" },
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "customFieldDefinition.revision",
  })
    .input(NewCustomFieldDefinition)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ customFieldDefinition: await createDefinition(ctx, input) })),

  "customFieldDefinitions.update": operation({
    ...changing,
    route: "PATCH /custom-field-definitions/{definitionId}",
    summary: "Update a custom field definition",
    description:
      "Changes the fields that you send, at least one. `options` replaces the list and must keep every existing value: archive an option that is no longer " +
      "offered. Stored values do not change.",
    emits: ["custom_field_definition.updated"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    etag: "customFieldDefinition.revision",
  })
    .input(CustomFieldDefinitionChanges.extend({ definitionId: Id }).refine(...changesSomething("definitionId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { definitionId, ...changes } }) => ({
      customFieldDefinition: await updateDefinition(ctx, definitionId, changes),
    })),

  "cases.customFields.get": operation({
    ...reading,
    route: "GET /cases/{caseId}/custom-fields",
    summary: "Get the custom fields of a case",
    description: "Returns the values by field key, and the required fields without a value.",
  })
    .input(z.strictObject({ caseId: Id }))
    .output(CaseCustomFields)
    .query(({ ctx, input }) => readCaseCustomFields(ctx, input.caseId)),

  "cases.customFields.update": operation({
    ...changing,
    route: "PATCH /cases/{caseId}/custom-fields",
    summary: "Update custom fields of a case",
    description:
      "Changes the values of the keys that you send; null removes a value. An unknown key or an invalid value fails with 400 at " +
      "`customFields.<key>`. `If-Match` is the ETag of the case.",
    emits: ["case.updated"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(
      z.strictObject({
        caseId: Id,
        customFields: CustomFieldChanges.refine(
          (changes) => Object.keys(changes).length > 0,
          "must contain at least one field",
        ),
      }),
    )
    .output(CaseCustomFields)
    .mutation(({ ctx, input }) => updateCaseCustomFields(ctx, input.caseId, input.customFields)),
};
