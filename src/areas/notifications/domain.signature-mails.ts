import type { SignatureNotice } from "./schema.ts";

export function isAboutSignatures(notice: { kind: string }): notice is SignatureNotice {
  return notice.kind.startsWith("esign.");
}

export function describeSignaturesPlace({ parameters }: SignatureNotice): string {
  return `/signatures?request=${parameters.esignRequestId}`;
}

/** `Declined: signature request ES-2026-00042 (case 2026-000123)`: neither its title nor a name. */
export function describeSignatures({ kind, parameters }: SignatureNotice): { subject: string; sentences: string[] } {
  const { number, caseNumber } = parameters;
  const request = `signature request ${number}${caseNumber === null ? "" : ` (case ${caseNumber})`}`;
  switch (kind) {
    case "esign.declined":
      return {
        subject: `Declined: ${request}`,
        sentences: [
          `The recipient "${parameters.label}" declined ${request}.`,
          "The request ended. See the reason in the portal.",
        ],
      };
    case "esign.delivery_failed":
      return {
        subject: `Not delivered: ${request}`,
        sentences: [
          `No email reached the recipient "${parameters.label}" of ${request}.`,
          "Correct the email address: the recipient then gets a new link.",
        ],
      };
    case "esign.seal_failed":
      return {
        subject: `Not sealed: ${request}`,
        sentences: [
          `All recipients have signed ${request}, and the files could not be sealed.`,
          "Nothing is lost: Caseport tries again. The server's log has the cause.",
        ],
      };
    default:
      return kind satisfies never;
  }
}
