import * as z from "zod";
import type { EventType } from "../../../contract/events/event-types.ts";
import type { OperationMeta } from "../../../contract/operation.ts";
import { changesSomething, Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { acceptReferral } from "./domain.acceptance.ts";
import { updateReferral } from "./domain.changes.ts";
import { createReferral } from "./domain.creation.ts";
import { stateFee, transitionFee } from "../fees/domain.ts";
import { matterEvents } from "./domain.matter.ts";
import { sendReferral } from "./domain.sending.ts";
import { changeFeeTerms, setClientConsent } from "./domain.terms.ts";
import { transitionReferral } from "./domain.transitions.ts";
import { getReferral, listReferrals } from "./domain.ts";
import {
  Accepted,
  FeeTermsChange,
  FeeTransition,
  GivenClientConsent,
  NewReferral,
  Referral,
  ReferralAcceptance,
  ReferralChanges,
  ReferralFilter,
  ReferralSending,
  ReferralTransition,
  StatedFee,
} from "./schema.ts";

const reading = {
  area: "Referrals",
  scope: "referrals:read",
  showsMoreWith: "clients:read",
} as const satisfies Partial<OperationMeta>;
const writing = {
  area: "Referrals",
  scope: "referrals:write",
  readBy: "referrals:read",
  etag: "referral.revision",
  showsMoreWith: "clients:read",
} as const satisfies Partial<OperationMeta>;
/** What one firm does, is written for the other, too: a batch records what happens in one organization. */
const crossing = { ...writing, bulk: false } as const satisfies Partial<OperationMeta>;
const moving = {
  ...crossing,
  echoes: ["referral.status", "referral.availableTransitions"],
  errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
} as const satisfies Partial<OperationMeta>;
const ofFee = {
  ...crossing,
  echoes: ["referral.feeStatus"],
  errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
} as const satisfies Partial<OperationMeta>;
/** What a sent referral can record besides. */
export const sendingEvents = ["referral.received", ...matterEvents] as const satisfies readonly EventType[];
/** What an acceptance can record besides. */
export const acceptanceEvents = [
  ...matterEvents,
  "lead.created",
  "lead.duplicate_flagged",
  "case.created",
  "client.created",
  "deadline.created",
] as const satisfies readonly EventType[];
export const transitionEvents = [
  "referral.status_changed",
  "referral.declined",
  "referral.withdrawn",
  "referral.returned",
  "referral.engaged",
  "referral.closed",
  ...matterEvents,
] as const satisfies readonly EventType[];
const Chosen = z.strictObject({ referralId: Id });
const Shown = z.object({ referral: Referral });
const checkedBy =
  "Rules of the jurisdiction on dividing fees that an attorney of the firm verified reject; others are in `warnings`.";

export const referralProcedures = {
  "referrals.list": operation({
    ...reading,
    route: "GET /referrals",
    summary: "List referrals",
    description: "Returns referrals to and from other firms, newest first by default.",
  })
    .input(ReferralFilter)
    .output(z.object({ referrals: z.array(Referral), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listReferrals(ctx, input)),

  "referrals.create": operation({
    ...writing,
    route: "POST /referrals",
    summary: "Create a referral",
    description: `An outbound referral of a lead or case begins as \`draft\`. An inbound one records what a firm elsewhere referred to the firm, and begins as \`under_review\`. A summary that names the client fails with 400. ${checkedBy}`,
    emits: ["referral.created"],
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    created: { location: "/referrals/{referral.id}" },
  })
    .input(NewReferral)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ referral: await createReferral(ctx, input) })),

  "referrals.get": operation({
    ...reading,
    route: "GET /referrals/{referralId}",
    summary: "Get a referral",
    description:
      "Use the ETag only for `If-Match`: `isUpdateOverdue` and the partner firm's name can change without a new revision of the referral, so the response is never 304.",
    etag: "referral.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ referral: await getReferral(ctx, input.referralId) })),

  "referrals.update": operation({
    ...writing,
    route: "PATCH /referrals/{referralId}",
    summary: "Update a referral",
    description:
      "Changes the fields that you send, at least one; `null` clears a field. What was offered changes only in a draft; later the firm's own fields do, and `leadId` or `caseId` while it is null.",
    emits: ["referral.updated"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
  })
    .input(ReferralChanges.extend(Chosen.shape).refine(...changesSomething("referralId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { referralId, ...changes } }) => ({
      referral: await updateReferral(ctx, referralId, changes),
    })),

  "referrals.send": operation({
    ...moving,
    route: "POST /referrals/{referralId}/send",
    summary: "Send a referral",
    description:
      "Requires `sharingConsentOn`, terms, a summary that does not name the client by now, a lead that is contacted, qualified or under review or a case that is pending or open, and no other live referral of it. " +
      `The key must hold the scopes that read the matter: \`leads:read\`, or \`cases:read\` and \`clients:read\`. Nothing is sent to a firm elsewhere: people send, and this records it. The partner fields of the lead or case are written. ${checkedBy}`,
    emits: ["referral.sent"],
    mayEmit: sendingEvents,
  })
    .input(ReferralSending.extend(Chosen.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { referralId, ...given } }) => ({
      referral: await sendReferral(ctx, referralId, given),
    })),

  "referrals.accept": operation({
    ...moving,
    route: "POST /referrals/{referralId}/accept",
    summary: "Accept a referral",
    description:
      "The handling firm takes the matter by the latest terms. Where the firm is the handling one, name its attorney, and its lead or case if the referral has none. Where the other firm is, its answer is recorded, and the lead or case moves to `referred_out`; if its status does not allow that, `attention` says so.",
    readBy: { referral: "referrals:read", lead: "leads:read", case: "cases:read", client: "clients:read" },
    emits: ["referral.accepted"],
    mayEmit: acceptanceEvents,
  })
    .input(ReferralAcceptance.extend(Chosen.shape))
    .output(Accepted)
    .mutation(({ ctx, input: { referralId, ...acceptance } }) => acceptReferral(ctx, referralId, acceptance)),

  "referrals.transition": operation({
    ...moving,
    route: "POST /referrals/{referralId}/transitions",
    summary: "Transition a referral",
    description:
      "Transitions: draft → withdrawn; sent → under_review; sent, under_review → declined, withdrawn; accepted → engaged; accepted, engaged → returned; engaged → closed; closed → engaged. " +
      `\`engaged\` requires a lead or case and, unless the terms are \`none\`, the client's consent to the accepted terms; \`closed\` as \`won_settled\` requires the fee; \`returned\` and reopening fail once something is paid. ${checkedBy}`,
    mayEmit: transitionEvents,
  })
    .input(ReferralTransition.extend(Chosen.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { referralId, ...transition } }) => ({
      referral: await transitionReferral(ctx, referralId, transition),
    })),

  "referrals.feeTerms.set": operation({
    ...crossing,
    route: "PUT /referrals/{referralId}/fee-terms",
    summary: "Propose or accept fee terms",
    description: `\`terms\` replaces the terms and raises \`termsRevision\`: the other firm accepts them, and the client's consent must name the new revision before anything is payable. \`acceptRevision\` accepts those of the other firm. Fails with 409 once something is paid. ${checkedBy}`,
    mayEmit: ["referral.terms_proposed", "referral.terms_accepted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(FeeTermsChange.safeExtend(Chosen.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { referralId, ...change } }) => ({
      referral: await changeFeeTerms(ctx, referralId, change),
    })),

  "referrals.clientConsent.set": operation({
    ...crossing,
    route: "PUT /referrals/{referralId}/client-consent",
    summary: "Record the client's consent",
    description:
      "Records that the client consents to the division of the fee, by the revision of the terms that they read. `documentId` and `esignRequestId` must be of the lead or case.",
    emits: ["referral.consent_recorded"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(GivenClientConsent.extend(Chosen.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { referralId, ...given } }) => ({
      referral: await setClientConsent(ctx, referralId, given),
    })),

  "referrals.fee.set": operation({
    ...ofFee,
    route: "PUT /referrals/{referralId}/fee",
    summary: "State the fee",
    description:
      "The handling firm states the attorney fee of the matter; `referralFeeDueCents` follows from the terms. Fails with 409 before the client is engaged, while the fee is disputed, and where the referral fees of the case exceed its fee.",
    emits: ["referral.fee_stated"],
  })
    .input(StatedFee.extend(Chosen.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { referralId, ...given } }) => ({
      referral: await stateFee(ctx, referralId, given),
    })),

  "referrals.fee.transition": operation({
    ...ofFee,
    route: "POST /referrals/{referralId}/fee/transitions",
    summary: "Dispute or waive the fee",
    description:
      "The originating firm disputes a fee that is due or partially_paid, resolves a dispute, or waives what is agreed and not paid.",
    mayEmit: ["referral.fee_disputed", "referral.updated"],
  })
    .input(FeeTransition.extend(Chosen.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { referralId, ...transition } }) => ({
      referral: await transitionFee(ctx, referralId, transition),
    })),
};
