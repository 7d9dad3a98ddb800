import * as z from "zod";
import { namedEnum, oneOf } from "../../../contract/enumeration.ts";
import { MergeSource } from "../../../contract/merge-fields.ts";
import { text, trimmedText } from "../../../contract/values/values.ts";
import { esignEnumerations } from "../enumerations.ts";

/** What requests and templates have in common: recipients by key, and fields. */

export const EsignRole = oneOf(esignEnumerations.esignRole);
export const EsignFieldKind = oneOf(esignEnumerations.esignFieldKind);
export type EsignFieldKind = z.infer<typeof EsignFieldKind>;
export const EsignPurpose = oneOf(esignEnumerations.esignPurpose);
export type EsignPurpose = z.infer<typeof EsignPurpose>;

/** Names a recipient within a request or template. */
export const RecipientKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,29}$/)
  .meta({ example: "client" });
export const RecipientLabel = trimmedText(60).meta({
  description: "Stands in events and in the certificate, where the name does not.",
  example: "Client",
});
export const RecipientOrder = z
  .int()
  .min(1)
  .max(20)
  .meta({ description: "Recipients of equal order sign at the same time. By default 1." });

export const smallestField = { width: 8, height: 8 } as const;
export const smallestSignature = { width: 60, height: 14 } as const;
export const maxFields = { ofTemplate: 200, ofRequest: 500 } as const;

export const EsignSets = namedEnum("EsignSets", ["includesMentalHealth", "includesSubstanceUse", "includesHiv"]);
const EsignTextFormat = oneOf(esignEnumerations.esignTextFormat);
const EsignGroupRule = oneOf(esignEnumerations.esignGroupRule);

/** Points from the top left of the page as it is displayed, with at most 3 decimals. */
const Points = z.number().min(0).max(14_400).multipleOf(0.001);

const fieldMembers = {
  recipientKey: RecipientKey.nullable().optional().meta({ description: "Who fills it in; none for `merge`." }),
  kind: EsignFieldKind,
  required: z.boolean().optional().meta({ description: "By default true." }),
  label: trimmedText(120),
  acroField: text(1, 200)
    .nullable()
    .optional()
    .meta({ description: "A form field of the PDF, whose page and rectangle are taken; instead of these." }),
  page: z.int().min(1).max(500).nullable().optional(),
  x: Points.nullable().optional().meta({ description: "Points from the left edge of the page as displayed." }),
  y: Points.nullable().optional().meta({ description: "Points from the top edge of the page as displayed." }),
  width: Points.nullable().optional().meta({ description: "At least 8; 60 for a signature." }),
  height: Points.nullable().optional().meta({ description: "At least 8; 14 for a signature." }),
  format: EsignTextFormat.nullable().optional().meta({ description: "Of `text`; by default `any`." }),
  maxLength: z.int().min(1).max(500).nullable().optional().meta({ description: "Of `text`; by default 100." }),
  group: z
    .strictObject({ key: RecipientKey, rule: EsignGroupRule })
    .nullable()
    .optional()
    .meta({ description: "Of `checkbox`: boxes of one key belong together." }),
  source: MergeSource.nullable().optional().meta({
    description: "Of `merge`, which requires it: what fills it in.",
    example: "client.fullName",
  }),
  fallback: text(0, 200)
    .nullable()
    .optional()
    .meta({ description: "Of `merge`: what fills it in where the source has no value. Without it, that is an error." }),
  sets: EsignSets.nullable()
    .optional()
    .meta({ description: "Of `checkbox` and `initials`: what of a HIPAA authorization it agrees to." }),
  fontSize: z.number().min(6).max(24).optional().meta({ description: "In points; by default 10." }),
};

type FieldInput = z.infer<z.ZodObject<typeof fieldMembers>>;
type Place = Pick<FieldInput, "kind" | "acroField" | "page" | "x" | "y" | "width" | "height">;

/** Members that only some kinds have. */
const kindsOf: Readonly<Record<string, readonly EsignFieldKind[]>> = {
  format: ["text"],
  maxLength: ["text"],
  group: ["checkbox"],
  source: ["merge"],
  fallback: ["merge"],
  sets: ["checkbox", "initials"],
};

/** What is wrong with a field, by member: of kinds that lack a member, and of its place. */
export function listFieldFaults(field: FieldInput): { member: string; message: string }[] {
  const values = new Map<string, unknown>(Object.entries(field));
  const isGiven = (member: string) => (values.get(member) ?? null) !== null;
  const faults = Object.entries(kindsOf).flatMap(([member, kinds]) =>
    isGiven(member) && !kinds.includes(field.kind)
      ? [{ member, message: `allowed only for ${kinds.join(" and ")}` }]
      : [],
  );
  if (field.kind === "merge" && !isGiven("source")) faults.push({ member: "source", message: "required for merge" });
  if ((field.kind === "merge") === isGiven("recipientKey"))
    faults.push({
      member: "recipientKey",
      message: field.kind === "merge" ? "not allowed for merge" : "required, except for merge",
    });
  return [...faults, ...listPlaceFaults(field)];
}

function listPlaceFaults({ kind, acroField, ...place }: Place): { member: string; message: string }[] {
  const { page, x, y, width, height } = place;
  const given = [page, x, y, width, height].filter((value) => (value ?? null) !== null).length;
  if ((acroField ?? null) !== null)
    return given === 0 ? [] : [{ member: "page", message: "not allowed together with acroField" }];
  if (given < 5) return [{ member: "page", message: "page, x, y, width and height are required without acroField" }];
  const smallest = kind === "signature" ? smallestSignature : smallestField;
  return [
    ...((width ?? 0) < smallest.width ? [{ member: "width", message: `must be at least ${smallest.width}` }] : []),
    ...((height ?? 0) < smallest.height ? [{ member: "height", message: `must be at least ${smallest.height}` }] : []),
  ];
}

const checkField = (field: FieldInput, context: z.core.$RefinementCtx): void => {
  for (const { member, message } of listFieldFaults(field))
    context.addIssue({ code: "custom", path: [member], message });
};

/** A field of one document, as callers give it. */
export const NewEsignField = z.strictObject(fieldMembers).superRefine(checkField).meta({ id: "NewEsignField" });
export type NewEsignField = z.infer<typeof NewEsignField>;

/** A field as it is returned, without its ID and value. */
export const EsignFieldShape = z.object({
  recipientKey: z.string().nullable(),
  kind: EsignFieldKind,
  required: z.boolean(),
  label: z.string(),
  acroField: z.string().nullable(),
  page: z.int().nullable(),
  x: z.number().nullable(),
  y: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  format: EsignTextFormat.nullable(),
  maxLength: z.int().nullable(),
  group: z.object({ key: z.string(), rule: EsignGroupRule }).nullable(),
  source: z.string().nullable(),
  fallback: z.string().nullable(),
  sets: EsignSets.nullable(),
  fontSize: z.number(),
});
export type EsignFieldShape = z.infer<typeof EsignFieldShape>;

const fieldDefaults = {
  recipientKey: null,
  required: true,
  acroField: null,
  page: null,
  x: null,
  y: null,
  width: null,
  height: null,
  format: null,
  maxLength: null,
  group: null,
  source: null,
  fallback: null,
  sets: null,
  fontSize: 10,
};
const textDefaults = { format: "any", maxLength: 100 };

/** A field with its defaults in place. */
export function completeField(field: NewEsignField): EsignFieldShape {
  const given = Object.entries(field).filter(([, value]) => (value ?? null) !== null);
  return EsignFieldShape.parse({
    ...fieldDefaults,
    ...(field.kind === "text" && textDefaults),
    ...Object.fromEntries(given),
  });
}
