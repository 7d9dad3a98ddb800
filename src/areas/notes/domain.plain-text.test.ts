import { describe, expect, test } from "vitest";
import { boundWork } from "../../platform/bounded-work/bounded-work.ts";
import { readMarkdown } from "./domain.markdown.ts";
import { createPlainText, toPlainText } from "./domain.plain-text.ts";

test.each([
  ["acceptance 10: the example", "# Call\n\nShe said **no** <b>x</b> [map](http://a)", "Call\nShe said no x map"],
  ["HTML alone", "<script>alert(1)</script>", ""],
  ["lists and quotes", "> one\n>\n> two\n\n- a\n- b `c`\n\n1. d", "one\ntwo\na\nb c\nd"],
  ["hard and soft breaks", "a  \nb\nc", "a\nb\nc"],
  ["images, entities and code", "![alt](http://a/b.png)x &amp; y\n\n```\n<b>\n```", "x & y\n<b>"],
  ["references", "See [the map][1].\n\n[1]: http://a", "See the map."],
])("%s", async (_, markdown, text) => {
  expect(await toPlainText({ organizationId: "org_1" }, markdown)).toBe(text);
});

test("the longest note of ordinary Markdown is read", async () => {
  const line = "- The **MRI** of 2026-11-20: see [the report](https://example.com/r/1) and `CASE-1`\n";
  const text = await toPlainText({ organizationId: "org_1" }, line.repeat(50_000 / line.length));
  expect([text.split("\n").length, new Set(text.split("\n")).size]).toEqual([Math.floor(50_000 / line.length), 1]);
});

test("Markdown that takes too long is a 400 at the body, which a bulk job does not try again", async () => {
  const stalling = new URL("../../platform/bounded-work/fixtures.thread.ts", import.meta.url);
  const read = createPlainText(
    boundWork(stalling, { threads: 1, processorMilliseconds: 100, waitMilliseconds: 60_000 }),
  );
  const rejection = read({ organizationId: "org_1" }, "stall");
  await expect(rejection).rejects.toMatchObject({ code: "VALIDATION_FAILED", status: 400, faults: [{ path: "body" }] });
  expect(await read({ organizationId: "org_1" }, "A short note")).toBe("A short note was read");
});

describe("markers without end are read", () => {
  test.each([">", "> ", "- ", "1. ", "* > "])("%s", (marker) => {
    const markers = marker.repeat(49_000 / marker.length);
    expect(readMarkdown(`${markers}deep`).replaceAll(/[-*>\s]/g, "")).toBe("deep");
  });
});
