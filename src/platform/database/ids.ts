import { randomFillSync } from "node:crypto";
import { encodeTime, monotonicFactory, ulid } from "ulid";
import { idPrefixes, type IdKind } from "../../contract/ids.ts";

const randomBytes = Buffer.alloc(8_192);
let bytesLeft = 0;

/** One random byte as the fraction that ulid wants. By itself ulid asks the system once per character, which took 20 times as long. */
function drawFraction(): number {
  if (bytesLeft === 0) {
    randomFillSync(randomBytes);
    bytesLeft = randomBytes.length;
  }
  bytesLeft -= 1;
  return (randomBytes[bytesLeft] ?? 0) / 256;
}

/**
 * Increases strictly, also within a millisecond, so that records that one process makes sort by id as they were made. The next id of a
 * millisecond is the last one plus one, and so can be guessed: an id identifies, it never authorizes.
 */
const nextUlid = monotonicFactory(drawFraction);

/** A new id of this kind: prefix, underscore, ULID in lower case. Sortable by `at`, in milliseconds; without it, in the order of creation. */
export function createId(kind: IdKind, at?: Date): string {
  const made = at === undefined ? nextUlid() : ulid(at.getTime(), drawFraction);
  return `${idPrefixes[kind]}_${made.toLowerCase()}`;
}

/** A new request id: `req_` and a ULID. */
export function createRequestId(): string {
  return `req_${nextUlid().toLowerCase()}`;
}

/** The lowest id of this kind that an instant can have: ids from it on are of that millisecond or later. Bounds of a span of time. */
export function lowestId(kind: IdKind, at: Date): string {
  const time = encodeTime(Math.max(0, at.getTime()), 10).toLowerCase();
  return `${idPrefixes[kind]}_${time}${"0".repeat(16)}`;
}
