import { expect, test } from "@playwright/test";
import { findEvent } from "../events.ts";
import { findKeyId, findSlug, signIn } from "../people.ts";
import type { PersonName } from "../people.ts";
import { findSubscriptionId } from "../webhooks.ts";

/** Compressed JavaScript of a first visit, in bytes. Source: issue 3. */
const most = 200_000;

const screens: readonly (readonly [path: string, person?: PersonName])[] = [
  ["/docs"],
  ["/docs/medical"],
  ["/sign-in"],
  ["/sign-in/second-factor"],
  ["/forgot-password"],
  ["/reset-password"],
  ["/organizations", "manager"],
  ["/account", "manager"],
  ["/o/{slug}/credentials", "manager"],
  ["/o/{slug}/credentials/new", "manager"],
  ["/o/{slug}/credentials/{keyId}", "manager"],
  ["/o/{slug}/webhooks", "manager"],
  ["/o/{slug}/webhooks/new", "manager"],
  ["/o/{slug}/webhooks/{subscriptionId}", "manager"],
  ["/o/{slug}/refusals", "manager"],
  ["/o/{slug}/whose-key", "manager"],
  ["/o/{slug}/events", "manager"],
  ["/o/{slug}/events/{eventId}", "manager"],
  ["/o/{slug}/webhooks/verify", "manager"],
  ["/o/{slug}/team", "manager"],
  ["/o/{slug}/audit", "manager"],
  ["/o/{slug}/notifications", "manager"],
  ["/o/{slug}/reports", "manager"],
  ["/o/{slug}/reports/std_pipeline", "manager"],
  ["/o/{slug}/reports/new", "manager"],
  ["/o/{slug}/reports/std_pipeline/edit", "manager"],
  ["/o/{slug}/exports", "manager"],
  ["/administration/scope-requests", "platformAdmin"],
  ["/administration/organizations", "platformAdmin"],
];

for (const [pattern, person] of screens) {
  test(`the first visit of ${pattern} sends at most ${most / 1000} kB of JavaScript`, async ({ page }) => {
    let path = pattern;
    if (person !== undefined) {
      await signIn(page, person);
      if (pattern.includes("{slug}")) path = pattern.replace("{slug}", await findSlug(page)).replace("{keyId}", await findKeyId(page));
      if (pattern.includes("{subscriptionId}")) path = path.replace("{subscriptionId}", await findSubscriptionId(page, "Records vendor"));
      if (pattern.includes("{eventId}")) path = path.replace("{eventId}", (await findEvent(page)).id);
    }
    const sizes: Promise<{ encoding: string | undefined; bytes: number }>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() !== "script") return;
      sizes.push(response.request().sizes().then(({ responseBodySize }) => ({ encoding: response.headers()["content-encoding"], bytes: responseBodySize })));
    });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    const scripts = await Promise.all(sizes);
    const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
    console.log(`${pattern}: ${(total / 1000).toFixed(1)} kB in ${scripts.length} scripts`);
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter(({ encoding }) => encoding === undefined)).toEqual([]);
    expect(total).toBeLessThanOrEqual(most);
  });
}
