import { AppError } from "../../contract/error-codes.ts";
import { eventDays } from "../../contract/event-types.ts";
import { cursorForm, foreignCursorMessage } from "../../contract/page.ts";
import { fingerprint } from "../../platform/crypto/digest.ts";

/** The list to which the cursors of GET /events belong: those that events, deliveries and the portal carry. */
export const feedList = "events";

/** Of a cursor whose next events may be gone: it never goes on with a gap. Source: contract, "Events". */
export const tooOldMessage =
  `too old: events are kept for ${eventDays} days, and those that follow this cursor are gone; leave it out to begin at the oldest event that is kept, and read anew the records that you keep`;

/** Digest bytes in a cursor: enough that a cursor of another list, or an edited one, does not pass by accident. */
const checkBytes = 9;

function checkOf(organizationId: string, list: string, number: number): string {
  return fingerprint(["cursor", organizationId, list, String(number)]).subarray(0, checkBytes).toString("base64url");
}

/**
 * A place in a list, opaque to callers and bound to organization and list. The check is no secret and need not be one: a
 * cursor only says where to go on, and row-level security decides what is there.
 */
export function writeCursor(organizationId: string, list: string, number: number): string {
  return `${number.toString(36)}_${checkOf(organizationId, list, number)}`;
}

/**
 * The input's schema has judged the form with the other faults. Whose cursor it is takes the organization, which no schema
 * knows: so that is judged here, and told alone, once all else fits.
 * @throws VALIDATION_FAILED for anything that writeCursor did not make for this organization and list
 */
export function readCursor(organizationId: string, list: string, cursor: string): number {
  const number = Number.parseInt(cursorForm.exec(cursor)?.[1] ?? "", 36);
  if (!Number.isSafeInteger(number) || writeCursor(organizationId, list, number) !== cursor) {
    throw new AppError("VALIDATION_FAILED", `after: ${foreignCursorMessage}`);
  }
  return number;
}
