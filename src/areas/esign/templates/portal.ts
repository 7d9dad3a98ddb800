import * as z from "zod";
import { Id, Name, PartyName, Revision } from "../../../contract/values/values.ts";
import { withIfMatch, type Context } from "../../../rpc/context.ts";
import { portalOperation } from "../../../rpc/operation.ts";
import { findCases, FoundCase } from "../../cases/list/domain.finding.ts";
import { createEsignRequest } from "../requests/domain.creation.ts";
import { EsignPurpose } from "../requests/schema.parts.ts";
import { offerTemplateFile } from "./domain.file.ts";
import { describeTrial } from "./domain.trial.ts";
import { createTemplate, getTemplate, replaceTemplateFile, updateTemplate } from "./domain.ts";
import { EsignInput, EsignTemplate, EsignTemplateChanges } from "./schema.ts";

const reading = { permission: "esign:manage", tier: "read" } as const;
const changing = { permission: "esign:manage", tier: "write" } as const;
const Chosen = z.strictObject({ esignTemplateId: Id, expectedRevision: Revision });
const Shown = z.object({ esignTemplate: EsignTemplate });

function memberOf({ principal }: Context): string {
  if (principal.kind !== "member") throw new Error("only the portal sends tests");
  return principal.memberId;
}

/** Members change templates without being attorneys: keys do so on behalf of one. */
export const esignTemplatesPortal = {
  "esignTemplates.upload": portalOperation({
    ...changing,
    summary: "Create a signature template of a PDF",
    upload: true,
    emits: ["esign_template.created"],
    errors: ["DUPLICATE_ENTRY"],
  })
    .input(z.strictObject({ name: Name, purpose: EsignPurpose }))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ esignTemplate: await createTemplate(ctx, input) })),

  "esignTemplates.uploadFile": portalOperation({
    ...changing,
    summary: "Replace the file of a signature template",
    upload: true,
    emits: ["esign_template.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION"],
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input: { esignTemplateId, expectedRevision } }) => ({
      esignTemplate: await replaceTemplateFile(withIfMatch(ctx, expectedRevision), esignTemplateId),
    })),

  "esignTemplates.edit": portalOperation({
    ...changing,
    summary: "Change a signature template",
    emits: ["esign_template.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "DUPLICATE_ENTRY"],
  })
    .input(Chosen.extend(EsignTemplateChanges.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { esignTemplateId, expectedRevision, ...changes } }) => ({
      esignTemplate: await updateTemplate(withIfMatch(ctx, expectedRevision), esignTemplateId, changes),
    })),

  "esignTemplates.offerFile": portalOperation({
    ...reading,
    summary: "Sign a URL of a template's file, to show its pages",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ esignTemplateId: Id }))
    .output(z.object({ url: z.string() }))
    .query(({ ctx, input }) => offerTemplateFile(ctx, input.esignTemplateId)),

  "esignTemplates.sendTest": portalOperation({
    ...changing,
    summary: "Send a template to oneself for signature",
    emits: ["esign_request.created"],
    mayEmit: ["esign_request.updated"],
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ esignTemplateId: Id, caseId: Id, input: EsignInput.optional() }))
    .output(z.object({ esignRequest: z.object({ id: Id }) }))
    .mutation(async ({ ctx, input: { esignTemplateId, caseId, input = {} } }) => {
      const template = await getTemplate(ctx, esignTemplateId);
      return { esignRequest: await createEsignRequest(ctx, { caseId }, describeTrial(template, memberOf(ctx), input)) };
    }),

  "esignTemplates.findCases": portalOperation({
    ...reading,
    summary: "Find a case whose values a template shows, by its number or its client's name",
    errors: ["FORBIDDEN"],
  })
    .input(z.strictObject({ q: PartyName }))
    .output(z.object({ cases: z.array(FoundCase) }))
    .query(async ({ ctx, input }) => ({ cases: await findCases(ctx, input.q) })),
};
