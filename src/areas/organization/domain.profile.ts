import { AppError, invalidInput } from "../../contract/errors/error-codes.ts";
import { diffRecords, type Context } from "../../rpc/context.ts";
import { previewLocalTimes, recomputeLocalTimes } from "../../rpc/timezone-dependents.ts";
import { assertTimeZone } from "../administration/domain.hierarchy.ts";
import { changeOrganization, lockOrganizationForUpdate } from "../administration/domain.ts";
import { getOrganization } from "./domain.ts";
import { checkBusinessCalendar } from "./holiday-calendars/domain.ts";
import { membersOnly, Organization, type OrganizationChanges } from "./schema.ts";
import { listHeadquarters } from "./store.ts";

/** In the form of the record, where an address has its members in one order. */
const Compared = Organization.omit({
  id: true,
  slug: true,
  parentOrganization: true,
  environment: true,
  createdAt: true,
  updatedAt: true,
});

/**
 * Changes what an organization decides itself. Its place in a hierarchy and its rate limits are a platform
 * administrator's.
 *
 * @throws FORBIDDEN for a key that changes what only members may; VALIDATION_FAILED at `timezone`, `workdayEndsAt`,
 *   `holidayCalendarId`, or `keysVisibleTo` for an organization that is not a headquarters above it; STALE_REVISION
 */
export async function updateProfile(context: Context, changes: OrganizationChanges): Promise<Organization> {
  const reserved = membersOnly.find((field) => changes[field] !== undefined);
  if (reserved !== undefined && context.principal.kind !== "member")
    throw new AppError("FORBIDDEN", `Only a member may change ${reserved}`, { detail: reserved });
  const before = await lockOrganizationForUpdate(context);
  const after = Compared.parse({ ...before, ...changes });
  const diff = diffRecords(Compared.parse(before), after);
  if (after.workdayEndsAt <= after.workdayStartsAt)
    throw invalidInput({ path: "workdayEndsAt", message: "must be after workdayStartsAt" });
  if ("holidayCalendarId" in diff && after.holidayCalendarId !== null)
    await checkBusinessCalendar(context, after.holidayCalendarId);
  if ("keysVisibleTo" in diff) await checkHeadquarters(context, after.keysVisibleTo);
  if ("timezone" in diff) await assertTimeZone(context, after.timezone);
  await changeOrganization(context, changes, { diff, note: null });
  if ("timezone" in diff || "workdayStartsAt" in diff) await recomputeLocalTimes(context, before.timezone);
  return getOrganization(context);
}

/**
 * What a change of the time zone would move.
 *
 * @throws VALIDATION_FAILED at `timezone`
 */
export async function previewTimezone(context: Context, timezone: string) {
  await assertTimeZone(context, timezone);
  return previewLocalTimes(context, timezone);
}

async function checkHeadquarters(context: Context, ids: readonly string[]): Promise<void> {
  const above = await listHeadquarters(context);
  const foreign = ids.findIndex((id) => !above.some((headquarters) => headquarters.id === id));
  if (foreign !== -1)
    throw invalidInput({ path: `keysVisibleTo[${foreign}]`, message: "must be a headquarters above the organization" });
}
