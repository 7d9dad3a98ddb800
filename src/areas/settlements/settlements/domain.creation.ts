import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { allocateNumber } from "../../../platform/database/number-sequence.ts";
import { readToday } from "../../../platform/database/organization-day.ts";
import { recordEvent, type Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { insertRow } from "../../../rpc/resource/store.ts";
import { reserveRoomForRecord } from "../../cases/domain.limits.ts";
import { lockCaseForShare } from "../../cases/domain.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import {
  composePayers,
  composeShares,
  listPayingContacts,
  lockPartsForShare,
  sumPayers,
  validateParts,
} from "./domain.parts.ts";
import { describeSettlementInEvent, settlements } from "./domain.ts";
import type { NewSettlement, Settlement } from "./schema.ts";
import { insertParts } from "./store.parts.ts";

/**
 * Records a settlement of a case as a draft.
 *
 * @throws NOT_FOUND for what it refers to; VALIDATION_FAILED; DUPLICATE_ENTRY; INVALID_STATE_TRANSITION for an archived
 *   case and at 200 settlements
 */
export async function createSettlement(context: Context, caseId: string, given: NewSettlement): Promise<Settlement> {
  assertTriggerReason(given);
  await lockContactsForShare(context, listPayingContacts(given));
  const ofCase = await lockCaseForShare(context, caseId);
  await validateParts(context, given);
  await reserveRoomForRecord(context, "Settlement", caseId);
  await lockPartsForShare(context, caseId, given);
  const { payers, shares, ...columns } = given;
  const id = createId("settlement");
  await insertRow(context, settlements.definition, {
    ...columns,
    id,
    caseId,
    ...sumPayers(payers),
    createdBy: describeActor(context.principal),
    sequenceId: await allocateNumber(context.transaction, context.organizationId, "settlement"),
  });
  const days = { dueOn: given.paymentDueOn ?? null, today: await readToday(context) };
  await insertParts(context, "SettlementPayer", composePayers(id, payers, days));
  await insertParts(context, "SettlementShare", composeShares(id, shares));
  const settlement = settlements.describe(await settlements.getRow(context, { id }));
  recordEvent(context, {
    eventType: "settlement.created",
    entityId: id,
    payload: describeSettlementInEvent(settlement),
    diff: {},
    relatedIds: ofCase,
  });
  return settlement;
}

/** @throws VALIDATION_FAILED */
function assertTriggerReason({ feeTrigger, feeTriggerReason }: NewSettlement): void {
  if ((typeof feeTrigger === "string") !== (typeof feeTriggerReason === "string"))
    throw invalidInput({ path: "feeTriggerReason", message: "required with feeTrigger, and allowed only with it" });
}
