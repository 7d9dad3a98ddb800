export interface SlotLimits {
  /** In flight at once. One organization has half of them at most. */
  total: number;
  /** In flight at once for one group. */
  perGroup: number;
  /** The same for a group that is new, or answers too late or not at all: enough to see how it is, too few to fill the slots. */
  perUnprovenGroup: number;
  /** In flight at once for all groups together that are new, and again for all that hang. One organization has half of them at most. */
  unproven: number;
  /** How long an item may wait for a slot. */
  patienceMilliseconds: number;
}

export const usualSlots: SlotLimits = { total: 64, perGroup: 8, perUnprovenGroup: 2, unproven: 16, patienceMilliseconds: 3_000 };

/** How long a group took for an item, and whether it hangs: answers too late or not at all. */
export interface Pace {
  milliseconds: number;
  hangs: boolean;
}

/** What is known of a group by its last item. */
type Standing = "new" | "hanging" | "proven";

interface Group<Item> {
  organizationId: string;
  waiting: { item: Item; since: number }[];
  inFlight: number;
  standing: Standing;
  /** In flight at most: a new group begins with few and has twice as many after each item that goes well. */
  share: number;
  /** So quick that many may wait for it. */
  isQuick: boolean;
  /** It got all that it could when it was asked for last: there is probably more. */
  hasMore: boolean;
  /** A group's history is kept for a while after its last item. */
  seen: number;
}

const lowWater = 16;
const quickMilliseconds = 150;
const memoryMilliseconds = 600_000;

/** Who may begin next: a bounded number at once, and no group, nor many of one organization or that hang, at the cost of others. */
export class FairSlots<Item> {
  readonly #limits: SlotLimits;
  readonly #now: () => number;
  /** The groups that were not polled for the longest time come first. */
  readonly #groups = new Map<string, Group<Item>>();
  /** Groups with something waiting, in the order of their turns. */
  readonly #turns = new Set<string>();
  /** In flight by standing, by organization, and by both. */
  readonly #taken = new Map<string, number>();
  #inFlight = 0;
  #waiting = 0;

  /** @param now milliseconds on a clock that only goes forward */
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

  /** Whether so many are free that it is worth to ask for more. */
  get areFree(): boolean {
    return this.#limits.total - this.#inFlight >= this.#limits.total / 4;
  }

  /** Whether a quick group soon runs dry. */
  get isHungry(): boolean {
    return [...this.#groups.values()].some(isHungry);
  }

  /** Lets items of a group wait for their turn. */
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

  /** Takes the next item that may begin, of the groups in turn; undefined while none may. Each must be finished. */
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
   * @param pace null when nothing was learned of the group
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

  /** Takes out what has waited for too long, or for a group that hangs and has its slots full; with `all` everything. */
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
   * To be called before more is asked for: `many` of each hungry group, or a `few` of each that could begin some.
   * @returns the known groups of which none are wanted
   */
  selectIgnoredGroups(share: "many" | "few"): string[] {
    const asked: [string, Group<Item>][] = [];
    const others: string[] = [];
    // Where only some of the unproven can begin, each comes to its turn.
    const room = { new: this.#limits.unproven - this.#read("new"), hanging: this.#limits.unproven - this.#read("hanging"), proven: Infinity };
    for (const [name, group] of this.#groups) {
      const isAsked = share === "many" ? isHungry(group) : this.#hasRoom(group) && !isHungry(group) && (room[group.standing] -= 1) >= 0;
      if (isAsked) asked.push([name, group]);
      else others.push(name);
    }
    for (const [name, group] of asked) {
      group.hasMore = false;
      this.#groups.delete(name);
      this.#groups.set(name, group);
    }
    return others;
  }

  #create(organizationId: string): Group<Item> {
    const share = this.#limits.perUnprovenGroup;
    return { organizationId, waiting: [], inFlight: 0, standing: "new", share, isQuick: false, hasMore: false, seen: 0 };
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
    return standing !== "proven" && (this.#read(standing) >= unproven || this.#read(`${standing} ${organizationId}`) >= unproven / 2);
  }

  #hasRoom(group: Group<Item>): boolean {
    return !this.#isFull(group) && group.waiting.length === 0;
  }
}

function isHungry({ isQuick, hasMore, waiting }: Group<unknown>): boolean {
  return isQuick && hasMore && waiting.length <= lowWater;
}
