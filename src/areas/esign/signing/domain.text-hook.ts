import type { Context } from "../../../rpc/context.ts";
import type { EsignRequestRow } from "../requests/store.ts";

/** Who gets a text, and of which case or lead. */
export interface TextTo {
  place: Pick<EsignRequestRow, "caseId" | "leadId">;
  recipient: Pick<
    EsignRequestRow["recipients"][number],
    "name" | "phone" | "clientId" | "leadId" | "contactId" | "memberId"
  >;
}

/** Why a recipient cannot get a text. */
export interface TextObstacle {
  /** A `sendBlock`, or `not_configured`. */
  block: string;
  /** With the way out. */
  message: string;
}

export interface EsignText {
  /** The words as the firm sees them: with what stands in place of the link or code. */
  shown: string;
  /** The words that the recipient gets. */
  text: string;
  /** Of the page that follows the words; null for a code. */
  path: string | null;
  /** Whether the recipient just asked for it. */
  isRequested: boolean;
}

/** Texts to recipients, which Communications sends: this area does not know it. */
export interface EsignTexts {
  /** Null where a text may be sent now or, in quiet hours, later. */
  findObstacle(context: Context, to: TextTo, isRequested: boolean): Promise<TextObstacle | null>;
  /**
   * Creates the text, which is checked again when it is sent. The case or lead is locked, or has the request that is
   * out. The events are `message.created` and one of the conversation: the calling operation declares them.
   *
   * @returns the message's ID; null where the firm, or the recipient, has no number
   */
  send(context: Context, to: TextTo, text: EsignText): Promise<string | null>;
}

declare module "../../../platform/database/transaction-hooks.ts" {
  interface TransactionHooks {
    readonly esignTexts: EsignTexts;
  }
}

/** What a text to a recipient of a request can record. */
export const textEvents = ["conversation.created", "conversation.updated", "message.created"] as const;

/** Whom a text to a recipient of a request goes to. */
export const toRecipient = ({ caseId, leadId }: TextTo["place"], recipient: TextTo["recipient"]): TextTo => ({
  place: { caseId, leadId },
  recipient,
});
