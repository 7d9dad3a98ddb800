import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import type { ClientFollower } from "../../clients/domain.followers.ts";
import type { Client } from "../../clients/domain.creation.ts";
import type { Lead } from "../../leads/domain.changes.ts";
import type { LeadFollower } from "../../leads/domain.followers.ts";
import { saveConsent } from "./domain.ts";

/** A client's `textConsent` is their consent to texts. */
export const clientFollower: ClientFollower = {
  addClient: (context, client) => mirrorClient(context, null, client),
  changeClient: (context, before, after) => mirrorClient(context, before, after),
};

async function mirrorClient(context: Context, before: Client | null, after: Client): Promise<void> {
  const [had, has] = [before?.textConsent ?? null, after.textConsent];
  if (JSON.stringify(had) === JSON.stringify(has)) return;
  const { status, at, source } = has ?? { status: "unknown", at: null, source: null };
  await saveConsent(
    withoutIfMatch(context),
    { entity: "client", id: after.id },
    { channel: "text", status, at, source },
  );
}

/** Who consents on an intake form is opted in to texts and calls (Telephone Consumer Protection Act). */
export const leadFollower: LeadFollower = {
  followLead: async (context, before, after) => {
    const [had, has] = [before?.consent ?? null, after.consent];
    if (has?.tcpaConsented !== true || JSON.stringify(had) === JSON.stringify(has)) return;
    await optIn(withoutIfMatch(context), after.id, has);
  },
};

async function optIn(context: Context, leadId: string, consent: NonNullable<Lead["consent"]>): Promise<void> {
  const { consentedAt = null, consentText = null, ipAddress = null, formUrl = null } = consent;
  const hasProof = [consentText, ipAddress, formUrl].some((each) => each !== null);
  const proof = hasProof ? { text: consentText, ipAddress, formUrl, documentId: null } : null;
  for (const channel of ["text", "call"] as const) {
    await saveConsent(
      context,
      { entity: "lead", id: leadId },
      { channel, status: "opted_in", source: "intake_form", at: consentedAt, proof, yieldsToOptOut: true },
    );
  }
}
