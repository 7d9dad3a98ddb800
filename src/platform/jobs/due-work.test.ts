import { expect, test } from "vitest";
import { runDueWork } from "./due-work.ts";

/** Items that are due, of which some fail for good and some were done by another process meanwhile. */
function arrange(
  count: number,
  {
    fails = () => false,
    isElsewhere = () => false,
  }: { fails?: (id: number) => boolean; isElsewhere?: (id: number) => boolean },
) {
  const due = new Map(Array.from({ length: count }, (_, id) => [id, { id }]));
  const tries = new Map<number, number>();
  const work = {
    list: (limit: number) => Promise.resolve([...due.values()].slice(0, limit).map((item) => ({ ...item }))),
    execute: async ({ id }: { id: number }) => {
      tries.set(id, (tries.get(id) ?? 0) + 1);
      await Promise.resolve();
      if (fails(id)) throw new Error(`item ${id} fails`);
      if (isElsewhere(id)) return false;
      due.delete(id);
      return true;
    },
  };
  return { due, tries, run: () => runDueWork(work) };
}

test("more failures than one list holds do not delay the rest, and each is tried once", async () => {
  const { due, tries, run } = arrange(520, { fails: (id) => id < 250 });
  await expect(run()).rejects.toThrow("item 0 fails");
  expect([...due.keys()]).toEqual(Array.from({ length: 250 }, (_, id) => id));
  expect([tries.size, Math.max(...tries.values())]).toEqual([520, 1]);
});

test("items that other processes handle are skipped, and the rest is counted", async () => {
  const { due, run } = arrange(320, { isElsewhere: (id) => id < 110 });
  expect(await run()).toBe(210);
  expect(due.size).toBe(110);
});

test("runs until nothing is due, also after a full list", async () => {
  const { due, run } = arrange(100, {});
  expect([await run(), due.size, await run()]).toEqual([100, 0, 0]);
});
