import { invalidInput } from "../../../contract/errors/error-codes.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { diffRecords, recordAuditEntry, type Context } from "../../../rpc/context.ts";
import { lockOrganizationForUpdate } from "../../administration/domain.ts";
import { widestWindow, type CommunicationSettingsChanges } from "./schema.ts";
import { findSettingsRow, saveSettings, type SettingsRow } from "./store.ts";

/**
 * Locks the firm's settings until commit, with those of its account at a provider: one revision is of both.
 *
 * @throws STALE_REVISION
 */
export async function lockSettingsForUpdate(context: Context, expectedRevision: number): Promise<SettingsRow> {
  // Serializes changes, also of a firm without a row.
  await lockOrganizationForUpdate(context);
  const row = await findSettingsRow(context);
  if (row.revision !== expectedRevision) throw staleRevision("settings");
  return row;
}

/** Notes with what texts are sent, in the locked settings, and raises their revision. */
export const saveProvider = (context: Context, row: SettingsRow, provider: SettingsRow["provider"]): Promise<void> =>
  saveSettings(context, { ...row, provider });

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** @throws VALIDATION_FAILED for hours that are wider than the widest, or narrower than three */
function checkWindow({ textsFrom, textsUntil }: Pick<SettingsRow, "textsFrom" | "textsUntil">): void {
  const { from, until, least } = widestWindow;
  if (textsFrom < from) throw invalidInput({ path: "textsFrom", message: "must not be before 08:00" });
  if (textsUntil > until) throw invalidInput({ path: "textsUntil", message: "must not be after 21:00" });
  if (textsUntil - textsFrom < least)
    throw invalidInput({ path: "textsUntil", message: "must be at least 3 hours after textsFrom" });
}

/**
 * Changes how the firm sends. Scheduled messages are checked again when they go.
 *
 * @throws VALIDATION_FAILED for the hours; STALE_REVISION
 */
export async function updateCommunicationSettings(
  context: Context,
  { expectedRevision, textsFrom, textsUntil, ...changes }: CommunicationSettingsChanges,
): Promise<void> {
  const before = await lockSettingsForUpdate(context, expectedRevision);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after: SettingsRow = {
    ...before,
    ...given,
    ...(textsFrom !== undefined && { textsFrom: minutesOf(textsFrom) }),
    ...(textsUntil !== undefined && { textsUntil: minutesOf(textsUntil) }),
  };
  checkWindow(after);
  await saveSettings(context, after);
  recordAuditEntry(
    context,
    { entity: "communication_settings", id: context.organizationId },
    [{ entity: "organization", id: context.organizationId }],
    diffRecords(before, after),
  );
}
