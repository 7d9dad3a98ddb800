import { expect, test } from "vitest";
import { createLatestRun } from "./latest-run.ts";

test("an older run has no effect, whichever ends first", async () => {
  const effects: string[] = [];
  const { run } = createLatestRun();
  const older = Promise.withResolvers<() => void>();
  const signals: AbortSignal[] = [];
  const first = run((signal) => {
    signals.push(signal);
    return older.promise;
  });
  await run(() => Promise.resolve(() => effects.push("newer")));
  older.resolve(() => effects.push("older"));
  await first;
  expect(effects).toEqual(["newer"]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test("a cancelled run has no effect; the next one has", async () => {
  const effects: string[] = [];
  const { run, cancel } = createLatestRun();
  const cancelled = run(() => Promise.resolve(() => effects.push("cancelled")));
  cancel();
  await cancelled;
  await run(() => Promise.resolve(() => effects.push("next")));
  expect(effects).toEqual(["next"]);
});
