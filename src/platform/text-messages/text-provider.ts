/** How the account at a provider is used. The secrets are encrypted where they are stored. */
export type ProviderCredentials =
  | { provider: "twilio"; accountSid: string; authToken: string }
  | {
      provider: "telnyx";
      apiKey: string;
      /** Ed25519, in Base64: verifies webhooks. */
      publicKey: string;
    };

export interface OutgoingText {
  /** E.164. */
  from: string;
  to: string;
  body: string;
  /** Where the provider reports what became of it. */
  statusUrl: string;
}

/** Why a provider, or a carrier, does not deliver. */
export type TextFailure =
  | "number_invalid"
  | "not_mobile"
  | "not_permitted"
  | "carrier_filtered"
  | "provider_rejected"
  | "other";

export type SendOutcome =
  | { outcome: "accepted"; providerMessageId: string }
  /** It certainly was not sent, and may be later. */
  | { outcome: "retry_later"; afterSeconds: number }
  /** `isOptedOut`: the provider has an opt-out of the number. */
  | { outcome: "rejected"; failure: TextFailure; isOptedOut: boolean }
  /** The credentials are not accepted: nothing can be sent with them. */
  | { outcome: "unauthorized" }
  /** The provider may have sent it: ask with `find`, and never send it again. */
  | { outcome: "unknown" };

/** Which of the provider's messages can be one that was attempted, oldest first. Several texts may be alike. */
export type FindOutcome = { outcome: "found"; providerMessageIds: string[] } | { outcome: "absent" | "unknown" };

/** One POST and one look-up. Neither rejects, except when the signal is aborted. */
export interface TextProvider {
  send(text: OutgoingText, signal: AbortSignal): Promise<SendOutcome>;
  /** @param since when the attempt began */
  find(text: Omit<OutgoingText, "statusUrl"> & { since: Date }, signal: AbortSignal): Promise<FindOutcome>;
}

export interface TextWebhook {
  /** As the provider was given it. */
  url: string;
  /** With lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  now: Date;
}

export type ReportedStatus = "queued" | "sent" | "delivered" | "read" | "undelivered" | "failed";

export type TextWebhookContent =
  | {
      kind: "inbound";
      providerMessageId: string;
      from: string;
      /** Of a group, the numbers of all who got it, the firm's among them. */
      to: readonly string[];
      body: string;
      /** Of pictures and other files, which are not fetched. */
      mediaCount: number;
      at: Date;
      /** The provider confirmed a STOP, or replied to HELP or START, itself. */
      isAnswered: boolean;
      /** The provider took it as an opt-out, by its own words or those that the firm set there: it blocks the number. */
      isOptOut: boolean;
    }
  | {
      kind: "report";
      providerMessageId: string;
      status: ReportedStatus;
      failure: TextFailure | null;
      /** The provider has an opt-out of the number. */
      isOptedOut: boolean;
    }
  /** Authentic, but nothing to record. */
  | { kind: "other" };
