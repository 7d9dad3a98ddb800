export interface SlotLimits {
  /** In flight at once; half of them at most for one organization. */
  total: number;
  perGroup: number;
  /** The same for a group that is new or hangs: enough to probe it, too few to fill the slots. */
  perUnprovenGroup: number;
  /** In flight for all new groups together, and again for all that hang; half of them at most for one organization. */
  unproven: number;
  patienceMilliseconds: number;
}

export const usualSlots: SlotLimits = {
  total: 64,
  perGroup: 8,
  perUnprovenGroup: 2,
  unproven: 16,
  patienceMilliseconds: 3_000,
};

/** The duration of an item, and whether its group hangs. */
export interface Pace {
  milliseconds: number;
  hangs: boolean;
}

/** A group's state by its last item. */
type Standing = "new" | "hanging" | "proven";

interface Group<Item> {
  organizationId: string;
  waiting: { item: Item; since: number }[];
  inFlight: number;
  standing: Standing;
  /** Maximum in flight: starts low for a new group and doubles after each success. */
  share: number;
  /** Quick enough for a large buffer. */
  isQuick: boolean;
  /** The last request for items returned as many as it could, so there are probably more. */
  hasMore: boolean;
  /** Last activity; the history is kept for a while. */
  seen: number;
}

const lowWater = 16;
const quickMilliseconds = 150;
const memoryMilliseconds = 600_000;

/**
 * Fair scheduling: limits concurrency in total, per group and per organization, so that slow or hanging groups do not
 * block others.
 */
export class FairSlots<Item> {
  readonly #limits: SlotLimits;
  readonly #now: () => number;
  /** Ordered by last request, longest ago first. */
  readonly #groups = new Map<string, Group<Item>>();
  /** Groups with waiting items, in round-robin order. */
  readonly #turns = new Set<string>();
  /** In flight by standing, by organization, and by both. */
  readonly #taken = new Map<string, number>();
  #inFlight = 0;
  #waiting = 0;

  /** @param now milliseconds on a monotonic clock */
  constructor(limits: SlotLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Whether enough slots are free to request more items. */
  get areFree(): boolean {
    return this.#limits.total - this.#inFlight >= this.#limits.total / 4;
  }

  /** Whether a quick group's buffer runs low. */
  get isHungry(): boolean {
    return [...this.#groups.values()].some(isHungry);
  }

  add({ name, organizationId }: { name: string; organizationId: string }, items: readonly Item[]): void {
    if (items.length === 0) return;
    const group = this.#groups.get(name) ?? this.#create(organizationId);
    this.#groups.set(name, group);
    this.#turns.add(name);
    const since = this.#now();
    group.seen = since;
    group.hasMore = items.length >= this.#limits.perGroup - group.inFlight;
    for (const item of items) group.waiting.push({ item, since });
    this.#waiting += items.length;
  }

  /** Takes the next item in round-robin order; undefined if none may start. Call `finish` for each. */
  next(): Item | undefined {
    if (this.#inFlight >= this.#limits.total) return undefined;
    for (const name of this.#turns) {
      const group = this.#groups.get(name);
      if (group === undefined || this.#isFull(group)) continue;
      const first = group.waiting.shift();
      this.#turns.delete(name);
      if (group.waiting.length > 0) this.#turns.add(name);
      if (first === undefined) continue;
      this.#count(group, 1);
      this.#waiting -= 1;
      return first.item;
    }
    return undefined;
  }

  /**
   * @param pace null if nothing was learned about the group
   * @returns whether to fetch more
   */
  finish(name: string, pace: Pace | null): boolean {
    const wereTaken = !this.areFree;
    const group = this.#groups.get(name);
    if (group === undefined) return false;
    this.#count(group, -1);
    group.seen = this.#now();
    if (pace !== null) this.#learn(group, pace);
    return (wereTaken && this.areFree) || isHungry(group) || (group.hasMore && this.#hasRoom(group));
  }

  /** Removes items that waited too long or whose hanging group is full; with `all`, everything. */
  dropExpired(all?: "all"): Item[] {
    const at = this.#now();
    const given: Item[] = [];
    for (const [name, group] of this.#groups) {
      const hasNoTurn = all === "all" || (group.standing === "hanging" && this.#isFull(group));
      const isOver = ({ since }: { since: number }) => hasNoTurn || since <= at - this.#limits.patienceMilliseconds;
      given.push(...group.waiting.filter(isOver).map(({ item }) => item));
      group.waiting = group.waiting.filter((entry) => !isOver(entry));
      if (group.waiting.length > 0) continue;
      this.#turns.delete(name);
      if (group.inFlight === 0 && group.seen < at - memoryMilliseconds) this.#groups.delete(name);
    }
    this.#waiting -= given.length;
    return given;
  }

  /**
   * Call before requesting items: `many` for each hungry group, or a `few` for each group with free slots.
   *
   * @returns the known groups to exclude from the request
   */
  selectIgnoredGroups(share: "many" | "few"): string[] {
    const selected: [string, Group<Item>][] = [];
    const others: string[] = [];
    // Only some of the unproven groups fit; they take turns.
    const room = {
      new: this.#limits.unproven - this.#read("new"),
      hanging: this.#limits.unproven - this.#read("hanging"),
      proven: Infinity,
    };
    for (const [name, group] of this.#groups) {
      const isSelected =
        share === "many"
          ? isHungry(group)
          : this.#hasRoom(group) && !isHungry(group) && (room[group.standing] -= 1) >= 0;
      if (isSelected) selected.push([name, group]);
      else others.push(name);
    }
    for (const [name, group] of selected) {
      group.hasMore = false;
      this.#groups.delete(name);
      this.#groups.set(name, group);
    }
    return others;
  }

  #create(organizationId: string): Group<Item> {
    const share = this.#limits.perUnprovenGroup;
    return {
      organizationId,
      waiting: [],
      inFlight: 0,
      standing: "new",
      share,
      isQuick: false,
      hasMore: false,
      seen: 0,
    };
  }

  #learn(group: Group<Item>, { milliseconds, hangs }: Pace): void {
    const { inFlight } = group;
    this.#count(group, -inFlight);
    group.standing = hangs ? "hanging" : "proven";
    this.#count(group, inFlight);
    group.share = hangs ? this.#limits.perUnprovenGroup : Math.min(group.share * 2, this.#limits.perGroup);
    group.isQuick = !hangs && milliseconds < quickMilliseconds;
  }

  #count(group: Group<Item>, change: number): void {
    const { organizationId, standing } = group;
    group.inFlight += change;
    this.#inFlight += change;
    for (const name of [standing, organizationId, `${standing} ${organizationId}`]) {
      const taken = this.#read(name) + change;
      if (taken === 0) this.#taken.delete(name);
      else this.#taken.set(name, taken);
    }
  }

  #read(name: string): number {
    return this.#taken.get(name) ?? 0;
  }

  #isFull({ organizationId, standing, inFlight, share }: Group<Item>): boolean {
    const { total, unproven } = this.#limits;
    if (inFlight >= share || this.#read(organizationId) >= total / 2) return true;
    return (
      standing !== "proven" &&
      (this.#read(standing) >= unproven || this.#read(`${standing} ${organizationId}`) >= unproven / 2)
    );
  }

  #hasRoom(group: Group<Item>): boolean {
    return !this.#isFull(group) && group.waiting.length === 0;
  }
}

function isHungry({ isQuick, hasMore, waiting }: Group<unknown>): boolean {
  return isQuick && hasMore && waiting.length <= lowWater;
}
