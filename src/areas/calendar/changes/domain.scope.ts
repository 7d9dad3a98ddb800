import { invalidInput, invalidState, recordInUse } from "../../../contract/errors/error-codes.ts";
import type { Changes } from "./domain.content.ts";
import { isStanding } from "../domain.states.ts";
import type { EventStatus } from "../schema.ts";
import type { EventChanges } from "../schema.input.ts";
import type { EventRow } from "../store.ts";

/**
 * What a change is for: a single event or a whole series (`all`), one occurrence (`this`), or one and all later ones
 * (`following`, RANGE=THISANDFUTURE of RFC 5545).
 */
export type ChangeScope = { scope: "all" } | { scope: "this" | "following"; occurrenceOn: string };

/**
 * The scope that a request names. All occurrences from the first one on are the whole series.
 *
 * @throws VALIDATION_FAILED for a series without a scope, and for a single event with one
 */
export function readScope(
  { rule, startOn }: Pick<EventRow, "rule" | "startOn">,
  { scope, occurrenceOn }: Pick<EventChanges, "scope" | "occurrenceOn">,
): ChangeScope {
  if (rule === null) {
    if (scope !== undefined) throw invalidInput({ path: "scope", message: "allowed only for a series" });
    if (occurrenceOn !== undefined) throw invalidInput({ path: "occurrenceOn", message: "allowed only for a series" });
    return { scope: "all" };
  }
  if (scope === undefined) throw invalidInput({ path: "scope", message: "required for a series" });
  if (scope === "all") return { scope };
  if (occurrenceOn === undefined) throw invalidInput({ path: "occurrenceOn", message: `required with scope ${scope}` });
  return scope === "following" && occurrenceOn === startOn ? { scope: "all" } : { scope, occurrenceOn };
}

/** What an event that took place, or was called off, still accepts. */
const alwaysChangeable: ReadonlySet<string> = new Set(["documentIds", "tags", "externalId"]);

/** @throws INVALID_STATE_TRANSITION for an event that took place, or was called off */
export function assertChangeable(status: EventStatus, changes: Changes): void {
  if (isStanding(status) || Object.keys(changes).every((name) => alwaysChangeable.has(name))) return;
  throw invalidState(
    `The event took place or was called off: only ${[...alwaysChangeable].join(", ")} can be changed`,
    { detail: status },
  );
}

/** @throws INVALID_STATE_TRANSITION if an outcome is recorded for one of these */
export function assertNoOutcomes(occurrences: readonly { outcome: unknown }[], message: string): void {
  if (occurrences.some(({ outcome }) => outcome !== null)) throw recordInUse(message);
}
