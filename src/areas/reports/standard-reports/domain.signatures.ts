import type { StandardReport } from "./domain.definition.ts";

export const signatureReports: readonly StandardReport[] = [
  {
    id: "std_signatures_outstanding",
    name: "Signatures outstanding",
    description: "Lists signature requests that are out, those that expire first at the top.",
    category: "pipeline",
    entity: "esign_requests",
    definition: {
      columns: [
        { key: "expires", field: "expiresAt", label: "Expires" },
        { key: "number", field: "sequenceId", label: "Number" },
        { key: "purpose", field: "purpose", label: "Purpose" },
        { key: "case", field: "caseSequenceId", label: "Case" },
        { key: "attorney", field: "attorneyName", label: "Attorney" },
        { key: "daysOut", field: "daysOut", label: "Days out" },
        { key: "signed", field: "signedCount", label: "Signed" },
        { key: "signers", field: "signerCount", label: "Signers" },
        { key: "needsAttention", field: "needsAttention", label: "Needs attention" },
      ],
      filters: [{ field: "status", operator: "equals", value: "sent" }],
      sort: [{ column: "expires" }],
    },
  },
];
