import { describe, expect, test } from "vitest";
import { toPlainText } from "./domain.plain-text.ts";

test.each([
  ["acceptance 10: the example", "# Call\n\nShe said **no** <b>x</b> [map](http://a)", "Call\nShe said no x map"],
  ["HTML alone", "<script>alert(1)</script>", ""],
  ["lists and quotes", "> one\n>\n> two\n\n- a\n- b `c`\n\n1. d", "one\ntwo\na\nb c\nd"],
  ["hard and soft breaks", "a  \nb\nc", "a\nb\nc"],
  ["images, entities and code", "![alt](http://a/b.png)x &amp; y\n\n```\n<b>\n```", "x & y\n<b>"],
  ["references", "See [the map][1].\n\n[1]: http://a", "See the map."],
])("%s", (_, markdown, text) => {
  expect(toPlainText(markdown)).toBe(text);
});

describe("markers without end are read", () => {
  test.each([">", "> ", "- ", "1. ", "* > "])("%s", (marker) => {
    const markers = marker.repeat(49_000 / marker.length);
    expect(toPlainText(`${markers}deep`).replaceAll(/[-*>\s]/g, "")).toBe("deep");
  });
});
