import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import type { ReceivedRequest, Receiver } from "../../src/testing/servers/receiver.ts";
import { checkScreen } from "../check-screens.ts";
import { createContact } from "../events.ts";
import { tickScope } from "../keys.ts";
import { findSlug, signIn } from "../people.ts";
import { openReceiver, receiverHost } from "../receivers.ts";
import { test } from "../test.ts";
import { openDelivery } from "../webhooks.ts";
import { visit, waitUntilCalm } from "../visit.ts";

/**
 * The life of a subscription: a real receiver, a real certificate, a real signature. It wants events of contacts, which
 * no other test creates, so that the deliveries can be counted.
 */

const stamp = Date.now();
const keyName = `Contact mirror ${stamp}`;
const name = `Mirror of contacts ${stamp}`;
const url = `https://${receiverHost}/caseport/${stamp}`;

async function storeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Store the secret" });
  const secret = await dialog.getByRole("group", { name: "Secret", exact: true }).innerText();
  await expect(dialog.getByRole("button", { name: "Done" })).toBeDisabled();
  await dialog.getByLabel("I have stored the secret").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  return secret.trim();
}

function verify(secret: string, { body, headers }: ReceivedRequest): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

/** What this subscription sent. */
function listOwn(receiver: Receiver): ReceivedRequest[] {
  return receiver.requests.filter(({ path }) => path === new URL(url).pathname);
}

/**
 * Waits until so many requests have arrived in all.
 *
 * @returns the newest
 */
async function waitForArrival(receiver: Receiver, count: number): Promise<ReceivedRequest> {
  await expect.poll(() => listOwn(receiver).length).toBe(count);
  return listOwn(receiver)[count - 1] as ReceivedRequest;
}

async function chooseFromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function createKey(page: Page, slug: string): Promise<void> {
  await visit(page, `/o/${slug}/credentials/new`);
  await page.getByLabel("Name", { exact: true }).fill(keyName);
  await tickScope(page, "contacts:read");
  await page.getByRole("checkbox", { name: "Read events" }).check();
  await page.getByRole("button", { name: "Create key" }).click();
  await storeSecret(page);
  await expect(page.getByRole("heading", { level: 1, name: keyName })).toBeVisible();
}

test("a webhook is created, tested, fails, is redelivered, rotated, disabled and recovered", async ({ page }) => {
  const receiver = await openReceiver();
  await signIn(page, "manager");
  const slug = await findSlug(page);
  let secret = "";
  let address = "";
  let arrived = 0;
  const rows = page.getByRole("table", { name: /^Deliveries/ }).getByRole("row");

  await test.step("a manager creates a key, and from its page a subscription; the form offers to allow the host", async () => {
    await createKey(page, slug);
    await page.getByRole("tab", { name: "Webhooks" }).click();
    await page.getByRole("link", { name: "Create webhook" }).click();
    await expect(page.getByText("This key does not allow any hosts yet")).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("URL", { exact: true }).fill(`http://${receiverHost}/`);
    await expect(page.getByText("Must begin with https://")).toBeVisible();
    await page.getByLabel("URL", { exact: true }).fill(url);
    await page.getByRole("button", { name: "Create webhook" }).click();
    await expect(page.getByText(`The key does not allow the host ${receiverHost}`)).toBeVisible();
    await page.getByRole("button", { name: "Allow host" }).click();
    await expect(page.getByText(`${keyName} now allows webhooks to ${receiverHost}.`)).toBeVisible();
    await expect(page.getByText("This URL can be used.")).toBeVisible();
    await page.getByRole("radio", { name: "Selected event types" }).check();
    await page.getByRole("searchbox", { name: "Search event types" }).fill("contact");
    await page.getByRole("checkbox", { name: "contact.created" }).check();
    await page.getByRole("button", { name: "Create webhook" }).click();
    secret = await storeSecret(page);
    expect(secret).toMatch(/^whsec_[\w+/=]{40,}$/);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    address = new URL(page.url()).pathname;
  });

  await test.step("a test event arrives with a valid signature", async () => {
    await page.getByRole("button", { name: "Send test" }).click();
    const dialog = page.getByRole("dialog", { name: "Test" });
    await expect(dialog.getByText("Delivered.")).toBeVisible();
    const request = await waitForArrival(receiver, (arrived += 1));
    expect(verify(secret, request)).toMatchObject({ type: "webhook_subscription.tested" });
    await dialog.getByRole("button", { name: "Close" }).last().click();
  });

  await test.step("a failing receiver: the attempt is shown with its status, its response and what was sent", async () => {
    receiver.setBehavior(() => ({ status: 500, body: "The disk is full." }));
    await createContact(page, `Webhooks ${randomUUID()}`);
    const request = await waitForArrival(receiver, (arrived += 1));
    await page.getByRole("tab", { name: "Deliveries" }).click();
    await expect(rows.filter({ hasText: "contact.created" })).toContainText("HTTP 500");
    await page.getByRole("button", { name: /^contact\.created/ }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("The disk is full.").first()).toBeVisible();
    await expect(dialog.getByText("The endpoint failed while processing the request.").first()).toBeVisible();
    const shown = await dialog.getByRole("group", { name: "Body" }).innerText();
    expect(JSON.parse(shown)).toEqual(JSON.parse(request.body));
    await expect(dialog.getByRole("group", { name: "curl" })).toContainText(`--data-raw '${request.body}'`);
    expect(await dialog.innerText()).not.toContain(secret.slice(12));
  });

  await test.step("a second scheduled attempt fails as well, and redelivering now succeeds with the same ID", async () => {
    const again = await waitForArrival(receiver, (arrived += 1));
    receiver.setBehavior(() => ({ status: 204 }));
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("2 attempts")).toBeVisible();
    await dialog.getByRole("button", { name: "Retry now" }).click();
    const request = await waitForArrival(receiver, (arrived += 1));
    expect(request.headers["webhook-id"]).toBe(again.headers["webhook-id"]);
    expect(request.body).toBe(again.body);
    expect(verify(secret, request)).toMatchObject({ type: "contact.created" });
    await expect(dialog.getByText("Delivered (204)")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(rows.filter({ hasText: "contact.created" })).toContainText("Succeeded");
  });

  await test.step("after rotating the secret the next delivery has two valid signatures", async () => {
    await chooseFromMenu(page, "Rotate secret");
    await page.getByRole("alertdialog").getByRole("button", { name: "Rotate secret" }).click();
    await expect(page.getByText(/^Both secrets sign\. The previous one, whsec_/)).toBeVisible();
    const second = await storeSecret(page);
    await createContact(page, `Webhooks ${randomUUID()}`);
    const request = await waitForArrival(receiver, (arrived += 1));
    const signatures = String(request.headers["webhook-signature"]).split(" ");
    expect(signatures).toHaveLength(2);
    for (const each of [secret, second]) verify(each, request);
    for (const [place, signature] of signatures.entries()) {
      const only = { ...request, headers: { ...request.headers, "webhook-signature": signature } };
      expect(() => verify(place === 0 ? second : secret, only)).not.toThrow();
    }
  });

  await test.step("a disabled subscription receives nothing; enabled and recovered, it receives the missed events", async () => {
    await chooseFromMenu(page, "Disable webhook");
    await page.getByRole("alertdialog").getByRole("button", { name: "Disable webhook" }).click();
    await expect(page.getByText("This webhook is disabled")).toBeVisible();
    const before = Date.now();
    const missed = await createContact(page, `Webhooks ${randomUUID()}`);
    const arrivals = () => listOwn(receiver).filter(({ body }) => body.includes(missed));
    await page.getByRole("button", { name: "Enable webhook" }).click();
    await expect(page.getByRole("button", { name: "Recover events" })).toBeVisible();
    await page.getByRole("button", { name: "Recover events" }).click();
    const dialog = page.getByRole("dialog", { name: "Recover missed events" });
    // Prefilled with a day ago, because no delivery fails now.
    expect(Date.parse(await dialog.getByLabel("Since").inputValue())).toBeLessThan(before - 86_000_000);
    await dialog.getByLabel("Since").fill(writeLocal(new Date(before - 60_000)));
    await expect(dialog.getByText(/missed events? will be sent\.$/)).toBeVisible();
    await dialog.getByRole("button", { name: "Recover events" }).click();
    await expect(dialog.getByText(/events? in this period/)).toBeVisible();
    await expect.poll(() => arrivals().length).toBe(1);
    for (const request of arrivals())
      expect(verify(secret, request)).toMatchObject({ type: "contact.created", data: { entityId: missed } });
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(rows.filter({ hasText: "Recovery" }).first()).toContainText("Succeeded");
    expect(arrivals()).toHaveLength(1);
  });
  await receiver.close();

  await test.step("its screens are checked", async () => {
    await checkScreen(page, { person: "manager", name: "webhook-active", path: () => Promise.resolve(address) });
    await checkScreen(page, {
      person: "manager",
      name: "webhook-delivery-redeliver",
      path: () => Promise.resolve(`${address}?tab=deliveries`),
      prepare: () => openDelivery(page, "Succeeded"),
    });
  });
});

test("a subscription is changed and deleted, and then its page says so", async ({ page }) => {
  await signIn(page, "manager");
  const slug = await findSlug(page);
  const own = `Soon gone ${stamp}`;
  await visit(page, `/o/${slug}/webhooks/new`);
  await page.getByRole("combobox", { name: "Key" }).selectOption({ label: "Records and documents sync" });
  await page.getByLabel("Name", { exact: true }).fill(own);
  await page.getByLabel("URL", { exact: true }).fill("https://hooks.records-vendor.example/caseport/");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await storeSecret(page);

  await page.getByRole("tab", { name: "Edit" }).click();
  await page.getByLabel("URL", { exact: true }).fill("https://hooks.records-vendor.example/caseport/second");
  await page.getByRole("tab", { name: "Overview" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Pending deliveries go to the new URL.")).toBeVisible();
  await expect(
    page.getByRole("main").getByText("https://hooks.records-vendor.example/caseport/second", { exact: true }),
  ).toBeVisible();

  const address = page.url();
  await chooseFromMenu(page, "Delete webhook");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  await expect(page.getByRole("link", { name: own })).toBeHidden();
  await visit(page, address);
  await expect(page.getByRole("heading", { name: "Webhook not found" })).toBeVisible();
});

/** An instant as a field for date and time takes it, in the browser's zone, which is this computer's. */
function writeLocal(instant: Date): string {
  return new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

test("a press that ends a faulty field reaches its control: the error is shown after the click and moves nothing under the pointer", async ({
  page,
}) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/webhooks/new`);
  await page.getByRole("combobox", { name: "Key" }).selectOption({ label: "Court calendar sync" });
  // Left once, so that the form has its schema, and a fault shows within a frame.
  await page.getByRole("combobox", { name: "Key" }).press("Tab");
  await waitUntilCalm(page);
  await page.getByLabel("URL", { exact: true }).fill("https://hooks.example.com/caseport");
  const radio = page.getByRole("radio", { name: "Selected event types" });
  await radio.hover();
  const error = page.locator("[id$=-error]").filter({ hasText: "hooks.example.com" });
  await page.mouse.down();
  await expect(page.getByLabel("URL", { exact: true })).not.toBeFocused();
  await waitUntilCalm(page);
  await expect(error).toBeHidden();
  await page.mouse.up();
  await expect(radio).toBeChecked();
  await expect(error).toBeVisible();
});
