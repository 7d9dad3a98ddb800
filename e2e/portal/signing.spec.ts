import { randomInt, randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility.ts";
import { readDemoData } from "../demo-data.ts";
import { openClient } from "../client.ts";
import { expectFirstLoad } from "../first-load.ts";
import { waitForMail, waitForText } from "../mails.ts";
import { takePicture } from "../pictures.ts";
import { testInOwnContext as test } from "../test.ts";
import { visit, waitUntilCalm } from "../visit.ts";

const phone = { width: 390, height: 844 };

const words = {
  en: {
    view: "View documents",
    agree: "I agree to sign electronically",
    typed: "Your full name",
    draw: "Draw your signature",
    sign: "Sign",
    signed: "You have signed",
    download: /^Download Certificate/,
    finish: "Finish",
    left: "You can close this window",
    decline: "I do not want to sign",
    declineNow: "Decline to sign",
    declined: "You declined to sign",
  },
  es: {
    view: "Ver documentos",
    agree: "Acepto firmar electrónicamente",
    typed: "Su nombre completo",
    draw: "Dibujar mi firma",
    sign: "Firmar",
    signed: "Usted ha firmado",
    download: /^Descargar Certificado/,
    finish: "Terminar",
    left: "Puede cerrar esta ventana",
    decline: "No quiero firmar",
    declineNow: "Rechazar la firma",
    declined: "Usted rechazó la firma",
  },
} as const;

type Language = keyof typeof words;

interface Sent {
  esignRequestId: string;
  /** Of the page, from the email. */
  path: string;
}

/** A document of the demo's case, printed by the browser. */
async function uploadDocument(page: Page): Promise<string> {
  const { keys, ids } = readDemoData();
  await page.setContent("<h1>Fee agreement</h1><p>The client engages the firm for all claims of the accident.</p>");
  const response = await page.request.post(`/api/v1/cases/${ids.caseId}/documents`, {
    headers: { "x-api-key": keys.full, "X-Idempotency-Key": randomUUID() },
    multipart: { file: { name: "Fee agreement.pdf", mimeType: "application/pdf", buffer: await page.pdf() } },
  });
  expect(response.ok(), await response.text()).toBe(true);
  return ((await response.json()) as { document: { id: string } }).document.id;
}

/** Sends a request of the demo's case to a contact of its own, and waits for the email with the link. */
async function sendRequest(page: Page, language: Language, identification: object = {}): Promise<Sent> {
  const { keys, ids } = readDemoData();
  const client = openClient(page.request, keys.full);
  const email = `signer-${randomUUID()}@example.com`;
  const after = Date.now();
  const contact = await client.send("POST", "/contacts", { type: "person", firstName: "Rosa", lastName: "Diaz" });
  expect(contact.ok(), await contact.text()).toBe(true);
  const { contact: created } = (await contact.json()) as { contact: { id: string } };
  const response = await client.send("POST", `/cases/${ids.caseId}/esign-requests`, {
    title: "Your fee agreement",
    message: "Please read it with care.",
    language,
    documents: [{ documentId: await uploadDocument(page), purpose: "other", name: "Fee agreement" }],
    recipients: [{ key: "client", label: "Client", role: "signer", contactId: created.id, email, ...identification }],
    send: true,
  });
  expect(response.ok(), await response.text()).toBe(true);
  const { esignRequest } = (await response.json()) as { esignRequest: { id: string } };
  const mail = await waitForMail(email, after);
  const path = /https?:\/\/\S+(\/sign\/\w+)/.exec(mail)?.[1] ?? "";
  return { esignRequestId: esignRequest.id, path };
}

/** The narrowest phone, and a window of 1280 by 1024 pixels that is zoomed to 400 %. */
const narrow = { phone: { width: 320, height: 568 }, zoomed: { width: 320, height: 256 } };

/** Checks a step in light, in dark and on a phone, with pictures; then that it fits the narrowest windows. */
async function checkStep(page: Page, name: string): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await waitUntilCalm(page);
    await expectAccessible(page, scheme === "light" ? "all" : "colors", `${name} ${scheme}`);
    await takePicture(page, `signing-${name}-${scheme}`, {});
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, name).toBeLessThanOrEqual(0);
  }
  const usual = page.viewportSize();
  for (const [window, size] of Object.entries(narrow)) {
    await page.setViewportSize(size);
    await waitUntilCalm(page);
    await takePicture(page, `signing-${name}-${window}`, {});
    expect(await listOverflowing(page), `${name} ${window}`).toEqual([]);
  }
  if (usual !== null) await page.setViewportSize(usual);
}

/** What is wider than the window, and controls that scrolling does not bring into it (WCAG 1.4.10, 2.4.11). */
function listOverflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : [];
    const controls = [...document.querySelectorAll<HTMLElement>("main a, main button, main input, main select")];
    const hidden = controls.filter((control) => {
      if (!control.checkVisibility() || control.closest("[aria-hidden=true], .sr-only") !== null) return false;
      control.scrollIntoView({ block: "center" });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      return left < -1 || right > clientWidth + 1 || (top + bottom) / 2 < 0 || (top + bottom) / 2 > window.innerHeight;
    });
    return [...wide, ...hidden.map((control) => control.outerHTML.slice(0, 80))];
  });
}

for (const language of ["en", "es"] as const) {
  test(`acceptance 2, 17: a recipient reads, agrees, signs by keyboard alone on a phone, and gets sealed copies (${language})`, async ({
    page,
    request,
  }) => {
    const t = words[language];
    await page.setViewportSize(phone);
    const { path, esignRequestId } = await sendRequest(page, language);
    const errors: string[] = [];
    const hosts = new Set<string>();
    page.on("pageerror", ({ message }) => void errors.push(message));
    page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())));
    page.on("request", (sent) => void (sent.url().startsWith("http") && hosts.add(new URL(sent.url()).host)));
    const response = await visit(page, path);
    await expect(page.getByRole("button", { name: t.view })).toBeVisible();
    await expectFirstLoad(page, response);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await checkStep(page, `${language}-link`);
    await pressOn(page, t.view);
    await expect(page.getByRole("button", { name: t.agree })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/sign");
    // The first page is drawn, and its text is there for screen readers.
    await expect(page.locator(".pdf-text span").first()).toBeAttached();
    await checkStep(page, `${language}-review`);
    await pressOn(page, t.agree);
    await expect(page.getByLabel(t.typed)).toBeVisible();
    await page.getByLabel(t.typed).focus();
    await page.keyboard.type("Rosa Díaz");
    await checkStep(page, `${language}-sign`);
    await pressOn(page, t.sign);
    await expect(page.getByRole("heading", { level: 1, name: t.signed })).toBeVisible();
    await expect(page.getByRole("link", { name: t.download })).toBeVisible();
    await checkStep(page, `${language}-done`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: t.download }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    const { keys } = readDemoData();
    const read = await openClient(request, keys.full).get(`/esign-requests/${esignRequestId}`);
    expect(((await read.json()) as { esignRequest: { status: string } }).esignRequest.status).toBe("completed");
    await pressOn(page, t.finish);
    await expect(page.getByRole("heading", { level: 1, name: t.left })).toBeVisible();
    expect([[...hosts], errors]).toEqual([[new URL(page.url()).host], []]);
  });
}

test("a recipient proves who they are with a code that is texted to them", async ({ page }) => {
  const phoneNumber = `+1512${String(2_000_000 + randomInt(7_999_999))}`;
  const { path } = await sendRequest(page, "en", { authentication: "text_code", phone: phoneNumber });
  await page.setViewportSize(phone);
  await visit(page, path);
  await expect(page.getByText(`we send a code to ••• ${phoneNumber.slice(-4)}`)).toBeVisible();
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText("The code is on its way to")).toBeVisible();
  const code = /^\d{6}(?= is your code)/m.exec(await waitForText(phoneNumber))?.[0] ?? "";
  await page.getByLabel("Code from the text").fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: words.en.view }).click();
  await expect(page.getByText("This code is not correct").first()).toBeVisible();
  await checkStep(page, "en-texted-code");
  await page.getByLabel("Code from the text").fill(code);
  await page.getByRole("button", { name: words.en.view }).click();
  await expect(page.getByRole("button", { name: words.en.agree })).toBeVisible();
});

test("a signature is drawn with a finger, and a request can be declined", async ({ page }) => {
  const t = words.en;
  await page.setViewportSize(phone);
  const { path } = await sendRequest(page, "en");
  await visit(page, path);
  await page.getByRole("button", { name: t.view }).click();
  await page.getByRole("button", { name: t.agree }).click();
  await page.getByRole("radio", { name: t.draw }).check();
  const pad = page.locator("canvas[role=img]");
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (box === null) throw new Error("the pad is not shown");
  await page.mouse.move(box.x + 30, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 120, { steps: 20 });
  await page.mouse.up();
  await expect(page.getByRole("button", { name: "Clear drawing" })).not.toHaveAttribute("aria-disabled");
  await page.getByRole("button", { name: t.decline }).click();
  await page.getByRole("button", { name: t.declineNow }).click();
  await expect(page.getByRole("heading", { level: 1, name: t.declined })).toBeVisible();
  for (const ended of [path, `${path}x`, "/sign/unknown"]) {
    const response = await page.goto(ended);
    await expect(page.getByRole("heading", { level: 1, name: "This link does not work" })).toBeVisible();
    expect([ended, response?.status()]).toEqual([ended, 404]);
  }
  await checkStep(page, "gone");
});

/** Goes to a button with the keyboard, and presses it. */
async function pressOn(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  for (let count = 0; count < 60; count += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
}
