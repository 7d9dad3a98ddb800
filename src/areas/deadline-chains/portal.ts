import * as z from "zod";
import { portalOperation } from "../../rpc/operation.ts";
import { setTemplateVerification } from "./templates/domain.ts";
import { chainTemplateProcedures } from "./operations.ts";
import { ChainTemplate, ChosenTemplate, TemplateVerification } from "./schema.ts";

export const deadlineChainsPortal = {
  ...chainTemplateProcedures,
  "deadlineChainTemplates.setVerification": portalOperation({
    summary: "Verify or disable a chain template, or take that back",
    permission: "organization:manage",
    tier: "write",
    confirm: "second_factor",
    emits: ["deadline_chain_template.updated"],
    errors: ["STALE_REVISION", "NOT_FOUND", "FORBIDDEN"],
  })
    .input(ChosenTemplate.extend({ verification: TemplateVerification }))
    .output(z.object({ chainTemplate: ChainTemplate }))
    .mutation(async ({ ctx, input: { verification, ...chosen } }) => ({
      chainTemplate: await setTemplateVerification(ctx, chosen, verification),
    })),
};
