import { expect, type Page, type Response } from "@playwright/test";
import { CspEvaluator } from "csp_evaluator";
import { CspParser } from "csp_evaluator/dist/parser.js";

/** Compressed JavaScript of a first visit, in bytes. */
const maxBytes = 200_000;
/**
 * With what the document does not name, where the path opens a chart or a form at once, which other visits load when
 * somebody opens them.
 */
const maxBytesOpened = 300_000;

/** The headers that every page must have. */
export function expectPolicy(headers: Record<string, string>): void {
  const policy = headers["content-security-policy"] ?? "";
  expect(new CspEvaluator(new CspParser(policy).csp).evaluate()).toEqual([]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe-|https?:/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["cache-control"]).toContain("no-store");
  expect(headers["referrer-policy"]).toBe("same-origin");
  expect(Object.keys(headers).filter((name) => /^(access-control-|x-powered-by$|server$)/.test(name))).toEqual([]);
}

/**
 * What the first load of a screen must be: under the policy, and light. The page has loaded, and nothing has happened
 * in it yet.
 */
export async function expectFirstLoad(
  page: Page,
  response: Response | null,
  { opensMore = false } = {},
): Promise<void> {
  expectPolicy((await response?.allHeaders()) ?? {});
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as (PerformanceResourceTiming & { contentEncoding?: string })[])
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
      .map(({ name, encodedBodySize, contentEncoding }) => ({
        name,
        bytes: encodedBodySize,
        encoding: contentEncoding ?? "",
      })),
  );
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter(({ bytes, encoding }) => bytes === 0 || encoding === "")).toEqual([]);
  const document = (await response?.text()) ?? "";
  const weigh = (weighed: typeof scripts) => weighed.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(weigh(scripts.filter(({ name }) => document.includes(new URL(name).pathname)))).toBeLessThanOrEqual(maxBytes);
  expect(weigh(scripts)).toBeLessThanOrEqual(opensMore ? maxBytesOpened : maxBytes);
}
