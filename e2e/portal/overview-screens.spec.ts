import { expect } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";

checkScreens([
  {
    name: "overview",
    // The chart is a chunk of its own, loaded after the screen.
    opensMore: true,
    path: "/o/{slug}",
    person: "manager",
    prepare: async (page) => {
      await expect(page.getByRole("img", { name: /^Requests of the last 24 hours by hour/ })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Keys to review" })).toBeVisible();
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
