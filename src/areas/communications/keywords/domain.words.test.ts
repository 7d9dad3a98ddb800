import { expect, test } from "vitest";
import { readKeyword } from "./domain.words.ts";

test.each([
  ..."stop,stopall,quit,end,revoke,opt out,optout,cancel,unsubscribe,alto,parar,baja"
    .split(",")
    .map((word) => [word, "stop"] as const),
  ...["start", "unstop", "comenzar"].map((word) => [word, "start"] as const),
  ...["help", "info", "ayuda"].map((word) => [word, "help"] as const),
  [" Stop. ", "stop"],
  ["STOP!!!", "stop"],
  ["ＳＴＯＰ", "stop"],
  ["Opt  Out", "stop"],
  ["¡ALTO!", "stop"],
  ["stop 🛑", "stop"],
  ["🛑 STOP", "stop"],
  ["\u200ESTOP\u200B", "stop"],
  ["— Stop all", "stop"],
  ["please stop", "suspected"],
  ["Do not text me again", "suspected"],
  ["Don’t text", "suspected"],
  ["wrong number, sorry", "suspected"],
  ["no más", "suspected"],
  ["Remove me from this list", "suspected"],
  ["I will be at the bus stop at 5", "suspected"],
  ["nonstop pain", null],
  ["The end of the week works", null],
  ["Can you help me?", null],
  ["", null],
] as const)("%j is %s", (text, keyword) => expect(readKeyword(text)).toBe(keyword));

test("a long text is read in time that grows with its length alone", () => {
  // Of the processor, which others use as well: by the clock a busy machine would fail.
  const begun = process.cpuUsage();
  expect(readKeyword(`${"!".repeat(100_000)}x`)).toBeNull();
  expect(readKeyword(" ".repeat(100_000))).toBeNull();
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(2_000);
});
