import { expect, test } from "vitest";
import { toPortablePattern } from "./portable-pattern.ts";

test.each([
  [/^[a-z]+\/[a-z]+$/, "^[a-z]+/[a-z]+$"],
  [/^\d{5}(-\d{4})?$/, "^[0-9]{5}(-[0-9]{4})?$"],
  [/^[A-Z\d]$/, "^[A-Z0-9]$"],
  [/^[\w-]{12}\.\w$/, "^[A-Za-z0-9_-]{12}\\.[A-Za-z0-9_]$"],
  [/^[A-Za-z0-9_.\-[\]]{0,199}$/, "^[A-Za-z0-9_.\\-\\[\\]]{0,199}$"],
  [/^\[[\x20-\x7e]\]$/, "^\\[[\\x20-\\x7e]\\]$"],
  [/^\\d$/, "^\\\\d$"],
])("%s is written as %s and matches the same", (expression, written) => {
  expect(toPortablePattern(expression.source)).toBe(written);
  const texts = Array.from({ length: 128 }, (_, code) => String.fromCodePoint(code)).flatMap((one) => [
    one,
    `[${one}]`,
    `a/${one}`,
    `1234${one}`,
    `aaaaaaaaaaa${one}.b`,
    `\\${one}`,
  ]);
  for (const text of texts) expect(new RegExp(written, "u").test(text), text).toBe(expression.test(text));
});
