import { randomFillSync } from "node:crypto";
import { encodeTime, monotonicFactory, ulid } from "ulid";
import { idPrefixes, type IdKind } from "../../contract/ids.ts";

const randomBytes = Buffer.alloc(8_192);
let bytesLeft = 0;

/**
 * One random byte as the fraction that ulid expects. ulid's own source makes a system call per character and took 20
 * times as long.
 */
function drawFraction(): number {
  if (bytesLeft === 0) {
    randomFillSync(randomBytes);
    bytesLeft = randomBytes.length;
  }
  bytesLeft -= 1;
  return (randomBytes[bytesLeft] ?? 0) / 256;
}

/**
 * Strictly increasing, also within a millisecond, so that the records of one process sort by ID in the order of
 * creation. The next ID of a millisecond can be guessed: an ID never authorizes.
 */
const nextUlid = monotonicFactory(drawFraction);

/**
 * A new ID: prefix, underscore, ULID in lower case. It sorts by `at`, in milliseconds; without it, in the order of
 * creation.
 */
export function createId(kind: IdKind, at?: Date): string {
  const made = at === undefined ? nextUlid() : ulid(at.getTime(), drawFraction);
  return `${idPrefixes[kind]}_${made.toLowerCase()}`;
}

/**
 * Creates IDs of records of the past: they sort by `at`, and within one millisecond in the order of creation. It keeps
 * each millisecond, so it is for a program that ends, such as the seed.
 */
export function createIdsOfThePast(): (kind: IdKind, at: Date) => string {
  const ulids = new Map<number, typeof nextUlid>();
  return (kind, at) => {
    const time = at.getTime();
    const next = ulids.get(time) ?? monotonicFactory(drawFraction);
    ulids.set(time, next);
    return `${idPrefixes[kind]}_${next(time).toLowerCase()}`;
  };
}

export function createRequestId(): string {
  return `req_${nextUlid().toLowerCase()}`;
}

/** The lowest ID of this kind at an instant: a bound for time ranges. */
export function lowestId(kind: IdKind, at: Date): string {
  const time = encodeTime(Math.max(0, at.getTime()), 10).toLowerCase();
  return `${idPrefixes[kind]}_${time}${"0".repeat(16)}`;
}
