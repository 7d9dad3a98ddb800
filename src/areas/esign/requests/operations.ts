import * as z from "zod";
import { listPageLimit, pageInput } from "../../../contract/page.ts";
import { Id, Instant, changesSomething, text } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { updateEsignRequest } from "./domain.changes.ts";
import { createEsignRequest } from "./domain.creation.ts";
import { listAuditTrail, verifyFile } from "./domain.evidence.ts";
import { remindEsignRequest, voidEsignRequest } from "./domain.out.ts";
import { textEvents } from "../signing/domain.text-hook.ts";
import { correctRecipient, createSigningUrl } from "./domain.recipients.ts";
import { sendEsignRequest } from "./domain.sending.ts";
import { deleteEsignRequest, getEsignRequest, listEsignRequests } from "./domain.ts";
import {
  EsignRecipientChanges,
  EsignRequest,
  EsignRequestChanges,
  EsignRequestDetail,
  EsignRequestQuery,
  EsignTrailEntry,
  EsignVerification,
  NewEsignRequest,
  Sha256,
} from "./schema.ts";

const reading = { area: "E-Sign", scope: "esign:read" } as const;
const changing = { area: "E-Sign", scope: "esign:write", readBy: "esign:read" } as const;
const Chosen = z.strictObject({ esignRequestId: Id });
const ChosenRecipient = Chosen.extend({ recipientId: Id });
const Shown = z.object({ esignRequest: EsignRequest });

// A document is named by who reads documents, an authorization by who changes medical records.
const besides =
  "`documentId`, and another address than that of the record, require `documents:read` besides, `hipaa` requires `medical:write`.";
const creating = {
  ...changing,
  emits: ["esign_request.created"],
  mayEmit: ["esign_request.updated"],
  created: { location: "/esign-requests/{esignRequest.id}" },
  errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
  etag: "esignRequest.revision",
  showsMoreWith: "documents:read",
} as const;
const changingOne = {
  ...changing,
  errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
  etag: "esignRequest.revision",
} as const;

export const esignRequestProcedures = {
  "esignRequests.list": operation({
    ...reading,
    route: "GET /esign-requests",
    summary: "List signature requests",
    description:
      "Returns the requests that match all filters, newest first by default, without their fields. Deleted ones and those of deleted cases are not returned.",
  })
    .input(EsignRequestQuery)
    .output(z.object({ esignRequests: z.array(EsignRequest), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listEsignRequests(ctx, input)),

  "esignRequests.get": operation({
    ...reading,
    route: "GET /esign-requests/{esignRequestId}",
    summary: "Get a signature request",
    description:
      "Returns the request with its fields. Values that recipients filled in are `[redacted]` without `medical:read` when the request `containsPhi`. " +
      "Use the ETag only for `If-Match`: the title of the case can change without a new revision of the request, so the response is never 304.",
    showsMoreWith: "medical:read",
    etag: "esignRequest.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(z.object({ esignRequest: EsignRequestDetail }))
    .query(async ({ ctx, input }) => ({ esignRequest: await getEsignRequest(ctx, input.esignRequestId) })),

  "cases.esignRequests.create": operation({
    ...creating,
    route: "POST /cases/{caseId}/esign-requests",
    summary: "Create a signature request of a case",
    description: `Creates a draft, and sends it with \`send: true\`: files are then prepared within seconds, and the first recipients notified. ${besides} Fails with 409 while the case is archived, and where \`send\` is not possible.`,
  })
    .input(NewEsignRequest.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...given } }) => ({
      esignRequest: await createEsignRequest(ctx, { caseId }, given),
    })),

  "leads.esignRequests.create": operation({
    ...creating,
    route: "POST /leads/{leadId}/esign-requests",
    summary: "Create a signature request of a lead",
    description: `As for a case. ${besides} A retainer agreement moves the lead to \`retainer_sent\` when it is sent, and to \`retainer_signed\` at completion. Fails with 409 for a converted lead.`,
  })
    .input(NewEsignRequest.extend({ leadId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { leadId, ...given } }) => ({
      esignRequest: await createEsignRequest(ctx, { leadId }, given),
    })),

  "esignRequests.update": operation({
    ...changingOne,
    route: "PATCH /esign-requests/{esignRequestId}",
    summary: "Update a signature request",
    description: `Changes the fields that you send, at least one; \`null\` clears a field. All of a draft can be changed; of a request that is out \`expiresAt\`, \`reminders\` and \`externalId\`. ${besides}`,
    emits: ["esign_request.updated"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION", "DUPLICATE_ENTRY"],
    showsMoreWith: "documents:read",
  })
    .input(EsignRequestChanges.extend({ esignRequestId: Id }).refine(...changesSomething("esignRequestId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { esignRequestId, ...changes } }) => ({
      esignRequest: await updateEsignRequest(ctx, esignRequestId, changes),
    })),

  "esignRequests.delete": operation({
    ...changing,
    route: "DELETE /esign-requests/{esignRequestId}",
    summary: "Delete a draft of a signature request",
    description: "Fails with 409 once the request was sent; void it instead.",
    emits: ["esign_request.deleted"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteEsignRequest(ctx, input.esignRequestId))),

  "esignRequests.send": operation({
    ...changingOne,
    route: "POST /esign-requests/{esignRequestId}/send",
    summary: "Send a signature request",
    description:
      "Sends a draft: its files are checked and filled in within seconds, then its first recipients are notified. A file or value that does not fit makes it a draft again, with `problems`. " +
      "Fails with 409, naming all that is missing: each signer needs a signature field, each document must be an available PDF of the same case or lead that is neither locked nor out for signature, " +
      "templates must be ready, recipients active and with an email address where they get the link by email, signers with one address need a passcode each, and a lead must be able to go to `retainer_sent`.",
    emits: ["esign_request.updated"],
    bulk: false,
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ esignRequest: await sendEsignRequest(ctx, input.esignRequestId) })),

  "esignRequests.void": operation({
    ...changingOne,
    route: "POST /esign-requests/{esignRequestId}/void",
    summary: "Void a signature request",
    description:
      "Ends a request that is out: links stop working, and its documents are unlocked. Fails with 409 once all have signed.",
    emits: ["esign_request.voided"],
    mayEmit: ["document.unlocked"],
    destroys: true,
  })
    .input(Chosen.extend({ reason: text(1, 1_000) }))
    .output(Shown)
    .mutation(async ({ ctx, input: { esignRequestId, reason } }) => ({
      esignRequest: await voidEsignRequest(ctx, esignRequestId, reason),
    })),

  "esignRequests.remind": operation({
    ...changingOne,
    route: "POST /esign-requests/{esignRequestId}/remind",
    summary: "Remind the recipients of a signature request",
    description:
      "Sends a new link, by email or text, to each recipient whose turn it is, except those who were notified within the last 15 minutes or cannot get texts; without any left it fails with 409. Recipients who bounced or are locked get another try at once.",
    emits: ["esign_request.reminded"],
    mayEmit: textEvents,
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ esignRequest: await remindEsignRequest(ctx, input.esignRequestId) })),

  "esignRequests.recipients.update": operation({
    ...changingOne,
    route: "PATCH /esign-requests/{esignRequestId}/recipients/{recipientId}",
    summary: "Correct a recipient of a signature request",
    description:
      "Changes a recipient who has yet to sign. Links that they have stop working; where it is their turn, they are sent another by email or text. Fails with 409 and the reason `message_blocked` for a recipient who cannot get the text: correct them to delivery `email` or `link`, or record their consent. Another address or number requires `documents:read` besides.",
    emits: ["esign_request.corrected"],
    mayEmit: textEvents,
    showsMoreWith: "documents:read",
  })
    .input(
      EsignRecipientChanges.extend({ esignRequestId: Id, recipientId: Id }).refine(
        ...changesSomething("esignRequestId", "recipientId"),
      ),
    )
    .output(Shown)
    .mutation(async ({ ctx, input: { esignRequestId, recipientId, ...changes } }) => ({
      esignRequest: await correctRecipient(ctx, { esignRequestId, recipientId }, changes),
    })),

  "esignRequests.recipients.signingUrl.create": operation({
    ...changing,
    route: "POST /esign-requests/{esignRequestId}/recipients/{recipientId}/signing-url",
    summary: "Create a signing URL of a recipient",
    description:
      "Returns a URL that opens once, within 15 minutes: for signing in the client application, or in person. Requires `documents:read` besides, and a recipient of delivery `link` whose turn it is.",
    tier: "sensitive",
    emits: ["esign_request.updated"],
    errors: ["INVALID_STATE_TRANSITION"],
    echoes: ["signingUrl", "expiresAt"],
    returnsSecret: true,
    showsMoreWith: "documents:read",
    mcp: "never",
  })
    .input(ChosenRecipient)
    .output(z.object({ signingUrl: z.string(), expiresAt: Instant }))
    .mutation(({ ctx, input }) => createSigningUrl(ctx, input)),

  "esignRequests.auditTrail.list": operation({
    ...reading,
    route: "GET /esign-requests/{esignRequestId}/audit-trail",
    summary: "List the audit trail of a signature request",
    description:
      "Returns the entries oldest first. Each entry has the hash of the one before it; the guide *Documents for signature* shows how to recompute them.",
  })
    .input(Chosen.extend(pageInput(listPageLimit)))
    .output(z.object({ entries: z.array(EsignTrailEntry), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { esignRequestId, ...query } }) => listAuditTrail(ctx, esignRequestId, query)),

  "esignRequests.verify": operation({
    ...reading,
    route: "POST /esign-requests/verify",
    summary: "Verify a signed file by its hash",
    description:
      "Says whether a file with this SHA-256 belongs to a signature request, as a sealed document, a certificate or a document that was sent, and recomputes the hashes of the request's audit trail.",
    tier: "read",
    idempotency: "none",
  })
    .input(z.strictObject({ sha256: Sha256 }))
    .output(EsignVerification)
    .query(({ ctx, input }) => verifyFile(ctx, input.sha256)),
};
