import { invalidInput } from "../../contract/errors/error-codes.ts";
import { readTimezone } from "../../platform/database/organization-day.ts";
import { createTurn } from "../../platform/event-loop-turn.ts";
import type { Context } from "../../rpc/context.ts";
import { getLiveCase } from "../cases/domain.ts";
import { determineDate, type Zoned } from "../deadlines/domain.dates.ts";
import { isJurisdictionalType } from "../deadlines/creation/domain.insert.ts";
import { getMatter, getPartyName } from "../deadlines/domain.locks.ts";
import { classOf } from "../deadlines/enumerations.ts";
import type { CourtOfCase } from "../organization/holiday-calendars/domain.courts.ts";
import {
  chooseItems,
  describeCount,
  describeGiven,
  findTrigger,
  getCourtOfChain,
  listTemplateWarnings,
} from "./domain.items.ts";
import { planItems } from "./domain.plan.ts";
import { getTemplate } from "./templates/domain.ts";
import { checkTriggerDay, checkTriggerSource, describeTrigger, findTriggerTime } from "./domain.trigger.ts";
import { DraftDeadline, DraftStep } from "./schema.drafts.ts";
import type { ChainPreview, SkippedItem } from "./schema.ts";

interface Preview {
  deadlines: DraftDeadline[];
  steps: DraftStep[];
  skipped: SkippedItem[];
}

/**
 * The deadlines that a template would make; nothing is stored.
 *
 * @throws NOT_FOUND for the template, a case, a party or a calendar; VALIDATION_FAILED
 */
export async function previewChain(context: Context, given: ChainPreview): Promise<Preview> {
  const template = await getTemplate(context, given.templateKey);
  checkTriggerSource(template, given.trigger);
  const items = chooseItems(template, given.includeKeys);
  const zone = await getZone(context, given);
  const court = await getCourtOfChain(context, template, zone, given.holidayCalendarId);
  const trigger = describeTrigger(template, given);
  const triggerTime = await findTriggerTime(context, given, trigger, zone);
  const { planned, skipped } = planItems(items, describeGiven(template, given));
  const drafts = new Map<string, DraftDeadline>();
  const steps: DraftStep[] = [];
  const turn = createTurn();
  for (const each of planned) {
    await turn.end();
    const { key: itemKey, type, title, citation, isJurisdictional, isStep } = each.item;
    const count = {
      ...describeCount(each, { ...given, triggerTime }, drafts),
      serviceRule: null,
      observedHolidays: "conservative" as const,
      triggerOn: findTrigger(each, trigger, drafts).triggerOn,
    };
    const deadlineClass = classOf(type);
    const { columns, warnings } = determineDate(
      { ...count, deadlineClass, dueOn: null, timeZone: null, accrualOn: null, limitation: null, tolling: [] },
      zone,
      court,
    );
    const calculation: unknown = JSON.parse(columns.calculation ?? "null");
    const draft = {
      itemKey,
      type,
      deadlineClass,
      title,
      citation,
      isJurisdictional: isJurisdictional || isJurisdictionalType(type),
      ...columns,
      calculation,
      warnings: [...new Set([...listTemplateWarnings(template, court.today), ...warnings])],
    };
    if (isStep) steps.push(DraftStep.parse({ ...draft, on: columns.dueOn }));
    else drafts.set(itemKey, DraftDeadline.parse(draft));
  }
  return { deadlines: [...drafts.values()], steps, skipped };
}

/**
 * What the dates of a preview depend on; what it names is not locked.
 *
 * @throws NOT_FOUND for a case or a party; VALIDATION_FAILED for another date than the record's
 */
async function getZone(
  context: Context,
  { caseId, trigger, triggerOn, adversePartyId }: ChainPreview,
): Promise<Zoned & CourtOfCase> {
  if (caseId === undefined) {
    if (trigger !== undefined || adversePartyId !== null)
      throw invalidInput({ path: "caseId", message: "required with trigger and adversePartyId" });
    return { caseState: null, timezone: await readTimezone(context) };
  }
  await getLiveCase(context, caseId);
  const matter = await getMatter(context, caseId);
  if (adversePartyId !== null) await getPartyName(context, caseId, adversePartyId);
  if (trigger !== undefined) await checkTriggerDay(context, { caseId, matter, trigger, on: triggerOn });
  return matter;
}
