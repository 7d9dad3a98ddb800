import * as z from "zod";
import { portalOperation } from "../../../rpc/operation.ts";
import { putConsent } from "./domain.ts";
import { Consent, GivenConsent } from "./schema.ts";

/** Members record what a person said: keys do so on behalf of an attorney. */
export const consentsPortal = {
  "consents.record": portalOperation({
    permission: "communications:send",
    tier: "write",
    summary: "Record whether a person agreed to texts or emails, with its proof",
    mayEmit: ["consent.updated", "client.updated"],
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
  })
    .input(GivenConsent)
    .output(z.object({ consent: Consent }))
    .mutation(async ({ ctx, input }) => ({ consent: await putConsent(ctx, input) })),
};
