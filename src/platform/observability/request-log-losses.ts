/**
 * Whose request it is: of an authenticated key, or of the key behind a digest, which the database looks up when it
 * writes.
 */
export type RequestOwner = { organizationId: string; keyId: string; keyPrefix: string } | { digest: Buffer };

/** Keys and organizations that are counted one by one; what is lost beyond them is lost without a name. */
const ownersBound = 10_000;

/** Requests of one organization, or of the key behind a digest, that the log could not take. */
export interface Loss {
  owner: { organizationId: string } | { digest: Buffer };
  /** Milliseconds since 1970. */
  fromAt: number;
  untilAt: number;
  lost: number;
}

/** Counts what does not fit into the request log, per organization and in bounded memory. */
export interface LossCounter {
  /** @param at milliseconds since 1970 */
  count(owner: RequestOwner, at: number): void;
  add(loss: Loss): void;
  /** Takes out the losses of at most so many owners. */
  take(owners: number): Loss[];
  /** How many owners' losses are left to be taken. */
  owners(): number;
  /** Requests that were counted and not taken out, also those without a name. */
  total(): number;
}

export function countLosses(): LossCounter {
  const losses = new Map<string, Loss>();
  let total = 0;

  function add(loss: Loss): void {
    const name = "digest" in loss.owner ? loss.owner.digest.toString("hex") : loss.owner.organizationId;
    const known = losses.get(name);
    total += loss.lost;
    if (known === undefined && losses.size >= ownersBound) return;
    if (known === undefined) losses.set(name, { ...loss });
    else {
      known.fromAt = Math.min(known.fromAt, loss.fromAt);
      known.untilAt = Math.max(known.untilAt, loss.untilAt);
      known.lost += loss.lost;
    }
  }

  return {
    count: (owner, at) => {
      const whose = "digest" in owner ? owner : { organizationId: owner.organizationId };
      add({ owner: whose, fromAt: at, untilAt: at, lost: 1 });
    },
    add,
    take: (owners) => {
      const taken = [...losses.entries()].slice(0, owners);
      for (const [name, loss] of taken) {
        losses.delete(name);
        total -= loss.lost;
      }
      return taken.map(([, loss]) => loss);
    },
    owners: () => losses.size,
    total: () => total,
  };
}
