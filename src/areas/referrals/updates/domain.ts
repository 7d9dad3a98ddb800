import type * as z from "zod";
import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { readToday } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import type { Written } from "../../../rpc/resource/store.ts";
import { trailSorts } from "../history/domain.ts";
import type { ReferralTrailQuery } from "../history/schema.ts";
import { CrossingUpdate } from "../network/schema.crossing.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import { ownSideOf, speaksFor } from "../referrals/domain.states.ts";
import { changeReferral } from "../referrals/domain.record.ts";
import { lockReferralForUpdate } from "../referrals/domain.ts";
import type { ReferralRow } from "../referrals/store.ts";
import { ReferralUpdate, type NewReferralUpdate } from "./schema.ts";
import { insertUpdate, selectUpdatePage } from "./store.ts";

/**
 * A page of the updates of a referral, which the caller has read.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listUpdates(
  context: Context,
  referralId: string,
  query: ReferralTrailQuery,
): Promise<{ updates: ReferralUpdate[]; nextCursor: string | null }> {
  const list = { name: `referrals.${referralId}.updates`, alias: "t", sorts: trailSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    selectUpdatePage(context, referralId, page),
  );
  return { updates: rows.map((row) => ReferralUpdate.parse(row)), nextCursor };
}

/** A matter is with a handling firm, or was. */
const reportedStatuses: ReadonlySet<string> = new Set(["sent", "under_review", "accepted", "engaged", "closed"]);

/**
 * Posts an update. One of the handling firm says when the next is due.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for the other firm's; INVALID_STATE_TRANSITION for a draft, and a referral that
 *   came to nothing
 */
export async function postUpdate(
  context: Context,
  referralId: string,
  given: NewReferralUpdate,
): Promise<ReferralUpdate> {
  const before = await lockReferralForUpdate(context, referralId);
  const by = given.by ?? ownSideOf(before);
  if (!speaksFor(before, by)) throw invalidInput({ path: "by", message: "must be the side of the firm" });
  if (!reportedStatuses.has(before.status)) throw invalidState(`The referral is ${before.status}; it has no updates`);
  const createdAt = new Date().toISOString();
  const row = await insertUpdate(context, {
    ...given,
    id: createId("referralUpdate"),
    referralId,
    by,
    createdBy: JSON.stringify(describeActor(context.principal)),
    createdAt,
  });
  const isHandling = by === "handling";
  const columns: Written<"Referral"> = {
    lastUpdateAt: createdAt,
    ...(isHandling && (await planNext(context, before, given.nextUpdateOn))),
  };
  await changeReferral(context, before, columns, {
    eventTypes: ["referral.update_posted"],
    related: [{ entity: "referral_update", id: row.id }],
    writeThere: async (there, { id }) => [
      { entity: "referral_update", id: await copyUpdate(there, id, CrossingUpdate.strip().parse(row)) },
    ],
  });
  return ReferralUpdate.parse(row);
}

/** The other firm's own row of an update. */
async function copyUpdate(there: Context, referralId: string, update: z.infer<typeof CrossingUpdate>): Promise<string> {
  const { id } = await insertUpdate(there, {
    ...update,
    id: createId("referralUpdate"),
    referralId,
    createdBy: JSON.stringify(describeActor(there.principal)),
  });
  return id;
}

/** @throws VALIDATION_FAILED for a day that is past */
async function planNext(
  context: Context,
  { status, terms }: ReferralRow,
  nextUpdateOn: string | null,
): Promise<Written<"Referral">> {
  const today = await readToday(context);
  if (nextUpdateOn !== null && nextUpdateOn < today)
    throw invalidInput({ path: "nextUpdateOn", message: "must not be in the past" });
  if (status !== "accepted" && status !== "engaged") return {};
  const days = terms?.updatesEveryDays ?? 90;
  return { nextUpdateDueOn: nextUpdateOn ?? addDays(today, days) };
}
