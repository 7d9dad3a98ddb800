import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { readDemonstration } from "../demonstration.ts";

/** Screens as the portal's issue will list more of them; each is looked at by axe and kept as pictures. */
const screens = [
  { name: "home", path: "/" },
  { name: "docs", path: "/docs" },
  { name: "not-found", path: "/no-such-page" },
] as const;

const looks = [
  { look: "light", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { look: "dark", colorScheme: "dark", viewport: { width: 1280, height: 900 } },
  { look: "phone", colorScheme: "light", viewport: { width: 390, height: 844 } },
] as const;

/** Every host that the page asked for something. */
function watchHosts(page: Page): Set<string> {
  const hosts = new Set<string>();
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith("http") || protocol.startsWith("ws")) hosts.add(host);
  });
  return hosts;
}

for (const { name, path } of screens) {
  for (const { look, ...options } of looks) {
    test.describe(`${name}, ${look}`, () => {
      test.use(options);

      test("has no accessibility finding, stays on its host, reports no error", async ({ page, baseURL }) => {
        const hosts = watchHosts(page);
        const errors: string[] = [];
        page.on("pageerror", (error) => errors.push(error.message));
        page.on("console", (message) => {
          const isMissingPage = name === "not-found" && message.text().includes("404");
          if (message.type() === "error" && !isMissingPage) errors.push(message.text());
        });
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
        await page.waitForLoadState("networkidle");
        const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]).analyze();
        await page.screenshot({ path: `test-results/screens/${name}-${look}.png`, fullPage: name !== "docs" });
        expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual([]);
        expect([...hosts]).toEqual([new URL(baseURL ?? "").host]);
        expect(errors).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      });
    });
  }
}

test("pages carry the security headers, and refuse what they do not answer", async ({ request }) => {
  const page = await request.get("/");
  const headers = page.headers();
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(headers["content-security-policy"]).not.toMatch(/unsafe-|https?:/);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["x-powered-by"]).toBeUndefined();
  expect((await request.fetch("/", { method: "POST", data: {} })).status()).toBe(405);
});

test("the curl of the home page works with a real key", async ({ page, request, baseURL }) => {
  await page.goto("/");
  await expect(page.getByText("/api/v1/me").first()).toBeVisible();
  const answer = await request.get(`${baseURL}/api/v1/me`, { headers: { "x-api-key": readDemonstration().keys.full } });
  expect(answer.status()).toBe(200);
});
