import * as z from "zod";
import { customFieldEnumerations } from "./enumerations.ts";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { CustomFieldKey, CustomFieldValues, maxFields } from "../../../contract/values/custom-fields.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { Id, text, versionFields, visibleName } from "../../../contract/values/values.ts";

export const CustomFieldEntity = oneOf(customFieldEnumerations.customFieldEntity);
export type CustomFieldEntity = z.infer<typeof CustomFieldEntity>;
export const CustomFieldType = oneOf(customFieldEnumerations.customFieldType);
export type CustomFieldType = z.infer<typeof CustomFieldType>;

export const CustomFieldOption = z.strictObject({
  value: text(1, 100).meta({ description: "The stored value; it cannot be changed." }),
  label: visibleName(200),
  archived: z.boolean().default(false).meta({ description: "No longer offered; records that have it keep it." }),
});
export type CustomFieldOption = z.infer<typeof CustomFieldOption>;

const options = z
  .array(CustomFieldOption)
  .max(maxFields)
  .refine((given) => new Set(given.map(({ value }) => value)).size === given.length, "must not contain a value twice")
  .meta({ description: "The options of `select` and `multi_select` in display order." });

/** Entity, key and type are immutable: stored values depend on them. */
const changeable = {
  label: visibleName(200),
  options,
  required: z.boolean().meta({
    description:
      "An existing value cannot be removed. A record without one is accepted and lists the field in `missing`.",
  }),
  section: visibleName(100).nullable().meta({ description: "The heading below which forms show it." }),
  order: z.int().min(0).max(10_000).meta({ description: "The place among the fields of a form." }),
  caseTypes: z
    .array(oneOf(sharedEnumerations.caseType))
    .max(100)
    .meta({ description: "The case types that have the field; empty for all." }),
};

const isChoice = (type: CustomFieldType) => type === "select" || type === "multi_select";

export const NewCustomFieldDefinition = z
  .strictObject({
    entity: CustomFieldEntity,
    key: CustomFieldKey,
    label: changeable.label,
    type: CustomFieldType,
    options: options.default([]),
    required: changeable.required.default(false),
    section: changeable.section.default(null),
    order: changeable.order.default(0),
    caseTypes: changeable.caseTypes.default([]),
  })
  .refine(({ type, options: given }) => !isChoice(type) || given.length > 0, {
    path: ["options"],
    message: "required for select and multi_select",
  })
  .refine(({ type, options: given }) => isChoice(type) || given.length === 0, {
    path: ["options"],
    message: "allowed only for select and multi_select",
  });
export type NewCustomFieldDefinition = z.infer<typeof NewCustomFieldDefinition>;

export const CustomFieldDefinitionChanges = z
  .strictObject({
    ...changeable,
    archived: z.boolean().meta({ description: "An archived field accepts no new values; records keep theirs." }),
  })
  .partial();
export type CustomFieldDefinitionChanges = z.infer<typeof CustomFieldDefinitionChanges>;

export const CustomFieldDefinition = z
  .object({
    id: Id,
    organizationId: Id,
    entity: CustomFieldEntity,
    key: z.string(),
    label: z.string(),
    type: CustomFieldType,
    options: z.array(z.object({ value: z.string(), label: z.string(), archived: z.boolean() })),
    required: z.boolean(),
    section: z.string().nullable(),
    order: z.int(),
    caseTypes: z.array(z.string()),
    archived: z.boolean(),
    ...versionFields,
  })
  .meta({ id: "CustomFieldDefinition" });
export type CustomFieldDefinition = z.infer<typeof CustomFieldDefinition>;

export const CustomFieldDefinitionFilter = z.strictObject({
  ...sortedPageInput,
  sort: z.enum(["newest", "oldest", "updated", "order"]).default("newest"),
  entity: CustomFieldEntity.optional(),
  archived: z.boolean().optional(),
});
export type CustomFieldDefinitionFilter = z.infer<typeof CustomFieldDefinitionFilter>;

export const CaseCustomFields = z.object({
  customFields: CustomFieldValues,
  missing: z.array(z.string()).meta({ description: "Keys of the case type's required fields without a value." }),
});
export type CaseCustomFields = z.infer<typeof CaseCustomFields>;
