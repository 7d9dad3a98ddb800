import { createId } from "../../platform/database/ids.ts";
import { assertNotFuture } from "../../platform/database/organization-day.ts";
import { allocateNumber } from "../../platform/database/number-sequence.ts";
import { recordEvent, type Context } from "../../rpc/context.ts";
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

const findLead = (attorneys: readonly GivenAttorney[]) =>
  attorneys.find(({ role }) => role === "lead")?.attorneyId ?? null;

/** As it is with the deadline that is proposed. */
const describeLimitation = (on: string | null) => ({
  statuteOfLimitationsOn: on,
  statuteOfLimitationsStatus: on === null ? "none" : "unverified",
});

/**
 * Creates a case and records `case.created`, which the calling operation declares.
 *
 * @param values stage `intake` and status `pending` by default
 * @throws NOT_FOUND for a client or an attorney; INVALID_STATE_TRANSITION for an inactive attorney; VALIDATION_FAILED
 *   for custom fields, a contact or an incident in the future, an incident before the client's birth and an unknown
 *   tag; DUPLICATE_ENTRY when another case has the externalId
 */
export async function createCase(context: Context, values: CaseToCreate): Promise<CaseDetail> {
  const { organizationId, transaction } = context;
  const {
    attorneys = [],
    tags = [],
    customFields = {},
    matterStage = "intake",
    matterStatus = "pending",
    statuteOfLimitationsOn: limitationOn = null,
    limitationSource = "case_creation",
    ...columns
  } = values;
  const { dateOfBirth } = await lockClientForShare(context, values.plaintiffId);
  await assertNotFuture(context, {
    dateOfIncident: values.dateOfIncident,
    lastClientContactOn: values.lastClientContactOn,
  });
  assertBornBefore({ ...values, dateOfBirth });
  await lockCourtCalendarForShare(context, values.courtCalendarId);
  const checked = await validateCustomFields(
    context,
    { entity: "case", caseType: values.caseType, current: {} },
    customFields,
  );
  await lockActiveAttorneysForShare(
    context,
    attorneys.map(({ attorneyId }) => attorneyId),
  );
  const id = createId("case");
  const isShut = matterStatus === "closed" || matterStatus === "archived";
  await insertCase(context, {
    ...columns,
    id,
    // As late as possible: the counter stays locked until commit.
    sequenceId: await allocateNumber(transaction, organizationId, "case"),
    attorneyId: findLead(attorneys),
    matterStage,
    matterStatus,
    customFields: checked,
    ...describeLimitation(isShut ? null : limitationOn),
  });
  await insertAttorneys(context, id, attorneys);
  if (tags.length > 0) await giveTags(context, id, tags);
  const entryId = await insertStageEntry(context, {
    caseId: id,
    fromStage: null,
    toStage: matterStage,
    fromStatus: null,
    toStatus: matterStatus,
    reason: values.statusReason ?? null,
  });
  if (!isShut)
    await followStage(context, { caseId: id, caseType: values.caseType, stage: matterStage, entryId, isNewCase: true });
  const created = await getCase(context, id);
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
