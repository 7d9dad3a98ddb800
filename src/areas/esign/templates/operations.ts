import * as z from "zod";
import { changesSomething, Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import {
  createTemplate,
  getTemplate,
  listTemplates,
  previewMerge,
  replaceTemplateFile,
  updateTemplate,
} from "./domain.ts";
import {
  EsignTemplate,
  EsignTemplateChanges,
  EsignTemplateQuery,
  MergeFieldPreview,
  NewEsignTemplate,
  NewTemplateFile,
  PreviewInput,
} from "./schema.ts";

const reading = { area: "E-Sign", scope: "esign:read" } as const;
const changing = {
  area: "E-Sign",
  scope: "esign:write",
  readBy: "esign:read",
  etag: "esignTemplate.revision",
} as const;
const Chosen = z.strictObject({ esignTemplateId: Id });
const Shown = z.object({ esignTemplate: EsignTemplate });

const fileRules =
  "The PDF must have at most 25 MiB and 500 pages, and be neither encrypted, signed, an XFA form, nor have scripts, launch actions or attachments; otherwise the request fails with 400. ";

export const esignTemplateProcedures = {
  "esignTemplates.list": operation({
    ...reading,
    route: "GET /esign-templates",
    summary: "List signature templates",
    description: "Returns the templates that match all filters, newest first by default, also archived ones.",
  })
    .input(EsignTemplateQuery)
    .output(z.object({ esignTemplates: z.array(EsignTemplate), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listTemplates(ctx, input)),

  "esignTemplates.get": operation({
    ...reading,
    route: "GET /esign-templates/{esignTemplateId}",
    summary: "Get a signature template",
    etag: "esignTemplate.revision",
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ esignTemplate: await getTemplate(ctx, input.esignTemplateId) })),

  "esignTemplates.create": operation({
    ...changing,
    route: "POST /esign-templates",
    summary: "Create a signature template",
    description: `Creates a template of a PDF. PATCH then sets its recipients and fields; without fields, documents get a page with a box for each signer. ${fileRules}Fails with 409 if another template has the name, ignoring case.`,
    emits: ["esign_template.created"],
    errors: ["DUPLICATE_ENTRY"],
    created: { location: "/esign-templates/{esignTemplate.id}" },
    upload: true,
  })
    .input(NewEsignTemplate)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ esignTemplate: await createTemplate(ctx, input) })),

  "esignTemplates.update": operation({
    ...changing,
    route: "PATCH /esign-templates/{esignTemplateId}",
    summary: "Change a signature template",
    description:
      "Requests that were created of the template do not change. `recipients` and `fields` replace all of them. Fields that do not fit the file are accepted, and are `problems`: a template with problems is not ready.",
    emits: ["esign_template.updated"],
    errors: ["DUPLICATE_ENTRY", "STALE_REVISION"],
  })
    .input(EsignTemplateChanges.extend(Chosen.shape).refine(...changesSomething("esignTemplateId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { esignTemplateId, ...changes } }) => ({
      esignTemplate: await updateTemplate(ctx, esignTemplateId, changes),
    })),

  "esignTemplates.file.replace": operation({
    ...changing,
    route: "POST /esign-templates/{esignTemplateId}/file",
    summary: "Replace the file of a signature template",
    description: `Recipients and fields stay; fields that do not fit the new file become \`problems\`. ${fileRules}`,
    emits: ["esign_template.updated"],
    errors: ["STALE_REVISION"],
    upload: true,
  })
    .input(NewTemplateFile.extend(Chosen.shape))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ esignTemplate: await replaceTemplateFile(ctx, input.esignTemplateId) })),

  "esignTemplates.preview": operation({
    ...reading,
    route: "POST /esign-templates/{esignTemplateId}/merge-preview",
    summary: "Preview the merge fields of a signature template",
    tier: "read",
    description:
      "Returns for each merge field whether its source has a value for the case or lead. With `cases:read` and `clients:read`, for a lead with `leads:read`, also the values. Changes nothing.",
    idempotency: "none",
    showsMoreWith: "clients:read",
  })
    .input(PreviewInput.safeExtend(Chosen.shape))
    .output(z.object({ mergeFields: z.array(MergeFieldPreview) }))
    .query(async ({ ctx, input: { esignTemplateId, ...of } }) => ({
      mergeFields: await previewMerge(ctx, esignTemplateId, of),
    })),
};
