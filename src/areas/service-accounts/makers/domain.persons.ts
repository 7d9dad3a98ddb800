import type { RecordedDate } from "../../../contract/events/set-dates.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Principal } from "../../../rpc/principal.ts";
import { listKeyPersons, listSettersOfDates } from "./store.persons.ts";

/**
 * The persons of an act, for rules that need a second one: of a member, the member; of a key, the attorney for whom it
 * acts, the member who created it, and everyone who was shown a live secret of it, also through other keys. The keys
 * themselves are among them, so that none is the second person of its own act. The system's acts have none of their
 * own.
 */
export async function listPersons(context: Context, principal: Principal = context.principal): Promise<string[]> {
  if (principal.kind === "member") return [principal.memberId];
  if (!("keyId" in principal)) return [];
  const attorney = principal.actingAttorneyId === null ? [] : [principal.actingAttorneyId];
  return [...new Set([principal.keyId, ...attorney, ...(await listKeyPersons(context, principal.keyId))])].toSorted();
}

/**
 * The persons, as of {@link listPersons}, who set dates of records. None are known of dates that were set before this
 * was recorded.
 */
export async function listPersonsWhoSetDates(context: Context, dates: readonly RecordedDate[]): Promise<string[]> {
  return dates.length === 0 ? [] : listSettersOfDates(context, dates);
}

/** Whether nobody is behind both acts. */
export function areDisjoint(persons: readonly string[], others: readonly string[]): boolean {
  return !persons.some((person) => others.includes(person));
}
