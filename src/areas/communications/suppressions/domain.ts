import { createId } from "../../../platform/database/ids.ts";
import { recordAuditEntry, type Context } from "../../../rpc/context.ts";
import type { ConsentPerson } from "../consents/store.ts";
import { endSuppressions, findLiveSuppression, insertSuppression, listStopsOf } from "./store.ts";

/**
 * Suppresses a number or an address for the whole firm, until it is ended.
 *
 * @returns `isNew`: whether nothing suppressed it before
 */
export async function suppressAddress(
  context: Context,
  suppression: { channel: "text" | "email"; address: string; reason: string; at: string },
): Promise<{ id: string; isNew: boolean }> {
  const id = createId("addressSuppression");
  await insertSuppression(context, { id, ...suppression });
  const live = await findLiveSuppression(context, suppression.channel, suppression.address);
  if (live === undefined) throw new Error("the address is suppressed");
  const isNew = live.id === id;
  if (isNew) recordAuditEntry(context, { entity: "address_suppression", id }, []);
  return { id: live.id, isNew };
}

/** Ends what STOP made of a person's numbers: they agreed anew, with proof. */
export async function endSuppressionsOf(context: Context, person: ConsentPerson): Promise<string[]> {
  return endSuppressions(context, await listStopsOf(context, person), "The person opted in again, with proof.");
}

/** What STOP made, here or at the provider, whose own opt-out START ends, too. */
const endedByStart: ReadonlySet<string> = new Set(["stop_keyword", "provider_opt_out"]);

/**
 * Ends the suppression of a number by START; one of another reason, and one of a later STOP, stay.
 *
 * @returns its ID
 */
export async function endStop(context: Context, number: string, at: string): Promise<string | null> {
  const live = await findLiveSuppression(context, "text", number);
  if (live === undefined || !endedByStart.has(live.reason) || live.at > at) return null;
  await endSuppressions(context, [live.id], "START was texted from the number.");
  return live.id;
}
