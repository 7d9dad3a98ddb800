import { chromium, type Locator, type Page } from "@playwright/test";
import { chooseChromium } from "./chromium.ts";
import { readDemoData } from "./demo-data.ts";
import { nameField, open, tickScope } from "./keys.ts";

/** Where the guides have their pictures. */
const folder = "src/guides/pictures";

const margin = 12;

/** Takes a picture of the parts of a screen and what is between them. */
async function takeGuidePicture(page: Page, name: string, parts: readonly Locator[]): Promise<void> {
  // Of the document, not of the window: the boxes count from what is scrolled to.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  const edges = boxes.flatMap((box) =>
    box === null ? [] : [{ left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height }],
  );
  const x = Math.min(...edges.map(({ left }) => left)) - margin;
  const y = Math.min(...edges.map(({ top }) => top)) - margin;
  const width = Math.max(...edges.map(({ right }) => right)) + margin - x;
  const height = Math.max(...edges.map(({ bottom }) => bottom)) + margin - y;
  await page.screenshot({
    path: `${folder}/${name}.png`,
    clip: { x, y, width, height },
    fullPage: true,
    animations: "disabled",
    caret: "hide",
  });
}

/** The hosts of workflow platforms on the page that creates a key. */
async function showHostsOfPlatforms(page: Page): Promise<Locator[]> {
  await open(page, "/credentials/new");
  await nameField(page).fill("n8n workflows");
  await tickScope(page, "webhooks:write");
  await page.getByText("Hosts of Zapier and n8n Cloud").click();
  await page.getByRole("button", { name: "Add Zapier" }).click();
  await page.getByRole("button", { name: "Add n8n Cloud" }).click();
  await page.getByRole("textbox", { name: "n8n Cloud workspace" }).fill("lakeside");
  await page.getByRole("button", { name: "Add host" }).click();
  return [
    page.locator("label").filter({ hasText: "Webhook hosts" }),
    page.getByRole("textbox", { name: "Webhook hosts" }),
    page.getByRole("list", { name: "Selected hosts" }),
    page.getByRole("button", { name: "Add n8n Cloud" }),
  ];
}

/**
 * Takes the pictures of the guides from the demo firm of a running `npm start`, in a light scheme and at a fixed width:
 * `npm run pictures`. Nothing is created.
 */
const browser = await chromium.launch(await chooseChromium());
const page = await browser.newPage({
  baseURL: readDemoData().baseUrl,
  colorScheme: "light",
  reducedMotion: "reduce",
  locale: "en-US",
  viewport: { width: 1_000, height: 900 },
});
await takeGuidePicture(page, "hosts-of-a-key", await showHostsOfPlatforms(page));
await browser.close();
