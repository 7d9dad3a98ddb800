import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import { isFullExtent } from "../src/testing/harness/extent.ts";
import { markTexts, outOfFlow } from "./distinct-texts.ts";

declare global {
  interface Window {
    /** In a document that has loaded it. */
    axe?: typeof axe;
  }
}

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

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The looks of texts whose contrast this worker has measured, by extent: they have it on other pages too. */
const measuredLooks: Readonly<Record<Extent, Set<string>>> = {
  practices: new Set(),
  all: new Set(),
  layout: new Set(),
  colors: new Set(),
};

/**
 * Checks a page with axe, which runs in the page itself. A violation is the rule's name with the elements that break
 * it.
 */
export async function expectAccessible(page: Page, extent: Extent, look?: string): Promise<void> {
  const every = isFullExtent && (extent === "all" || extent === "practices");
  const texts = await page.evaluate(markTexts, every);
  const isMeasured = (text: string) => !every && !text.includes(outOfFlow) && measuredLooks[extent].has(text);
  const marks = texts.flatMap((text, index) => (isMeasured(text) ? [] : [`[data-checked-text="${index}"]`]));
  const check = () => page.evaluate(findViolations, { marks, runOnly: chooseRules(extent, marks.length > 0) });
  expect((await check()) ?? (await page.evaluate(source).then(check)), look).toEqual([]);
  for (const text of texts) measuredLooks[extent].add(text);
}

function chooseRules(extent: Extent, measures: boolean): axe.RunOptions["runOnly"] {
  if (extent === "practices") return undefined;
  if (extent !== "colors") return { type: "tag", values: standards };
  return { type: "rule", values: measures ? ["link-in-text-block", "color-contrast"] : ["link-in-text-block"] };
}

/**
 * Runs in the browser. The results of rules that hold stay there.
 *
 * @returns null in a document that has not loaded axe yet
 */
async function findViolations({
  marks,
  runOnly,
}: {
  marks: string[];
  runOnly: axe.RunOptions["runOnly"];
}): Promise<string[] | null> {
  const { axe: checker } = window;
  if (checker === undefined) return null;
  checker.configure({ rules: [{ id: "color-contrast", selector: marks.join() || "[data-checked-text=none]" }] });
  // Style sheets would be fetched and parsed again for experimental rules alone, which do not run here.
  const { violations } = await checker.run(document, {
    ...(runOnly !== undefined && { runOnly }),
    reporter: "no-passes",
    preload: { assets: ["media"] },
  });
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, html }) => `${target.join(" ")} ${html.slice(0, 200)}`).join(", ")}`,
  );
}
