import { invalidInput, limitReached, notFound } from "../../../contract/errors/error-codes.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import { diffInEvents, recordEvent, type Context, type RecordReference } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { getLiveCase, lockCaseForUpdate } from "../../cases/domain.ts";
import { lockNamedForShare } from "../domain.named.ts";
import { FeeAgreement, type FormerAgreement, type NewFeeAgreement } from "./schema.ts";
import { findFeeAgreement, findStateOfCase, insertFeeAgreement, replaceFeeAgreement, type Terms } from "./store.ts";
import { describeAgreementInEvent } from "./domain.in-event.ts";

/** How many versions an agreement has at most. */
const maxVersions = 100;

/**
 * The fee agreement of a case.
 *
 * @throws NOT_FOUND for the case, and where it has none
 */
export async function getFeeAgreement(context: Context, caseId: string): Promise<FeeAgreement> {
  await getLiveCase(context, caseId);
  const row = await findFeeAgreement(context, caseId);
  if (row === undefined) throw notFound("Fee agreement");
  return FeeAgreement.parse(row);
}

/**
 * Records the fee agreement of a case, or its next version; the former stays in `previous`. The case is locked for
 * update, so that of two first requests the second finds what the first has recorded.
 *
 * @throws NOT_FOUND for the case and a document; INVALID_STATE_TRANSITION for an archived case, and after 100 versions;
 *   VALIDATION_FAILED; DUPLICATE_ENTRY; STALE_REVISION
 */
export async function setFeeAgreement(context: Context, caseId: string, given: NewFeeAgreement): Promise<FeeAgreement> {
  const ofCase = await lockCaseForUpdate(context, caseId);
  validate(given);
  const { signedOn, documentId, triggersReached = [] } = given;
  await assertNotFuture(context, {
    signedOn,
    ...Object.fromEntries(triggersReached.map(({ on }, place) => [`triggersReached.${place}.on`, on])),
  });
  const documentIds = [documentId, ...triggersReached.map((reached) => reached.documentId)];
  await lockNamedForShare(context, caseId, { documentIds });
  const found = await findFeeAgreement(context, caseId);
  const before = found === undefined ? undefined : FeeAgreement.parse(found);
  assertExpected(context, before);
  const after = await write(context, caseId, await readTerms(context, caseId, given), before);
  recordUpdate(context, ofCase, before, after);
  return after;
}

/** @throws VALIDATION_FAILED */
function validate({ type, base, tiers = [] }: NewFeeAgreement): void {
  const isContingency = type === "contingency";
  if (isContingency !== (base !== undefined))
    throw invalidInput({ path: "base", message: "required for contingency, and allowed only for it" });
  if (isContingency !== tiers.length > 0)
    throw invalidInput({ path: "tiers", message: "required for contingency, and allowed only for it" });
}

async function readTerms(context: Context, caseId: string, given: NewFeeAgreement): Promise<Terms> {
  const { type, base = null, tiers = [], costsResponsibility, triggersReached = [] } = given;
  const { jurisdiction, signedOn, documentId, notes = null, externalId = null } = given;
  return {
    type,
    base,
    tiers,
    costsResponsibility,
    jurisdiction: jurisdiction ?? (await findStateOfCase(context, caseId)),
    triggersReached,
    signedOn,
    documentId,
    notes,
    externalId,
  };
}

/** @throws STALE_REVISION: what has no row does not exist for `If-Match: *` */
function assertExpected({ expectedRevisions }: Context, before: FeeAgreement | undefined): void {
  const expected = before === undefined && expectedRevisions === "any-existing" ? [] : expectedRevisions;
  requireExpected(expected, "fee agreement", before?.revision ?? 0);
}

/** @throws DUPLICATE_ENTRY; INVALID_STATE_TRANSITION after the last version */
async function write(
  context: Context,
  caseId: string,
  terms: Terms,
  before: FeeAgreement | undefined,
): Promise<FeeAgreement> {
  const createdBy = describeActor(context.principal);
  if (before === undefined) {
    const row = { id: createId("feeAgreement"), caseId, terms, createdBy };
    return FeeAgreement.parse(await insertFeeAgreement(context, row));
  }
  if (before.version >= maxVersions) throw limitReached(`The agreement has ${maxVersions} versions`);
  const previous = [describeFormer(before), ...before.previous];
  return FeeAgreement.parse(await replaceFeeAgreement(context, { id: before.id, terms, createdBy, previous }));
}

function describeFormer(agreement: FeeAgreement): Omit<FormerAgreement, "replacedAt"> {
  const { version, type, base, tiers, costsResponsibility, jurisdiction } = agreement;
  const { triggersReached, signedOn, documentId, notes } = agreement;
  return {
    version,
    type,
    base,
    tiers,
    costsResponsibility,
    jurisdiction,
    triggersReached,
    signedOn,
    documentId,
    notes,
  };
}

function recordUpdate(
  context: Context,
  ofCase: RecordReference[],
  before: FeeAgreement | undefined,
  after: FeeAgreement,
): void {
  recordEvent(context, {
    eventType: "fee_agreement.updated",
    entityId: after.id,
    payload: describeAgreementInEvent(after),
    diff: before === undefined ? {} : diffInEvents(before, after, describeAgreementInEvent),
    relatedIds: ofCase,
  });
}
