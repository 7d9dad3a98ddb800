import * as z from "zod";
import { CustomFieldChanges } from "../../../contract/custom-fields.ts";
import { Id } from "../../../contract/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { createDefinition, getDefinition, listDefinitions, readCaseCustomFields, updateCaseCustomFields, updateDefinition } from "./domain.definitions.ts";
import {
  CaseCustomFields,
  CustomFieldDefinition,
  CustomFieldDefinitionChanges,
  CustomFieldDefinitionFilter,
  NewCustomFieldDefinition,
} from "./schema.ts";

const reading = { area: "Cases", scope: "cases:read", tier: "read", idempotency: "none" } as const;
const changing = { area: "Cases", scope: "cases:write", tier: "write", idempotency: "required" } as const;
const Shown = z.object({ customFieldDefinition: CustomFieldDefinition });

/** The fields that a firm adds to cases and leads, and a case's values of them. */
export const customFieldProcedures = {
  listDefinitions: operation({
    ...reading,
    method: "GET",
    path: "/custom-field-definitions",
    summary: "List custom field definitions",
    description: "The fields that the organization added to cases and leads, archived ones included, newest first unless sorted otherwise.",
  })
    .input(z.strictObject(CustomFieldDefinitionFilter))
    .output(z.object({ customFieldDefinitions: z.array(CustomFieldDefinition), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listDefinitions(ctx, input)),

  getDefinition: operation({
    ...reading,
    method: "GET",
    path: "/custom-field-definitions/{definitionId}",
    summary: "Get a custom field definition",
    errors: ["NOT_FOUND"],
    etag: "customFieldDefinition.revision",
  })
    .input(z.strictObject({ definitionId: Id }))
    .output(Shown)
    .query(async ({ ctx, input }) => ({ customFieldDefinition: await getDefinition(ctx, input.definitionId) })),

  createDefinition: operation({
    ...changing,
    method: "POST",
    path: "/custom-field-definitions",
    summary: "Create a custom field definition",
    description: "Entity, key and type are final. The key is unique among the entity's fields, archived ones included (409). An entity has at most 200 that are not archived (409).",
    emits: ["custom_field_definition.created"],
    created: { location: "/custom-field-definitions/{customFieldDefinition.id}" },
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "customFieldDefinition.revision",
  })
    .input(NewCustomFieldDefinition)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ customFieldDefinition: await createDefinition(ctx, input) })),

  updateDefinition: operation({
    ...changing,
    method: "PATCH",
    path: "/custom-field-definitions/{definitionId}",
    summary: "Update a custom field definition",
    description:
      "Changes the members that are sent, at least one. `options` replaces the list and must keep every value that was there: what is no longer " +
      "chosen is archived. What records hold stays as it is.",
    emits: ["custom_field_definition.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
    etag: "customFieldDefinition.revision",
  })
    .input(
      CustomFieldDefinitionChanges.extend({ definitionId: Id }).refine((input) => Object.keys(input).length > 1, {
        path: ["body"],
        message: "must change at least one field",
      }),
    )
    .output(Shown)
    .mutation(async ({ ctx, input: { definitionId, ...changes } }) => ({ customFieldDefinition: await updateDefinition(ctx, definitionId, changes) })),

  getCustomFields: operation({
    ...reading,
    method: "GET",
    path: "/cases/{caseId}/custom-fields",
    summary: "Get the custom fields of a case",
    description: "Values by the key of their definition, and which required fields have none.",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ caseId: Id }))
    .output(CaseCustomFields)
    .query(({ ctx, input }) => readCaseCustomFields(ctx, input.caseId)),

  updateCustomFields: operation({
    ...changing,
    method: "PATCH",
    path: "/cases/{caseId}/custom-fields",
    summary: "Update custom fields of a case",
    description:
      "Changes the values of the keys that are sent; null removes one. An unknown key, and a value that its definition does not allow, is 400 at " +
      "`customFields.<key>`. `If-Match` takes the ETag of the case.",
    emits: ["case.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(
      z.strictObject({
        caseId: Id,
        customFields: CustomFieldChanges.refine((changes) => Object.keys(changes).length > 0, "must name at least one field"),
      }),
    )
    .output(CaseCustomFields)
    .mutation(({ ctx, input }) => updateCaseCustomFields(ctx, input.caseId, input.customFields)),
};
