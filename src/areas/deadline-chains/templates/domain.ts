import { AppError, limitReached, notFound } from "../../../contract/errors/error-codes.ts";
import { requireExpected, staleRevision } from "../../../contract/revision.ts";
import { lockAttorneyForShare } from "../../../rpc/authorize.ts";
import { diffRecords, recordEvent, type Context } from "../../../rpc/context.ts";
import { defaultRollRule } from "../../deadlines/calculation/domain.roll.ts";
import { classOf } from "../../deadlines/enumerations.ts";
import { defaultTemplates } from "../shipped/domain.templates.ts";
import { completeItem } from "../domain.stored-items.ts";
import {
  ChainTemplate,
  type ChainTemplateItem,
  type ChainTemplateText,
  type ChosenTemplate,
  type TemplateFilter,
  type TemplateVerification,
} from "../schema.ts";
import {
  countTemplates,
  lockTemplateForUpdate,
  selectTemplateRows,
  writeTemplateRow,
  type TemplateColumns,
  type TemplateRow,
} from "./store.ts";

const maxTemplates = 200;

const describe = ({ triggerSource, triggerLabel, otherTriggers, items, ...row }: TemplateRow): ChainTemplate =>
  ChainTemplate.parse({
    ...row,
    id: row.key,
    trigger: { source: triggerSource, label: triggerLabel },
    triggers: otherTriggers,
    items: items.map(completeItem),
  });

/** The shipped templates with what the firm made of them, and its own, by key. */
export async function listTemplates(
  context: Context,
  { jurisdiction, verification }: TemplateFilter,
): Promise<ChainTemplate[]> {
  const rows = (await selectTemplateRows(context, null)).map(describe);
  const all = new Map([
    ...defaultTemplates,
    ...rows.map((template): [string, ChainTemplate] => [template.key, template]),
  ]);
  const wanted = [...all.values()].filter(
    (each) =>
      (jurisdiction === undefined || each.jurisdiction === jurisdiction) &&
      (verification === undefined || each.verification === verification),
  );
  return wanted.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

async function findTemplate(context: Context, key: string): Promise<ChainTemplate | undefined> {
  const [row] = await selectTemplateRows(context, key);
  return row === undefined ? defaultTemplates.get(key) : describe(row);
}

/**
 * A template as the firm has it, also a disabled one.
 *
 * @throws NOT_FOUND
 */
export async function getTemplate(context: Context, key: string): Promise<ChainTemplate> {
  const template = await findTemplate(context, key);
  if (template === undefined) throw notFound("Chain template");
  return template;
}

/**
 * Writes what the firm makes of a template.
 *
 * @throws STALE_REVISION where somebody wrote it meanwhile
 */
async function writeTemplate(
  context: Context,
  key: string,
  before: ChainTemplate | undefined,
  columns: TemplateColumns,
): Promise<ChainTemplate> {
  if (!(await writeTemplateRow(context, key, (before?.revision ?? 0) + 1, columns))) throw staleRevision("template");
  const after = await getTemplate(context, key);
  const diff = before === undefined ? {} : diffRecords(before, after);
  recordEvent(context, {
    eventType: "deadline_chain_template.updated",
    entityId: key,
    payload: after,
    diff,
    relatedIds: [{ entity: "deadline_chain_template", id: key }],
  });
  return after;
}

/**
 * Replaces the text of a template, or adds one of the firm; either has to be verified anew. Chains that exist do not
 * change.
 *
 * @throws NOT_FOUND for a key that neither a shipped template nor one of the firm can have; STALE_REVISION;
 *   INVALID_STATE_TRANSITION beyond 200 templates
 */
export async function setTemplate(
  context: Context,
  key: string,
  { trigger, triggers, items, ...text }: ChainTemplateText,
): Promise<ChainTemplate> {
  await lockTemplateForUpdate(context, key);
  const before = await findTemplate(context, key);
  requireExpected(context.expectedRevisions, "template", before?.revision);
  if (before === undefined) await checkTemplateRoom(context, key);
  return writeTemplate(context, key, before, {
    ...text,
    triggerSource: trigger.source,
    triggerLabel: trigger.label,
    otherTriggers: triggers,
    items: items.map(describeItem),
    source: "organization",
    verification: "unverified",
    verifiedByMemberId: null,
  });
}

type GivenItem = ChainTemplateText["items"][number];

/** A period of limitation ends on its anniversary, open or not. */
const defaultRoll = ({ type }: GivenItem, { direction }: Pick<GivenItem, "direction">) =>
  classOf(type) === "limitation" ? "none" : defaultRollRule(direction);

/** An item as a request gives it, with the roll rules that it leaves out. */
function describeItem(item: GivenItem): ChainTemplateItem {
  const isExtendedByService = item.isExtendedByService ?? item.serviceDays === 3;
  const alternatives = item.alternatives.map((each) => ({
    ...each,
    rollRule: each.rollRule ?? defaultRoll(item, each),
    isExtendedByService: each.isExtendedByService ?? isExtendedByService,
  }));
  return completeItem({
    ...item,
    serviceDays: isExtendedByService ? 3 : 0,
    rollRule: item.rollRule ?? defaultRoll(item, item),
    isExtendedByService,
    alternatives,
  });
}

async function checkTemplateRoom(context: Context, key: string): Promise<void> {
  if (!/^cht_[a-z0-9_]{1,60}$/.test(key)) throw notFound("Chain template");
  if ((await countTemplates(context)) >= maxTemplates)
    throw limitReached(`An organization has at most ${maxTemplates} chain templates`);
}

/**
 * An attorney vouches for a template, the firm stops using it, or takes either back.
 *
 * @throws NOT_FOUND; FORBIDDEN to verify for a member who is no attorney; STALE_REVISION
 */
export async function setTemplateVerification(
  context: Context,
  { key, expectedRevision }: ChosenTemplate,
  verification: TemplateVerification,
): Promise<ChainTemplate> {
  const { principal } = context;
  const attorneyId = verification === "verified" && principal.actingAttorneyActive ? principal.actingAttorneyId : null;
  if (verification === "verified" && (attorneyId === null || !(await lockAttorneyForShare(context, attorneyId))))
    throw new AppError("FORBIDDEN", "Only an attorney can verify a template");
  await lockTemplateForUpdate(context, key);
  const before = await getTemplate(context, key);
  requireExpected([expectedRevision], "template", before.revision);
  const { name, jurisdiction, trigger, triggers: otherTriggers, items, source, asOf } = before;
  return writeTemplate(context, key, before, {
    name,
    jurisdiction,
    triggerSource: trigger.source,
    triggerLabel: trigger.label,
    otherTriggers,
    items,
    source,
    asOf,
    verification,
    verifiedByMemberId: attorneyId,
  });
}
