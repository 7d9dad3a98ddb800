import { invalidInput } from "../../../contract/error-codes.ts";
import { diffRecords, type Context } from "../../../rpc/context.ts";
import { settleInOrder } from "../../../rpc/settle-in-order.ts";
import { requireTimeZone } from "../../administration/domain.hierarchy.ts";
import { changeOrganization, requireOrganization } from "../../administration/domain.ts";
import { followTimeZone } from "../../reports/schedules/domain.rules.ts";
import { getOrganization } from "../domain.ts";
import { OrganizationSettings, type SettingsChange } from "./schema.ts";
import { findKeysVisibleTo, listHeadquarters } from "./store.ts";

export async function describeSettings(context: Context): Promise<OrganizationSettings> {
  const [organization, headquarters, visibleTo] = await settleInOrder(getOrganization(context), listHeadquarters(context), findKeysVisibleTo(context));
  return OrganizationSettings.parse({ ...organization, headquarters: headquarters.map((each) => ({ ...each, seesKeys: visibleTo.includes(each.id) })) });
}

/**
 * Changes what an organization decides itself. Its place in a hierarchy and its rate limits are a platform administrator's.
 * @throws VALIDATION_FAILED if nothing would change, at `timezone`, or at `keysVisibleTo` for an organization that is not a headquarters above it
 */
export async function changeSettings(context: Context, changes: SettingsChange): Promise<OrganizationSettings> {
  const before = await requireOrganization(context);
  const values = { name: changes.name ?? before.name, timezone: changes.timezone ?? before.timezone, keysVisibleTo: changes.keysVisibleTo ?? before.keysVisibleTo };
  const diff = diffRecords(before, { ...before, ...values });
  if (Object.keys(diff).length === 0) throw invalidInput({ path: Object.keys(changes)[0] ?? "name", message: "must change the organization" });
  if (changes.keysVisibleTo !== undefined) await requireHeadquarters(context, changes.keysVisibleTo);
  if ("timezone" in diff) await requireTimeZone(context, values.timezone);
  await changeOrganization(context, before, values, { diff, note: null });
  if ("timezone" in diff) await followTimeZone(context);
  return describeSettings(context);
}

async function requireHeadquarters(context: Context, ids: readonly string[]): Promise<void> {
  const above = await listHeadquarters(context);
  const foreign = ids.findIndex((id) => !above.some((headquarters) => headquarters.id === id));
  if (foreign !== -1) throw invalidInput({ path: `keysVisibleTo[${foreign}]`, message: "must be a headquarters above the organization" });
}
