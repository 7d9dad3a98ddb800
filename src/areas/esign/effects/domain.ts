import { AppError, invalidState } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { readTimezone } from "../../../platform/database/organization-day.ts";
import { dayOf } from "../../../platform/local-time.ts";
import { attempt } from "../../../rpc/attempt.ts";
import type { Context } from "../../../rpc/context.ts";
import { updateCase } from "../../cases/domain.changes.ts";
import { getCase, lockLiveCaseForUpdate } from "../../cases/domain.ts";
import { lockLeadForUpdate } from "../../leads/domain.changes.ts";
import { transitionLead } from "../../leads/transitions/domain.ts";
import {
  nameSignatureRequest,
  signAuthorization,
  type Category,
} from "../../medical/authorizations/domain.signature.ts";
import type { EsignEffect } from "../requests/schema.ts";
import { findValues } from "../submissions/domain.ts";
import {
  appendEffects,
  findRequestOfEffects,
  listBoxes,
  listDocumentsOfEffects,
  type BoxOfEffects,
  type DocumentOfEffects,
  type RequestOfEffects,
} from "./store.ts";

/** The events of what effects change, for the actions that apply them. */
export const effectEvents = [
  "lead.status_changed",
  "case.updated",
  "task.updated",
  "deadline.recalculated",
  "deadline.recalculation_proposed",
  "case_party.updated",
  "hipaa_authorization.updated",
  "retrieval_request.updated",
  "retrieval_request.status_changed",
  "referral.consent_recorded",
  "referral.fee_stated",
  "settlement_statement.approved",
  "settlement_statement.superseded",
  "document.updated",
  "settlement.updated",
  "settlement.status_changed",
] as const satisfies readonly EventType[];

/** The events of what a refusal changes. */
export const declineEvents = [
  "settlement_statement.declined",
  "expense.reimbursed",
  "expense.updated",
  "payment.received",
  "payment.voided",
  "invoice.updated",
  "invoice.status_changed",
  "settlement.updated",
  "settlement.status_changed",
] as const satisfies readonly EventType[];

type Target = Pick<EsignEffect, "kind" | "entity" | "entityId">;

/**
 * Locks the lead, then the case of a request, before the request itself: effects change both, and a lock FOR SHARE
 * cannot become one FOR UPDATE without a deadlock.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION when the case is archived
 */
export async function lockEffectTargetsForUpdate(
  context: Context,
  { leadId, caseId }: { leadId: string | null; caseId: string | null },
): Promise<void> {
  if (leadId !== null) await lockLeadForUpdate(context, leadId);
  if (caseId !== null) await lockLiveCaseForUpdate(context, caseId);
}

/** What an area does with a record that a document is about: the area registers it by the record's kind. */
export interface SubjectEffect {
  /** When all have signed. */
  sign: (
    context: Context,
    signed: { subjectId: string; purpose: string; documentId: string; esignRequestId: string; signedOn: string },
  ) => Promise<void>;
  /** When a recipient declines. */
  decline?: (context: Context, declined: { subjectId: string; reason: string | null }) => Promise<void>;
}

declare module "../../../platform/database/transaction-hooks.ts" {
  interface TransactionHooks {
    readonly esignEffects: Readonly<Record<string, SubjectEffect>>;
  }
}

/**
 * What sending a locked request changes in other records: the lead of a retainer agreement is in `retainer_sent`, an
 * authorization names the request. The caller has locked them with {@link lockEffectTargetsForUpdate}.
 */
export async function applySentEffects(context: Context, requestId: string): Promise<void> {
  const { request, documents } = await readSigned(context, requestId);
  const { leadId, caseId, moveLead } = request;
  const effects: EsignEffect[] = [];
  if (leadId !== null && moveLead && documents.some(isRetainer))
    effects.push(
      await apply(context, { kind: "lead_retainer_sent", entity: "lead", entityId: leadId }, async () => {
        await transitionLead(context, leadId, { toStatus: "retainer_sent" });
      }),
    );
  for (const { authorizationId } of documents)
    if (caseId !== null && authorizationId !== null)
      await nameSignatureRequest(context, { caseId, authorizationId }, request.id);
  await appendEffects(context, requestId, effects);
}

/**
 * What a completed request changes in other records. An effect that is rejected is skipped, with the reason, and holds
 * up neither the others nor the completion. The caller has locked the records with {@link lockEffectTargetsForUpdate},
 * then the request, and has stored the sealed versions.
 */
export async function applyCompletionEffects(context: Context, requestId: string): Promise<void> {
  const { request, documents } = await readSigned(context, requestId);
  const signedOn = dayOf(request.allSignedAt ?? "", await readTimezone(context));
  const effects: EsignEffect[] = [];
  if (documents.some(isRetainer)) effects.push(...(await applyRetainer(context, request, signedOn)));
  const boxes = await listFilledBoxes(context, requestId);
  for (const { position, purpose, documentId, authorizationId, subjectEntity, subjectId } of documents) {
    if (documentId === null) continue;
    if (authorizationId !== null && request.caseId !== null) {
      const ofDocument = boxes.filter((box) => box.position === position);
      effects.push(
        ...(await applyAuthorization(
          context,
          { caseId: request.caseId, authorizationId },
          { documentId, signedOn, boxes: joinBoxes(ofDocument) },
        )),
      );
    }
    if (subjectEntity !== null && subjectId !== null)
      effects.push(
        await apply(context, { kind: "other", entity: subjectEntity, entityId: subjectId }, async () => {
          const signed = { subjectId, purpose, documentId, esignRequestId: requestId, signedOn };
          await context.hooks.esignEffects[subjectEntity]?.sign(context, signed);
        }),
      );
  }
  await appendEffects(context, requestId, effects);
}

/**
 * What a recipient's refusal changes in the records that the documents are about. The caller has locked them with
 * {@link lockEffectTargetsForUpdate}, then the request, and raises its revision.
 *
 * @param reason what the recipient wrote
 */
export async function applyDeclineEffects(context: Context, requestId: string, reason: string | null): Promise<void> {
  const { documents } = await readSigned(context, requestId);
  const effects: EsignEffect[] = [];
  for (const { subjectEntity, subjectId } of documents) {
    if (subjectEntity === null || subjectId === null) continue;
    const decline = context.hooks.esignEffects[subjectEntity]?.decline;
    if (decline !== undefined)
      effects.push(
        await apply(context, { kind: "other", entity: subjectEntity, entityId: subjectId }, () =>
          decline(context, { subjectId, reason }),
        ),
      );
  }
  await appendEffects(context, requestId, effects);
}

const isRetainer = ({ purpose }: DocumentOfEffects) => purpose === "retainer_agreement";

async function readSigned(
  context: Context,
  requestId: string,
): Promise<{ request: RequestOfEffects; documents: DocumentOfEffects[] }> {
  const request = await findRequestOfEffects(context, requestId);
  if (request === undefined) throw new Error("a locked request is in its organization");
  return { request, documents: await listDocumentsOfEffects(context, requestId) };
}

async function apply(context: Context, target: Target, work: () => Promise<void>): Promise<EsignEffect> {
  const rejection = await attempt(context, work);
  return describeEffect(target, rejection instanceof AppError ? rejection.message : null);
}

/** @param reason why it was skipped; null for one that was applied */
function describeEffect(target: Target, reason: string | null): EsignEffect {
  return { ...target, outcome: reason === null ? "applied" : "skipped", reason, at: new Date().toISOString() };
}

function skip(reason: string): never {
  throw invalidState(reason);
}

/** The lead moves on; the case is engaged. A lead that was converted in the meantime has both. */
async function applyRetainer(
  context: Context,
  { leadId, caseId }: RequestOfEffects,
  signedOn: string,
): Promise<EsignEffect[]> {
  const effects: EsignEffect[] = [];
  if (leadId !== null)
    effects.push(
      await apply(context, { kind: "lead_retainer_signed", entity: "lead", entityId: leadId }, async () => {
        const { status } = await lockLeadForUpdate(context, leadId);
        if (status !== "retainer_sent") skip(`The lead is in status ${status}`);
        await transitionLead(context, leadId, { toStatus: "retainer_signed" });
      }),
    );
  if (caseId !== null)
    effects.push(
      await apply(context, { kind: "case_engaged", entity: "case", entityId: caseId }, async () => {
        const { engagedOn, retainerStatus } = await getCase(context, caseId);
        if (engagedOn !== null && retainerStatus === "signed") skip("The retainer agreement of the case is signed");
        await updateCase(context, caseId, { engagedOn: engagedOn ?? signedOn, retainerStatus: "signed" });
      }),
    );
  return effects;
}

async function applyAuthorization(
  context: Context,
  place: { caseId: string; authorizationId: string },
  signed: Parameters<typeof signAuthorization>[2],
): Promise<EsignEffect[]> {
  const target = {
    kind: "authorization_activated",
    entity: "hipaa_authorization",
    entityId: place.authorizationId,
  } as const;
  const awaiting = await attempt(context, () => signAuthorization(context, place, signed));
  if (awaiting instanceof AppError) return [describeEffect(target, awaiting.message)];
  return [
    describeEffect(target, null),
    ...awaiting.map(({ requestId, reason }) =>
      describeEffect({ kind: "retrieval_request_readied", entity: "retrieval_request", entityId: requestId }, reason),
    ),
  ];
}

/** The fields that set a category, and whether their recipient filled them in. */
async function listFilledBoxes(context: Context, requestId: string): Promise<(BoxOfEffects & { isFilled: boolean })[]> {
  const boxes = await listBoxes(context, requestId);
  if (boxes.length === 0) return [];
  const values = await findValues(context, requestId);
  return boxes.map((box) => ({ ...box, isFilled: (values.get(box.id) ?? "false") !== "false" }));
}

/** A category with several boxes is included if all of them are filled. */
function joinBoxes(boxes: readonly { sets: Category; isFilled: boolean }[]): ReadonlyMap<Category, boolean> {
  const joined = new Map<Category, boolean>();
  for (const { sets, isFilled } of boxes) joined.set(sets, isFilled && joined.get(sets) !== false);
  return joined;
}
