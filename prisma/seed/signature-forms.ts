import type { Row } from "../../src/platform/database/tables.ts";
import { writePdf } from "./pdf.ts";

/** A field of a form that recipients fill in; what it does not say is the column's default. */
type FormField = Pick<Row<"EsignField">, "kind" | "label" | "recipientKey" | "page" | "x" | "y" | "width" | "height"> &
  Partial<Pick<Row<"EsignField">, "required" | "sets" | "fontSize">>;

interface FormRecipient {
  key: "client" | "attorney";
  label: string;
  role: "signer";
  order: number;
}

/** A form that the demo's firms have signed. */
export interface Form {
  purpose: "retainer_agreement" | "hipaa_authorization";
  name: string;
  description: string;
  fileName: string;
  recipients: readonly FormRecipient[];
  fields: readonly FormField[];
  /** The lines of its pages; `who` is the client, or a line to fill in. */
  write: (who: string, firmName: string) => Buffer;
  pageCount: number;
}

const client: FormRecipient = { key: "client", label: "Client", role: "signer", order: 1 };
const attorney: FormRecipient = { key: "attorney", label: "Attorney", role: "signer", order: 2 };

/** The places where somebody signs, and beside it the day. */
function signAt(recipientKey: FormRecipient["key"], label: string, page: number, y: number): FormField[] {
  return [
    { kind: "signature", label: `${label}'s signature`, recipientKey, page, x: 72, y, width: 220, height: 36 },
    { kind: "date_signed", label: "Date", recipientKey, page, x: 320, y: y + 12, width: 90, height: 20 },
  ];
}

const box = (label: string, sets: string, y: number): FormField => ({
  kind: "checkbox",
  label,
  recipientKey: "client",
  page: 1,
  x: 72,
  y,
  width: 14,
  height: 14,
  required: false,
  sets,
});

export const retainer: Form = {
  purpose: "retainer_agreement",
  name: "Contingent fee agreement",
  description: "Three pages, signed by the client and then by the attorney.",
  fileName: "contingent-fee-agreement.pdf",
  recipients: [client, attorney],
  fields: [
    { kind: "initials", label: "Initials", recipientKey: "client", page: 2, x: 480, y: 700, width: 60, height: 24 },
    ...signAt("client", "Client", 3, 200),
    ...signAt("attorney", "Attorney", 3, 300),
  ],
  write: (who, firmName) =>
    writePdf([
      [
        "Contingent fee agreement",
        "",
        `Client: ${who}`,
        `Firm: ${firmName}`,
        "",
        "1. The client hires the firm to recover damages for personal injuries.",
        "2. The fee is 33 1/3 percent of the recovery before suit is filed.",
        "3. If nothing is recovered, the client owes no fee.",
      ],
      [
        "4. The firm advances the costs of the case.",
        "5. Costs that were advanced are reimbursed from the recovery.",
        "6. Nothing is settled without the client's consent.",
        "7. The client may end this agreement at any time in writing.",
      ],
      ["8. Both have read and understood this agreement.", "", "Signatures"],
    ]),
  pageCount: 3,
};

export const hipaa: Form = {
  purpose: "hipaa_authorization",
  name: "HIPAA authorization",
  description: "One page; the client checks each sensitive category that may be released.",
  fileName: "hipaa-authorization.pdf",
  recipients: [client],
  fields: [
    box("Mental health records", "includesMentalHealth", 200),
    box("Substance use records (42 CFR Part 2)", "includesSubstanceUse", 218),
    box("HIV records", "includesHiv", 236),
    ...signAt("client", "Client", 1, 320),
  ],
  write: (who, firmName) =>
    writePdf([
      [
        "Authorization to release health information (45 CFR 164.508)",
        "",
        `Patient: ${who}`,
        `My providers may release my records to ${firmName}.`,
        "This authorization ends when my case ends. I may revoke it in writing.",
        "",
        "The records may include:",
        "     mental health records",
        "     substance use records (42 CFR Part 2)",
        "     HIV records",
      ],
    ]),
  pageCount: 1,
};

export const forms: readonly Form[] = [retainer, hipaa];
