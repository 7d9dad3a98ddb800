import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { namedEnum } from "../../../contract/enumeration.ts";
import { maxInputLength } from "../../../contract/merge-fields.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { base64File } from "../../../contract/values/base64-file.ts";
import { GivenInstant, Id, isUnique, Name, text, versionFields } from "../../../contract/values/values.ts";
import {
  EsignFieldShape,
  EsignPurpose,
  EsignRole,
  maxFields,
  NewEsignField,
  RecipientKey,
  RecipientLabel,
  RecipientOrder,
} from "../requests/schema.parts.ts";

const TemplateRecipient = z.object({
  key: z.string(),
  label: z.string(),
  role: EsignRole,
  order: z.int(),
});

const AcroField = z
  .object({
    name: z.string(),
    kind: z.string().meta({ description: "`text`, `checkbox`, `signature` or another kind of the PDF." }),
    page: z.int().nullable(),
    x: z.number().nullable(),
    y: z.number().nullable(),
    width: z.number().nullable(),
    height: z.number().nullable(),
  })
  .meta({ id: "EsignAcroField", description: "A form field of the PDF with the place of its first widget." });
export type AcroField = z.infer<typeof AcroField>;

const Page = z.object({
  number: z.int(),
  width: z.number().meta({ description: "Points, as displayed." }),
  height: z.number(),
});

const TemplateFile = z
  .object({
    fileName: z.string(),
    sizeBytes: z.int(),
    sha256: z.string(),
    pageCount: z.int(),
    pages: z.array(Page),
    acroFields: z.array(AcroField).meta({ description: "At most 200." }),
  })
  .meta({ id: "EsignTemplateFile" });

const Problem = z
  .object({
    code: namedEnum("EsignTemplateProblemCode", [
      "page_out_of_range",
      "field_outside_page",
      "missing_acro_field",
      "missing_signature",
    ]),
    field: z
      .string()
      .nullable()
      .meta({ description: "The label of the field; of `missing_signature` the label of the recipient." }),
  })
  .meta({ id: "EsignTemplateProblem" });
export type TemplateProblem = z.infer<typeof Problem>;

export const EsignTemplate = z
  .object({
    id: Id,
    organizationId: Id,
    name: z.string(),
    description: z.string().nullable(),
    purpose: EsignPurpose,
    recipients: z.array(TemplateRecipient),
    fields: z.array(EsignFieldShape),
    file: TemplateFile,
    isReady: z.boolean().meta({ description: "Whether requests can be sent with it: it has no problems." }),
    problems: z.array(Problem).meta({ description: "What does not fit the file, at most 10." }),
    archived: z.boolean(),
    externalId: z.string().nullable(),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "EsignTemplate" });
export type EsignTemplate = z.infer<typeof EsignTemplate>;

/** Without what is long: the fields, and the pages and form fields of the file. */
export const EsignTemplateInEvent = EsignTemplate.omit({ fields: true })
  .extend({
    file: TemplateFile.omit({ pages: true, acroFields: true }).meta({ id: "EsignTemplateFileInEvent" }),
  })
  .meta({ id: "EsignTemplateInEvent" });
export type EsignTemplateInEvent = z.infer<typeof EsignTemplateInEvent>;

const FileName = Name.meta({ description: "By default that of a form's file.", example: "fee-agreement.pdf" });

/** A file of a form is received before the input is read; JSON has it in `content`. */
const fileMembers = { fileName: FileName, content: base64File("The PDF").optional() };

const Description = text(1, 2_000).nullable();
const ExternalId = text(1, 200).nullable();

export const NewEsignTemplate = z.strictObject({
  name: Name,
  description: Description.optional(),
  purpose: EsignPurpose,
  externalId: ExternalId.optional(),
  ...fileMembers,
});
export type NewEsignTemplate = Pick<
  z.infer<typeof NewEsignTemplate>,
  "name" | "description" | "purpose" | "externalId"
>;

export const NewTemplateFile = z.strictObject(fileMembers);

const NewTemplateRecipient = z
  .strictObject({
    key: RecipientKey,
    label: RecipientLabel,
    role: EsignRole.optional().meta({ description: "By default `signer`." }),
    order: RecipientOrder.optional(),
  })
  .meta({ id: "NewEsignTemplateRecipient" });

export const EsignTemplateChanges = z
  .strictObject({
    name: Name,
    description: Description,
    purpose: EsignPurpose,
    recipients: z
      .array(NewTemplateRecipient)
      .max(10)
      .refine((recipients) => isUnique(recipients.map(({ key }) => key)), "must not contain a key twice")
      .meta({ description: "Replaces all." }),
    fields: z.array(NewEsignField).max(maxFields.ofTemplate).meta({ description: "Replaces all." }),
    archived: z.boolean(),
    externalId: ExternalId,
  })
  .partial();
export type EsignTemplateChanges = z.infer<typeof EsignTemplateChanges>;

export const EsignTemplateQuery = z.strictObject({
  ...sortedPageInput,
  purpose: EsignPurpose.optional(),
  archived: z.boolean().optional(),
  updatedSince: GivenInstant.optional(),
});
export type EsignTemplateQuery = z.infer<typeof EsignTemplateQuery>;

/** Values that the caller gives, by the key of `input.<key>`. */
export const EsignInput = z
  .record(z.string().regex(/^[a-z][A-Za-z0-9_]{0,59}$/), text(1, maxInputLength))
  .refine((input) => Object.keys(input).length <= maxFields.ofTemplate, "must contain at most 200 values")
  .meta({ description: "Values of `input.<key>` by key.", maxProperties: maxFields.ofTemplate });

export const PreviewInput = z
  .strictObject({ caseId: Id.optional(), leadId: Id.optional(), input: EsignInput.optional() })
  .refine(({ caseId, leadId }) => (caseId === undefined) !== (leadId === undefined), {
    path: ["caseId"],
    message: "exactly one of caseId and leadId is required",
  });

export const MergeFieldPreview = z
  .object({
    label: z.string(),
    source: z.string(),
    isResolved: z
      .boolean()
      .meta({ description: "Whether the source has a value. A field without one needs a fallback." }),
    usesFallback: z.boolean(),
    value: z
      .string()
      .nullable()
      .meta({ description: "What the document would show; null for callers who may not read the records." }),
  })
  .meta({ id: "EsignMergeFieldPreview" });
export type MergeFieldPreview = z.infer<typeof MergeFieldPreview>;
