import { exampleRecord } from "../../../contract/examples/example-record.ts";
import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { hashConsentText, shippedTexts } from "./domain.shipped.ts";
import { EsignConsentText } from "./schema.ts";

const [shipped] = shippedTexts;
if (shipped === undefined) throw new Error("no consent text is shipped");

const text = { title: "Signing electronically", body: shipped.body.replace("law firm", "law office") };

/** The firm's own, verified. */
export const consentText = exampleRecord(EsignConsentText, {
  id: "ect_01kjp8v6s0b3d5f7h9k1m3p5t7",
  language: "en",
  version: 2,
  ...text,
  sha256: hashConsentText(text),
  isCurrent: true,
  source: "organization",
  verification: "verified",
  verifiedBy: { id: ids.attorneyId, firstName: "Margaret", lastName: "Okafor" },
  verifiedAt: times.now,
  createdAt: times.stage,
});

export const consentTextExamples = {
  "esignConsentTexts.list": {
    parameters: { language: "en" },
    response: { consentTexts: [consentText], nextCursor: null },
  },
} satisfies Record<string, OperationExample>;
