import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { isFullExtent } from "../src/testing/harness/extent.ts";
import { markTexts, outOfFlow } from "./distinct-texts.ts";

/** What axe checks. */
export type Extent =
  /** All rules of the standards and those of good practice, the contrast of the page's distinct texts. */
  | "practices"
  /** All rules of the standards, the contrast of new texts. */
  | "all"
  /** The same on a phone: layout decides what is shown, and no rule is safe from that. */
  | "layout"
  /** The rules that depend on colors, the contrast of new texts. */
  | "colors";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Half as long as the source that AxeBuilder would send twice for each document. */
const source = readFileSync(createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"), "utf8");

/** The looks of texts whose contrast this worker has measured, by extent: they have it on other pages too. */
const measuredLooks: Readonly<Record<Extent, Set<string>>> = { practices: new Set(), all: new Set(), layout: new Set(), colors: new Set() };

/** Checks a page with axe, which runs in the page itself: it opens no second page, which only frames of other origins need. */
export async function expectAccessible(page: Page, extent: Extent, look?: string): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const every = isFullExtent && (extent === "all" || extent === "practices");
  const texts = await page.evaluate(markTexts, every);
  const isMeasured = (text: string) => !every && !text.includes(outOfFlow) && measuredLooks[extent].has(text);
  const marks = texts.flatMap((text, index) => (isMeasured(text) ? [] : [`[data-checked-text="${index}"]`]));
  await page.evaluate((selector) => Object(window).axe.configure({ rules: [{ id: "color-contrast", selector }] }), marks.join() || "[data-checked-text=none]");
  // Style sheets would be fetched and parsed again for experimental rules alone, which do not run here.
  const axe = new AxeBuilder({ page, axeSource: "null" }).setLegacyMode().options({ resultTypes: ["violations"], preload: { assets: ["media"] } });
  if (extent === "colors") axe.withRules(marks.length === 0 ? ["link-in-text-block"] : ["link-in-text-block", "color-contrast"]);
  else if (extent !== "practices") axe.withTags(standards);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${target.join(" ")} ${html.slice(0, 200)}`).join(", ")}`);
  expect(found, look).toEqual([]);
  for (const text of texts) measuredLooks[extent].add(text);
}
