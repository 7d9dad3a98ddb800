import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { caseOfRow, relateCase } from "../../cases/domain.ts";
import { reserveRoomForRecord } from "../../cases/domain.limits.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { lockNamedForShare } from "../domain.named.ts";
import { isUnsettled, listLienTransitions } from "./domain.states.ts";
import { Lien, redactedMembers, type LienChanges, type LienFilter, type NewLien } from "./schema.ts";
import { selectLienPage, selectLiens, type LienRow } from "./store.ts";

/** A lien as its events have it. */
export const describeLienInEvent = (lien: Lien) => redactMembers(lien, redactedMembers);

/** Liens on the settlements of cases. A transition is a function beside it (`domain.transitions.ts`). */
export const liens = defineResource({
  table: "Lien",
  noun: "Lien",
  idKind: "lien",
  isPermanent: true,
  schema: Lien,
  select: selectLiens,
  describe: describeLien,
  describeInEvent: describeLienInEvent,
  events: { created: "lien.created", updated: "lien.updated" },
  // Without contacts: who the lienholder is, is medical.
  relate: (_row, ofCase) => ofCase,
  parent: caseOfRow,
  liveOwners: ["caseId"],
  lockReferences: (context, { lienholderContactId, handlerContactId }) =>
    lockContactsForShare(context, [lienholderContactId, handlerContactId]),
  prepareInsert: prepareNew,
  prepareUpdate: prepareChanges,
  unique: { Lien_organizationId_externalId_key: "externalId: used by another lien" },
});

function describeLien(row: LienRow): Lien {
  const { status, assertedCents, unrelatedCents, finalCents } = row;
  return Lien.parse({
    ...row,
    auditedCents: assertedCents === null ? null : assertedCents - unrelatedCents,
    savingsCents: findSavings({ status, assertedCents, finalCents }),
    availableTransitions: listLienTransitions(status),
  });
}

function findSavings({ status, assertedCents, finalCents }: Pick<Lien, "status" | "assertedCents" | "finalCents">) {
  if (status === "waived") return assertedCents;
  return assertedCents === null || finalCents === null ? null : assertedCents - finalCents;
}

async function prepareNew(context: Context, values: NewLien & { caseId: string }) {
  validateAmounts(values);
  await assertNotFuture(context, { noticeReceivedOn: values.noticeReceivedOn });
  await reserveRoomForRecord(context, "Lien", values.caseId);
  await lockNamedForShare(context, values.caseId, values);
  return { ...values, createdBy: describeActor(context.principal) };
}

/** What the final letter and statements rest on. */
const settledMembers = ["claimantPartyId", "type", "assertedCents", "unrelatedCents"] as const;

async function prepareChanges(context: Context, changes: LienChanges, before: LienRow) {
  const changed = settledMembers.find((name) => changes[name] !== undefined && changes[name] !== before[name]);
  if (changed !== undefined && !isUnsettled(before.status))
    throw invalidState(
      `${changed} of a lien that is ${before.status} cannot be changed; a final lien can be negotiated again first`,
    );
  if (changes.assertedCents === null && before.status !== "identified")
    throw invalidInput({ path: "assertedCents", message: `required of a lien that is ${before.status}` });
  const { assertedCents = before.assertedCents, unrelatedCents = before.unrelatedCents } = changes;
  validateAmounts({ assertedCents, unrelatedCents });
  await assertNotFuture(context, { noticeReceivedOn: changes.noticeReceivedOn });
  const { claimantPartyId, medicalBillIds, releaseDocumentId } = changes;
  await lockNamedForShare(context, before.caseId, {
    claimantPartyId,
    medicalBillIds,
    documentIds: [releaseDocumentId],
  });
  return changes;
}

/** @throws VALIDATION_FAILED */
function validateAmounts({ assertedCents, unrelatedCents = 0 }: Pick<LienChanges, "assertedCents" | "unrelatedCents">) {
  if (unrelatedCents > (assertedCents ?? 0))
    throw invalidInput({ path: "unrelatedCents", message: "must not be more than assertedCents" });
}

/**
 * A page of the organization's liens.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listLiens(
  context: Context,
  { after, limit, sort, ...filter }: LienFilter,
): Promise<{ liens: Lien[]; nextCursor: string | null }> {
  const list = { name: "liens", alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort }, (page) =>
    selectLienPage(context, filter, page),
  );
  return { liens: rows.map(liens.describe), nextCursor };
}

/** Snapshots liens that another area is about to change, and records that they were updated. */
export const trackLienChanges = (context: Context, lienIds: readonly string[]): Promise<() => Promise<void>> =>
  liens.track(context, lienIds, ({ caseId, plaintiffId }) => relateCase(caseId, plaintiffId));
