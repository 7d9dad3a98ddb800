import { expect } from "@playwright/test";
import { expectAccessible } from "../accessibility.ts";
import { checkScreens } from "../check-screens.ts";
import { createOrganization } from "../organizations.ts";
import { signInAnew } from "../people.ts";
import { takePicture } from "../pictures.ts";
import { test } from "../test.ts";
import { reload, visit } from "../visit.ts";

checkScreens([
  {
    name: "overview",
    // The chart is a chunk of its own, loaded after the screen.
    opensMore: true,
    path: "/o/{slug}",
    person: "manager",
    prepare: async (page) => {
      await expect(page.getByRole("img", { name: /^Requests of the last 24 hours by hour/ })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Keys that need attention" })).toBeVisible();
    },
    next: [
      {
        name: "overview-table",
        windowOnly: true,
        prepare: async (page) => {
          await page.getByRole("combobox", { name: "Key" }).selectOption({ label: "Records and documents sync" });
          await page.getByRole("button", { name: "Show as table" }).click();
          await expect(page.getByRole("table", { name: /^Requests by hour/ })).toBeVisible();
        },
      },
    ],
  },
  { name: "administration-overview", path: "/administration", person: "platformAdmin" },
]);

test("a new organization gets a checklist, and its first request is seen arriving", async ({ page }) => {
  const { slug, owner, addKey } = await createOrganization();
  await signInAnew(page, owner);
  const calls: string[] = [];
  // Without the polls for the request that is waited for.
  page.on("request", (request) => /\/api\/trpc\/(?!keys\.listRequests\?)/.test(request.url()) && calls.push(request.url()));
  await visit(page, `/o/${slug}`);
  expect(calls.length).toBeLessThanOrEqual(3);
  await expect(page.getByText("Waiting for a request…")).toBeVisible();
  await expect(page.getByRole("link", { name: "Create key" })).toBeVisible();
  await expectAccessible(page, "all");
  await takePicture(page, "overview-new");

  const secret = await addKey("Website intake");
  await page.request.get("/api/v1/document-events", { headers: { "x-api-key": secret } });
  await expect(page.getByText("The request was rejected.")).toBeVisible();
  await page.request.get("/api/v1/me", { headers: { "x-api-key": secret } });
  await expect(page.getByText("Your first request succeeded.")).toBeVisible();
  await takePicture(page, "overview-arrived");
  await reload(page);
  await expect(page.getByRole("heading", { name: "Requests", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Get started" })).toBeHidden();
});
