import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** An entry of a request's trail without its hashes. */
export interface ChainedEntry {
  /** From 1, without gap. */
  number: number;
  /** ISO-8601, UTC, milliseconds. */
  at: string;
  action: string;
  /** Its label is shown, and no part of the hash: a key or member can be renamed. */
  actor: { type: string; id: string };
  recipientId: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  detail: Readonly<Record<string, unknown>>;
}

export interface HashedEntry extends ChainedEntry {
  previousHash: string;
  hash: string;
}

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** The hash before a request's first entry. */
export const firstHash = (requestId: string): string => sha256(`caseport esign chain 1\n${requestId}`);

/**
 * The hash of an entry: of the hash before it and of the entry in canonical JSON (RFC 8785), both as text. The guide
 * *Documents for signature* shows how to recompute it.
 */
export function hashEntry(previousHash: string, requestId: string, entry: ChainedEntry): string {
  const { number, at, action, actor, recipientId, ipAddress, userAgent, detail } = entry;
  const canonical = canonicalize({
    requestId,
    number,
    at,
    action,
    actor: { type: actor.type, id: actor.id },
    recipientId,
    ipAddress,
    userAgent,
    detail,
  });
  return sha256(`${previousHash}\n${canonical}`);
}

/** Continues a chain. */
export function chainEntries<Entry extends Omit<ChainedEntry, "number">>(
  requestId: string,
  last: { number: number; hash: string } | undefined,
  entries: readonly Entry[],
): (Entry & Pick<HashedEntry, "number" | "previousHash" | "hash">)[] {
  let number = last?.number ?? 0;
  let previousHash = last?.hash ?? firstHash(requestId);
  return entries.map((entry) => {
    number += 1;
    const hash = hashEntry(previousHash, requestId, { ...entry, number });
    const hashed = { ...entry, number, previousHash, hash };
    previousHash = hash;
    return hashed;
  });
}

/**
 * Whether entries, the first one first, continue a chain without a gap.
 *
 * @param before the entry before them
 */
export function continuesChain(
  requestId: string,
  before: { number: number; hash: string } | undefined,
  entries: readonly HashedEntry[],
): boolean {
  const recomputed = chainEntries(requestId, before, entries);
  return entries.every(({ number, previousHash, hash }, index) => {
    const expected = recomputed[index];
    return number === expected?.number && previousHash === expected.previousHash && hash === expected.hash;
  });
}
