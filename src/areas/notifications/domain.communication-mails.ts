import type { CommunicationNotice } from "./schema.ts";

export function isAboutCommunications(notice: { kind: string }): notice is CommunicationNotice {
  return notice.kind.startsWith("communications.");
}

export function describeCommunicationsPlace({ kind, parameters }: CommunicationNotice): string {
  return kind === "communications.provider_rejected"
    ? "/settings/communications"
    : `/messages?conversation=${parameters.conversationId}`;
}

const providerNames = { twilio: "Twilio", telnyx: "Telnyx" } as const;

/** Neither names nor numbers nor what was said. */
export function describeCommunications({ kind, parameters }: CommunicationNotice): {
  subject: string;
  sentences: string[];
} {
  switch (kind) {
    case "communications.opt_out_suspected": {
      const { caseNumber } = parameters;
      const place = caseNumber === null ? "" : ` (case ${caseNumber})`;
      return {
        subject: `Possible opt-out${place}`,
        sentences: [
          `A text may ask the firm to stop texting, in words other than STOP${place}.`,
          "No automated text goes to the number until you decide. Read the conversation: record the opt-out, or mark it as no reply needed.",
        ],
      };
    }
    case "communications.unlinked":
      return {
        subject: "A message is waiting to be linked to a case",
        sentences: [
          "A message came in that belongs to no case or lead, or to more than one.",
          "Link the conversation to a case or a lead. Until then it is in no timeline.",
        ],
      };
    case "communications.provider_rejected": {
      const provider = providerNames[parameters.provider];
      return {
        subject: `Texts are waiting: ${provider} rejected the credentials`,
        sentences: [
          `${provider} rejected the credentials of the firm's account. Texts wait until they are replaced; a text that is more than 24 hours late is not sent.`,
          "Replace the credentials under Settings, Communications.",
        ],
      };
    }
    default:
      return kind satisfies never;
  }
}
