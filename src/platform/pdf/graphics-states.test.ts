import { expect, test } from "vitest";
import { balanceStates } from "./graphics-states.ts";

const balance = (content: string) => {
  const balanced = balanceStates(Buffer.from(content, "latin1"));
  return balanced === null ? null : Buffer.from(balanced).toString("latin1");
};

test.each([
  ["q 1 0 0 1 0 0 cm Q", null],
  ["", null],
  ["BT (Q q \\) Q) Tj <51> Tj /Q gs ET % Q\n[(q)] TJ", null],
  ["BI /W 2 /H 1 ID Q q\nEIQ EI q Q", null],
  ["/Span << /ActualText (Q) >> BDC EMC", null],
  ["BT (never closed Q", null],
  ["BI ID never closed Q", null],
  ["Q q Q Q BT ET", "  q Q   BT ET"],
  ["q 2 0 0 2 0 0 cm q", "q 2 0 0 2 0 0 cm q\nQ\nQ"],
  ["Q q", "  q\nQ"],
  ["[q]Q(q)Q", "[q]Q(q) "],
] as const)("%j is balanced by %j", (content, balanced) => expect(balance(content)).toBe(balanced));
