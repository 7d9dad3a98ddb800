import { createId } from "../../platform/database/ids.ts";
import { assertNotFuture } from "../../platform/database/organization-day.ts";
import { allocateNumber } from "../../platform/database/number-sequence.ts";
import { recordEvent, type Context } from "../../rpc/context.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import { createClient } from "../clients/domain.creation.ts";
import { assertBornBefore } from "../clients/domain.dates.ts";
import { lockClientForShare } from "../clients/domain.ts";
import { lockCourtCalendarForShare } from "../organization/holiday-calendars/domain.courts.ts";
import { lockActiveAttorneysForShare } from "./attorneys/domain.ts";
import { validateCustomFields } from "./custom-fields/domain.ts";
import { giveTags } from "./tags/domain.ts";
import { getCase, relateCase } from "./domain.ts";
import { followLimitation, followStage } from "./domain.followers.ts";
import type { CaseDetail } from "./schema.ts";
import type { CaseToCreate, GivenAttorney } from "./schema.input.ts";
import { insertAttorneys } from "./attorneys/store.ts";
import { insertStageEntry } from "./transitions/store.ts";
import { insertCase } from "./store.ts";

// An accepted referral responds with the case that it made.
export { CaseDetail } from "./schema.ts";

const findLead = (attorneys: readonly GivenAttorney[]) =>
  attorneys.find(({ role }) => role === "lead")?.attorneyId ?? null;

/** As it is with the deadline that is proposed. */
const describeLimitation = (on: string | null) => ({
  statuteOfLimitationsOn: on,
  statuteOfLimitationsStatus: on === null ? "none" : "unverified",
});

/**
 * Locks what a new case refers to, checks it, and takes the case's number, in one round trip. The number's sequence is
 * the last lock, because it stays locked until the commit.
 *
 * @returns `checked`: the custom fields
 * @throws as {@link createCase}, but DUPLICATE_ENTRY and unknown tags
 */
async function lockReferencesForShare(
  context: Context,
  values: CaseToCreate,
): Promise<{ checked: Record<string, unknown>; sequenceId: string }> {
  const { caseType, plaintiffId, dateOfIncident, lastClientContactOn, courtCalendarId } = values;
  const { attorneys = [], customFields = {} } = values;
  const client = lockClientForShare(context, plaintiffId);
  const [, , , , checked, , sequenceId] = await settleInOrder(
    client,
    assertNotFuture(context, { dateOfIncident, lastClientContactOn }),
    client.then(({ dateOfBirth }) => assertBornBefore({ ...values, dateOfBirth })),
    lockCourtCalendarForShare(context, courtCalendarId),
    validateCustomFields(context, { entity: "case", caseType, current: {} }, customFields),
    lockActiveAttorneysForShare(
      context,
      attorneys.map(({ attorneyId }) => attorneyId),
    ),
    allocateNumber(context.transaction, context.organizationId, "case"),
  );
  return { checked, sequenceId };
}

/**
 * Creates a case and records `case.created`, which the calling operation declares.
 *
 * @param values stage `intake` and status `pending` by default
 * @throws NOT_FOUND for a client or an attorney; INVALID_STATE_TRANSITION for an inactive attorney; VALIDATION_FAILED
 *   for custom fields, a contact or an incident in the future, an incident before the client's birth and an unknown
 *   tag; DUPLICATE_ENTRY when another case has the externalId
 */
export async function createCase(context: Context, values: CaseToCreate): Promise<CaseDetail> {
  const {
    attorneys = [],
    tags = [],
    matterStage = "intake",
    matterStatus = "pending",
    statuteOfLimitationsOn: limitationOn = null,
    limitationSource = "case_creation",
    ...columns
  } = values;
  const { checked, sequenceId } = await lockReferencesForShare(context, values);
  const id = createId("case");
  const isShut = matterStatus === "closed" || matterStatus === "archived";
  const inserted = insertCase(context, {
    ...columns,
    id,
    sequenceId,
    attorneyId: findLead(attorneys),
    matterStage,
    matterStatus,
    customFields: checked,
    ...describeLimitation(isShut ? null : limitationOn),
  });
  const assigned = insertAttorneys(context, id, attorneys);
  // The tags have to be found before they are given; all other statements travel together.
  if (tags.length > 0) {
    await settleInOrder(inserted, assigned);
    await giveTags(context, id, tags);
  }
  const entryId = createId("caseStageEntry");
  const entered = { caseId: id, caseType: values.caseType, stage: matterStage, entryId, isNewCase: true };
  const [, , , , created] = await settleInOrder(
    inserted,
    assigned,
    insertStageEntry(context, {
      id: entryId,
      caseId: id,
      fromStage: null,
      toStage: matterStage,
      fromStatus: null,
      toStatus: matterStatus,
      reason: values.statusReason ?? null,
    }),
    isShut ? Promise.resolve() : followStage(context, entered),
    getCase(context, id),
  );
  recordEvent(context, {
    eventType: "case.created",
    entityId: id,
    payload: created,
    diff: {},
    relatedIds: relateCase(id, created.plaintiffId),
  });
  if (limitationOn !== null)
    await followLimitation(context, {
      caseId: id,
      on: limitationOn,
      source: limitationSource,
      leadId: values.leadId ?? null,
    });
  return created;
}

/** For an existing or a new client; the schema requires exactly one. */
type CaseToCreateWithClient = Omit<CaseToCreate, "plaintiffId" | "leadId"> & {
  plaintiffId?: string | undefined;
  plaintiff?: Parameters<typeof createClient>[1] | undefined;
};

/**
 * Creates a case with the client that it names, or for a new client.
 *
 * @throws as {@link createCase}; DUPLICATE_ENTRY also for the client's externalId
 */
export async function createCaseWithClient(
  context: Context,
  { plaintiff, plaintiffId, ...values }: CaseToCreateWithClient,
): Promise<CaseDetail> {
  const clientId = plaintiff === undefined ? plaintiffId : (await createClient(context, plaintiff)).id;
  if (clientId === undefined) throw new Error("the schema lets no case through without a client");
  return createCase(context, { ...values, plaintiffId: clientId });
}
