import { describeDay } from "./domain.mail-days.ts";
import type { ReferralNotice } from "./schema.ts";

export function isAboutReferral(notice: { kind: string }): notice is ReferralNotice {
  return notice.kind.startsWith("referral.");
}

export function describeReferralPlace({ parameters }: ReferralNotice): string {
  return `/referrals?referral=${parameters.referralId}`;
}

/** `Referral received: REF-2026-00042`: neither the client nor the matter. */
export function describeReferral({ kind, parameters }: ReferralNotice): { subject: string; sentences: string[] } {
  const { number, firmName } = parameters;
  switch (kind) {
    case "referral.received":
      return {
        subject: `Referral received: ${number}`,
        sentences: [
          `${firmName} refers a matter to your firm: referral ${number}.`,
          `Accept or decline it by ${describeDay(parameters.responseDueOn)}.`,
        ],
      };
    case "referral.attention":
      return {
        subject: `Referral needs attention: ${number}`,
        sentences: [describeAttention(parameters), "Open the referral to see what to do."],
      };
    default:
      return kind satisfies never;
  }
}

function describeAttention({
  number,
  firmName,
  attention,
}: Extract<ReferralNotice, { kind: "referral.attention" }>["parameters"]): string {
  if (attention === "documents_failed")
    return `A document of referral ${number} could not be copied between your firm and ${firmName}.`;
  const record = attention === "lead_not_moved" ? "lead" : "case";
  return `${firmName} accepted referral ${number}, and its ${record} could not be moved to "referred out".`;
}
