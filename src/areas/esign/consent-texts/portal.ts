import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { portalOperation } from "../../../rpc/operation.ts";
import { createConsentTextVersion, verifyConsentText } from "./domain.ts";
import { EsignConsentText, NewConsentText } from "./schema.ts";

const changing = { permission: "esign:manage", tier: "write", confirm: "second_factor" } as const;
const Shown = z.object({ consentText: EsignConsentText });

/** What members do with consent texts; keys read them. */
export const consentTextsPortal = {
  "esignConsentTexts.createVersion": portalOperation({
    ...changing,
    summary: "Write a new version of a consent text",
    emits: ["esign_consent_text.created"],
    errors: ["STALE_REVISION"],
  })
    .input(NewConsentText)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ consentText: await createConsentTextVersion(ctx, input) })),

  "esignConsentTexts.verify": portalOperation({
    ...changing,
    summary: "Verify a consent text",
    mayEmit: ["esign_consent_text.verified"],
    errors: ["NOT_FOUND", "FORBIDDEN", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ consentTextId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ consentText: await verifyConsentText(ctx, input.consentTextId) })),
};
