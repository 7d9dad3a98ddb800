import * as z from "zod";
import { wholePageInput } from "../../../contract/page.ts";
import { pageOfWhole } from "../../../platform/database/lists/whole-list.ts";
import { operation } from "../../../rpc/operation.ts";
import { listConsentTexts } from "./domain.ts";
import { ConsentTextFilter, EsignConsentText } from "./schema.ts";

export const consentTextProcedures = {
  "esignConsentTexts.list": operation({
    area: "E-Sign",
    scope: "esign:read",
    route: "GET /esign-consent-texts",
    summary: "List consent texts",
    description:
      "Returns the texts with which recipients agree to sign electronically (15 U.S.C. § 7001(c)), by language and version: those that Caseport ships, and those that the firm wrote, also superseded ones, to which signatures refer. " +
      "Shipped texts are unverified: an attorney of the firm verifies them, or writes the firm's own, in the portal.",
  })
    .input(ConsentTextFilter.extend(wholePageInput))
    .output(z.object({ consentTexts: z.array(EsignConsentText), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input: { after, limit, ...filter } }) => {
      const list = {
        organizationId: ctx.organizationId,
        name: `consent-texts ${JSON.stringify(filter)}`,
        keyOf: ({ language, version }: EsignConsentText) => `${language} ${String(version).padStart(10, "0")}`,
      };
      const texts = await listConsentTexts(ctx, filter);
      const { rows: consentTexts, nextCursor } = pageOfWhole(list, texts, { after, limit });
      return { consentTexts, nextCursor };
    }),
};
