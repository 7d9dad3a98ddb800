import { AppError, invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { staleRevision } from "../../contract/revision.ts";
import { createId } from "../../platform/database/ids.ts";
import { assertNotFuture } from "../../platform/database/organization-day.ts";
import { lockAttorneyForShare } from "../../rpc/authorize.ts";
import { diffRecords, recordEvent, type Context } from "../../rpc/context.ts";
import { applyServiceRule, serviceKeyOf, type RuleJurisdiction, type ServiceBasis } from "./domain.service.ts";
import { defaultRules, summarizeRule } from "./domain.notation.ts";
import { JurisdictionRule, type ChosenRule, type RuleFilter, type RuleText } from "./schema.ts";
import { lockRuleForUpdate, selectRuleRows, writeRule, type RuleColumns, type RuleRow } from "./store.ts";

export type { JurisdictionRule };

/** The jurisdiction that a text names; undefined where it is none that rules are of. */
export const readJurisdiction = (text: string | null): JurisdictionRule["jurisdiction"] | undefined =>
  JurisdictionRule.shape.jurisdiction.safeParse(text).data;

const describe = (row: RuleRow): JurisdictionRule => {
  const rule = JurisdictionRule.shape.rule.parse(row.rule);
  return JurisdictionRule.parse({ ...row, rule, summary: summarizeRule(rule) });
};

/** The shipped rules with what the firm made of them, and its own, by key. */
export async function listRules(
  context: Context,
  { kind, jurisdiction, verification, claim }: RuleFilter,
): Promise<JurisdictionRule[]> {
  const rows = (await selectRuleRows(context, null)).map(describe);
  const all = new Map([...defaultRules, ...rows.map((rule): [string, JurisdictionRule] => [rule.key, rule])]);
  const wanted = [...all.values()].filter(
    (rule) =>
      (kind === undefined || rule.kind === kind) &&
      (jurisdiction === undefined || rule.jurisdiction === jurisdiction) &&
      (verification === undefined || rule.verification === verification) &&
      (claim === undefined || ("claim" in rule.rule && rule.rule.claim === claim)),
  );
  return wanted.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/** A rule as the firm has it, also a disabled one; undefined if there is none. */
export async function findRule(context: Context, key: string): Promise<JurisdictionRule | undefined> {
  const [row] = await selectRuleRows(context, key);
  return row === undefined ? defaultRules.get(key) : describe(row);
}

/** By whose rule days for service are added in a jurisdiction, as the firm has it now. */
export async function findServiceBasis(context: Context, jurisdiction: RuleJurisdiction): Promise<ServiceBasis> {
  return applyServiceRule(jurisdiction, await findRule(context, serviceKeyOf(jurisdiction)));
}

/**
 * Writes what the firm makes of a rule, if nobody did meanwhile.
 *
 * @throws STALE_REVISION
 */
async function saveRule(
  context: Context,
  { key, expectedRevision }: ChosenRule,
  { before, columns }: { before: JurisdictionRule | undefined; columns: RuleColumns },
  eventType: EventType,
): Promise<JurisdictionRule> {
  const written =
    expectedRevision === (before?.revision ?? 0)
      ? await writeRule(context, { id: createId("jurisdictionRule"), key, expectedRevision }, columns)
      : undefined;
  if (written === undefined) throw staleRevision("rule");
  const after = await findRule(context, key);
  if (after === undefined) throw new Error("the rule was written");
  const { id } = written;
  recordEvent(context, {
    eventType,
    entityId: id,
    payload: after,
    diff: before === undefined ? {} : diffRecords(before, after),
    relatedIds: [{ entity: "jurisdiction_rule", id }],
  });
  return after;
}

/** What a key says: `limitation.pa.personal_injury`. */
function readKey(key: string): Pick<JurisdictionRule, "kind" | "jurisdiction"> {
  const [kind, state = ""] = key.split(".");
  const read = JurisdictionRule.pick({ kind: true, jurisdiction: true }).safeParse({
    kind,
    jurisdiction: state.toUpperCase(),
  });
  if (!read.success) throw invalidInput({ path: "key", message: "must name a kind and a state or us" });
  return read.data;
}

const ruleTypes = {
  limitation: ["statute_of_limitations"],
  claim_notice: ["notice_of_claim", "pre_suit_notice", "certificate_of_merit"],
  minority: ["minority"],
  service: ["service"],
  fee_cap: ["fee_cap"],
  lien_reduction: ["lien_reduction"],
  fee_division: ["fee_division"],
  text_hours: ["text_hours"],
} as const;

/** The type of a dated rule; the others are named for their kind. */
function typeOf(rule: RuleText["rule"]): string {
  if ("type" in rule) return rule.type;
  if ("variants" in rule) return "fee_cap";
  if ("lienTypes" in rule) return "lien_reduction";
  if ("bases" in rule) return "fee_division";
  if ("hours" in rule) return "text_hours";
  return "order" in rule ? "service" : "minority";
}

/**
 * Replaces the text of a rule, or adds one of the firm; either has to be verified anew.
 *
 * @throws VALIDATION_FAILED where key and rule do not agree; STALE_REVISION
 */
export async function editRule(context: Context, chosen: ChosenRule, text: RuleText): Promise<JurisdictionRule> {
  const place = readKey(chosen.key);
  const type = typeOf(text.rule);
  if (!ruleTypes[place.kind].some((each) => each === type))
    throw invalidInput({ path: "rule", message: "must be a rule of the kind that the key names" });
  await lockRuleForUpdate(context, chosen.key);
  const before = await findRule(context, chosen.key);
  const columns = {
    ...text,
    ...place,
    source: "organization",
    verification: "unverified",
    verifiedByMemberId: null,
  } as const;
  return saveRule(context, chosen, { before, columns }, "jurisdiction_rule.updated");
}

/**
 * An attorney vouches for a rule that they compared with its source on a day, as of which its text then is.
 *
 * @throws NOT_FOUND; FORBIDDEN for a member who is no attorney; STALE_REVISION; VALIDATION_FAILED for a future day
 */
export async function verifyRule(context: Context, chosen: ChosenRule, comparedOn: string): Promise<JurisdictionRule> {
  await assertNotFuture(context, { comparedOn });
  return setRuleVerification(context, chosen, "verified", comparedOn);
}

/**
 * An attorney vouches for a rule, the firm stops using it, or takes either back.
 *
 * @throws NOT_FOUND; FORBIDDEN to verify for a member who is no attorney; STALE_REVISION
 */
export async function setRuleVerification(
  context: Context,
  chosen: ChosenRule,
  verification: JurisdictionRule["verification"],
  comparedOn?: string,
): Promise<JurisdictionRule> {
  const attorneyId = verification === "verified" ? await lockVerifierForShare(context) : null;
  await lockRuleForUpdate(context, chosen.key);
  const before = await findRule(context, chosen.key);
  if (before === undefined) throw notFound("Rule");
  const { kind, jurisdiction, rule, citation, source, asOf, note } = before;
  const columns = {
    kind,
    jurisdiction,
    rule,
    citation,
    source,
    asOf: comparedOn ?? asOf,
    note,
    verification,
    verifiedByMemberId: attorneyId,
  };
  return saveRule(
    context,
    chosen,
    { before, columns },
    verification === "verified" ? "jurisdiction_rule.verified" : "jurisdiction_rule.updated",
  );
}

/**
 * Locks the attorney who verifies a rule FOR SHARE until commit.
 *
 * @returns their ID
 * @throws FORBIDDEN for a member who is no attorney
 */
async function lockVerifierForShare(context: Context): Promise<string> {
  const { actingAttorneyActive, actingAttorneyId } = context.principal;
  if (!actingAttorneyActive || actingAttorneyId === null || !(await lockAttorneyForShare(context, actingAttorneyId)))
    throw new AppError("FORBIDDEN", "Only an attorney can verify a rule");
  return actingAttorneyId;
}
