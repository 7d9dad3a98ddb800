import { describe, expect, test } from "vitest";
import { FairSlots, usualSlots } from "./slots.ts";

const quick = { milliseconds: 10, hangs: false };
const slow = { milliseconds: 5_000, hangs: false };
const hung = { milliseconds: 15_000, hangs: true };

/** @param known groups of an organization each that have responded well often enough to have their whole share */
function make({ known = "ab", ...changes }: Partial<typeof usualSlots> & { known?: string } = {}) {
  const clock = { at: 0 };
  const slots = new FairSlots<string>({ ...usualSlots, ...changes }, () => clock.at);
  for (const name of known) prove(slots, name, `org_${name}`);
  const add = (name: string, items: readonly string[], organizationId = `org_${name}`) =>
    slots.add({ name, organizationId }, items);
  return { clock, slots, add };
}

function prove(slots: FairSlots<string>, name: string, organizationId: string): void {
  for (const pace of [slow, slow]) {
    slots.add({ name, organizationId }, [name]);
    slots.next();
    slots.finish(name, pace);
  }
}
const items = (group: string, count: number) => Array.from({ length: count }, () => group);

function takeAll(slots: FairSlots<string>): string[] {
  const taken: string[] = [];
  for (let item = slots.next(); item !== undefined; item = slots.next()) taken.push(item);
  return taken;
}

describe("slots", () => {
  test("are given in turn, within each group's share and the total number of slots", () => {
    const { slots, add } = make({ total: 20, known: "abcd" });
    add("a", items("a", 50));
    add("b", items("b", 3));
    add("c", items("c", 50));
    const taken = takeAll(slots);
    expect(taken.slice(0, 6)).toEqual(["a", "b", "c", "a", "b", "c"]);
    expect(taken.filter((group) => group === "a")).toHaveLength(8);
    expect(taken).toHaveLength(19);
    add("d", items("d", 5));
    expect(takeAll(slots)).toEqual(["d"]);
    expect([slots.inFlight, slots.waiting]).toEqual([20, 88]);
  });

  test("are limited to two for a hanging group, until it responds again", () => {
    const { slots, add } = make();
    add("a", items("a", 20));
    expect(takeAll(slots)).toHaveLength(8);
    for (let count = 0; count < 8; count += 1) slots.finish("a", hung);
    expect(takeAll(slots)).toHaveLength(2);
    slots.finish("a", quick);
    expect(takeAll(slots)).toHaveLength(3);
    slots.finish("a", quick);
    expect(takeAll(slots)).toHaveLength(5);
  });

  test("start at two for a new group, and double after each success", () => {
    const { slots, add } = make({ known: "" });
    add("a", items("a", 30));
    expect(takeAll(slots)).toHaveLength(2);
    slots.finish("a", slow);
    expect(takeAll(slots)).toHaveLength(3);
    slots.finish("a", slow);
    expect(takeAll(slots)).toHaveLength(5);
    slots.finish("a", slow);
    expect(takeAll(slots)).toHaveLength(1);
  });

  test("of hanging and of new groups are limited to an eighth each per organization, without blocking other groups", () => {
    const { slots, add } = make({ known: "h" });
    const begin = (standing: string) => {
      for (let index = 0; index < 40; index += 1)
        add(`${standing}${index}`, items(`${standing}${index}`, 8), "org_one");
      return takeAll(slots);
    };
    const first = begin("x");
    expect(first).toHaveLength(8);
    for (const name of first) slots.finish(name, hung);
    // Those hang now, others are new still.
    const second = takeAll(slots);
    expect([second.filter((name) => first.includes(name)).length, second.length]).toEqual([8, 16]);
    add("new", items("new", 5));
    add("h", items("h", 20));
    const others = takeAll(slots);
    expect([others.filter((name) => name === "new").length, others.filter((name) => name === "h").length]).toEqual([
      2, 8,
    ]);
  });

  test("of one organization are limited to half, for any number of groups", () => {
    const { slots, add } = make({ known: "cdefghi" });
    for (const name of "xyzuvw") prove(slots, name, "org_one");
    for (const name of "xyzuvw") add(name, items(name, 8), "org_one");
    expect(takeAll(slots)).toHaveLength(32);
    for (const name of "cdefghi") add(name, items(name, 8));
    expect(takeAll(slots)).toHaveLength(32);
  });

  test("of all hanging groups are limited to a quarter, for any number of organizations", () => {
    const { slots, add } = make({ known: "" });
    const names = Array.from({ length: 40 }, (_, index) => `g${index}`);
    for (const name of names) {
      add(name, [name]);
      slots.next();
      slots.finish(name, hung);
    }
    for (const name of names) add(name, [name]);
    expect(takeAll(slots)).toHaveLength(16);
  });
});

describe("jobs that wait too long are returned", () => {
  test("after three seconds, and not before", () => {
    const { slots, add, clock } = make();
    add("a", items("a", 10));
    takeAll(slots);
    clock.at = 2_999;
    expect(slots.dropExpired()).toEqual([]);
    clock.at = 3_000;
    expect(slots.dropExpired()).toEqual(["a", "a"]);
    expect([slots.inFlight, slots.waiting]).toEqual([8, 0]);
    expect(slots.next()).toBeUndefined();
  });

  test("at once when the group hangs and is full, and all of them at shutdown", () => {
    const { slots, add } = make();
    add("a", items("a", 10));
    add("b", items("b", 9));
    takeAll(slots);
    slots.finish("a", hung);
    expect(slots.dropExpired()).toEqual(["a", "a"]);
    expect(slots.dropExpired("all")).toEqual(["b"]);
  });
});

describe("which groups lease more jobs", () => {
  test("groups that could start some lease a few; full and waiting groups lease none", () => {
    const { slots, add } = make({ known: "" });
    for (const name of ["full", "waits", "free"]) prove(slots, name, `org_${name}`);
    add("full", items("full", 8));
    add("waits", items("waits", 10));
    add("free", items("free", 1));
    takeAll(slots);
    expect(slots.selectIgnoredGroups("few")).toEqual(["full", "waits"]);
    slots.finish("full", slow);
    expect(slots.selectIgnoredGroups("few")).toEqual(["waits"]);
  });

  test("hanging groups lease only as many as could start, least recently leased first", () => {
    const { slots, add } = make({ known: "", unproven: 4 });
    const names = ["p", "q", "r", "s"];
    for (const name of names) {
      add(name, [name]);
      slots.next();
      slots.finish(name, hung);
    }
    add("p", ["p", "p"]);
    takeAll(slots);
    const wanted = () => {
      const others = slots.selectIgnoredGroups("few");
      return names.filter((name) => !others.includes(name));
    };
    expect([wanted(), wanted(), wanted()]).toEqual([
      ["q", "r"],
      ["q", "s"],
      ["r", "s"],
    ]);
  });

  test("a quick group that used its share and runs out leases many, and no more after an empty lease", () => {
    const { slots, add } = make();
    add("a", items("a", 8));
    add("b", items("b", 2));
    takeAll(slots);
    expect(slots.isHungry).toBe(false);
    expect(slots.finish("a", quick)).toBe(true);
    slots.finish("b", quick);
    expect(slots.isHungry).toBe(true);
    expect(slots.selectIgnoredGroups("many")).toEqual(["b"]);
    expect(slots.isHungry).toBe(false);
    add("a", items("a", 100));
    expect(slots.isHungry).toBe(false);
    takeAll(slots);
    while (slots.waiting > 16) {
      slots.finish("a", quick);
      slots.next();
    }
    expect(slots.isHungry).toBe(true);
  });

  test("a slow group that used its share leases again after each finished job", () => {
    const { slots, add } = make();
    add("a", items("a", 8));
    takeAll(slots);
    expect(slots.finish("a", slow)).toBe(true);
    expect(slots.isHungry).toBe(false);
    add("a", ["a"]);
    takeAll(slots);
    expect(slots.finish("a", slow)).toBe(true);
  });

  test("none while three quarters of the slots are used", () => {
    const { slots, add } = make({ total: 8 });
    add("a", items("a", 4));
    add("b", items("b", 3));
    takeAll(slots);
    expect(slots.areFree).toBe(false);
    slots.finish("a", null);
    expect(slots.areFree).toBe(true);
  });
});
