import { PDF } from "@libpdf/core";
import { expect, type Page } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { openClient } from "../client.ts";
import { expectAccessible } from "../accessibility.ts";
import { readDemoData } from "../demo-data.ts";
import { findSlug, signIn } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";
import { takePicture } from "../pictures.ts";

/** Opens a template with fields on its pages. */
async function openTemplate(page: Page): Promise<void> {
  await upload(page, `Contract ${Date.now()}`);
  await page.getByRole("button", { name: "Add recipient" }).click();
  for (const name of ["Signature", "Date signed", "Check box", "Prefilled"])
    await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Template saved.")).toBeVisible();
}

const openTab = (name: string) => async (page: Page) => {
  await page.getByRole("tab", { name }).click();
  await expect(page.getByRole("tabpanel", { name })).toBeVisible();
};

checkScreens([
  {
    name: "signatures",
    path: "/o/{slug}/signatures",
    person: "attorney",
    next: [
      { name: "signatures-all", prepare: openTab("All") },
      {
        name: "signature-request",
        prepare: async (page) => {
          await page.getByRole("link", { name: /^ES-/ }).first().click();
          await expect(page.getByRole("heading", { name: "Audit trail" })).toBeVisible();
        },
      },
    ],
  },
  {
    name: "e-signature",
    path: "/o/{slug}/settings/e-signature",
    person: "manager",
    next: [
      {
        name: "e-signature-upload",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Upload template" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
      {
        name: "e-signature-consent-texts",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await openTab("Consent texts")(page);
          await expect(page.getByRole("heading", { name: "Spanish" })).toBeVisible();
        },
      },
      { name: "e-signature-sending", prepare: openTab("Sending and sealing") },
    ],
  },
  {
    name: "signature-templates",
    path: "/o/{slug}/settings/e-signature",
    person: "manager",
    next: [
      // pdf.js comes with the first template that is opened.
      { name: "signature-template", prepare: openTemplate },
      {
        name: "signature-template-field",
        prepare: async (page) => {
          await page
            .getByRole("button", { name: /: signature, / })
            .first()
            .click();
          await expect(page.getByLabel("Label")).toBeVisible();
        },
      },
    ],
  },
]);

/** Two pages of text. */
async function createPdf(): Promise<Buffer> {
  const pdf = PDF.create();
  for (const number of [1, 2])
    pdf.addPage({ size: "letter" }).drawText(`Fee agreement, page ${number}`, { x: 72, y: 700, size: 18 });
  return Buffer.from(await pdf.save());
}

async function upload(page: Page, name: string): Promise<void> {
  await visit(page, `/o/${await findSlug(page)}/settings/e-signature`);
  await page.getByRole("button", { name: "Upload template" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("PDF file").setInputFiles({
    name: `${name}.pdf`,
    mimeType: "application/pdf",
    buffer: await createPdf(),
  });
  await expect(dialog.getByLabel("Name")).toHaveValue(name);
  await dialog.getByRole("button", { name: "Upload template" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("img", { name: "Page 1 of 2" })).toBeVisible();
}

/** The numbers of the chosen field: left, top, width, height. */
const readPlace = (page: Page) =>
  Promise.all(["Left", "Top", "Width", "Height"].map(async (name) => Number(await page.getByLabel(name).inputValue())));

test("a PDF becomes a template: fields are placed by mouse and by keyboard, and stay where they were put", async ({
  page,
}) => {
  await signIn(page, "manager");
  const name = `Fee agreement ${Date.now()}`;
  await upload(page, name);
  await page.getByRole("button", { name: "Add recipient" }).click();

  await page.getByRole("button", { name: "Signature", exact: true }).click();
  const signature = page.getByRole("button", { name: "Signature: signature, Client" });
  await expect(signature).toBeFocused();
  const [left = 0, top = 0, width = 0, height = 0] = await readPlace(page);
  const box = await signature.boundingBox();
  if (box === null) throw new Error("the box has no place");
  const scale = box.width / width;
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 20 - 60 * scale, box.y + 10 + 90 * scale, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await readPlace(page))[0]).toBeCloseTo(left - 60, 0);
  const dragged = await readPlace(page);
  expect(dragged[1]).toBeCloseTo(top + 90, 0);
  const moved = await signature.boundingBox();
  if (moved === null) throw new Error("the box has no place");
  await page.mouse.move(moved.x + moved.width, moved.y + moved.height);
  await page.mouse.down();
  await page.mouse.move(moved.x + moved.width + 40 * scale, moved.y + moved.height + 6 * scale, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await readPlace(page))[2]).toBeCloseTo(width + 40, 0);
  expect((await readPlace(page))[3]).toBeCloseTo(height + 6, 0);

  // By keyboard alone: a merge field on the second page.
  await page.getByRole("button", { name: "Next page" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Prefilled", exact: true }).focus();
  await page.keyboard.press("Enter");
  const merge = page.getByRole("button", { name: "Prefilled: prefilled, prefilled" });
  await expect(merge).toBeFocused();
  const before = await readPlace(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Alt+Shift+ArrowRight");
  await expect
    .poll(() => readPlace(page))
    .toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 10, (before[2] ?? 0) + 10, before[3]]);
  // What was changed of one field at once is one step; the next is that it was added.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => readPlace(page)).toEqual(before);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(merge).toHaveCount(0);
  await page.getByRole("button", { name: "Prefilled", exact: true }).click();
  await page.getByLabel("Label").fill("Client’s name");
  await page.getByLabel("Top").fill("120");
  await page.getByLabel("Top").press("Tab");
  const placed = await readPlace(page);

  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Template saved.")).toBeVisible();
  await page.reload();
  await page
    .getByRole("table", { name: "Fields of the template" })
    .getByRole("button", { name: "Client’s name" })
    .click();
  await expect(page.getByRole("img", { name: "Page 2 of 2" })).toBeVisible();
  await expect.poll(() => readPlace(page)).toEqual(placed);
  await page.getByRole("table", { name: "Fields of the template" }).getByRole("button", { name: "Signature" }).click();
  await expect.poll(async () => (await readPlace(page))[2]).toBeCloseTo(width + 40, 0);
});

test("a field without a label and one without a recipient stand at their field, and nothing is saved", async ({
  page,
}) => {
  await signIn(page, "manager");
  await upload(page, `Faulty ${Date.now()}`);
  await page.getByRole("button", { name: "Signature", exact: true }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Choose who fills it in.").first()).toBeVisible();
  await page.getByLabel("Label").fill(" ");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Enter a label.").first()).toBeVisible();
});

test("what is no PDF is rejected at its field, before and after it is sent", async ({ page }) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/settings/e-signature`);
  await page.getByRole("button", { name: "Upload template" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Upload template" }).click();
  await expect(dialog.getByText("Choose a file.")).toBeVisible();
  const send = async (name: string, mimeType: string) => {
    await dialog.getByLabel("PDF file").setInputFiles({ name, mimeType, buffer: Buffer.from("no pdf") });
    await dialog.getByLabel("Name").fill(`Broken ${Date.now()}`);
    await dialog.getByRole("button", { name: "Upload template" }).click();
  };
  await send("letter.txt", "text/plain");
  await expect(dialog.getByText("Choose a PDF file.")).toBeVisible();
  await send("letter.pdf", "application/pdf");
  await expect(
    dialog
      .getByRole("alert")
      .or(dialog.getByText(/not a PDF|declared type/i))
      .first(),
  ).toBeVisible();
});

test("the values of a case are shown as its requests would have them", async ({ page }) => {
  await signIn(page, "manager");
  await upload(page, `Preview ${Date.now()}`);
  await page.getByRole("button", { name: "Prefilled", exact: true }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Template saved.")).toBeVisible();
  const { caseNumber } = await findCase(page);
  const preview = page.getByRole("region", { name: "Prefilled values" });
  await preview.getByLabel("Case").fill(caseNumber);
  await preview.getByRole("button", { name: caseNumber }).click();
  await expect(preview.getByRole("cell", { name: "client.fullName" })).toBeVisible();
});

test("the template is sent to oneself, and the request is listed", async ({ page }) => {
  await signIn(page, "manager");
  const name = `Trial run ${Date.now()}`;
  await upload(page, name);
  await page.getByRole("button", { name: "Add recipient" }).click();
  await page.getByRole("button", { name: "Signature", exact: true }).click();
  await page.getByRole("button", { name: "Prefilled", exact: true }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Template saved.")).toBeVisible();

  const { caseNumber } = await findCase(page);
  const preview = page.getByRole("region", { name: "Prefilled values" });
  await preview.getByLabel("Case").fill(caseNumber);
  await preview.getByRole("button", { name: caseNumber }).click();
  await expect(preview.getByRole("cell", { name: "client.fullName" })).toBeVisible();

  await page.getByRole("button", { name: "Send test" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send test" }).click();
  await expect(dialog.getByText("Choose a case.")).toBeVisible();
  await dialog.getByLabel("Case").fill(caseNumber);
  await dialog.getByRole("button", { name: caseNumber }).click();
  await dialog.getByRole("button", { name: "Send test" }).click();
  await page.getByRole("link", { name: "View request" }).click();
  await expect(page.getByText("Out for signature").first()).toBeVisible();

  await page
    .getByRole("button", { name: /^Correct recipient/ })
    .first()
    .click();
  await dialog.getByRole("button", { name: "Correct recipient" }).click();
  await expect(dialog.getByText("Make a change, or cancel.")).toBeVisible();
  await dialog.getByLabel("Email").fill("corrected@example.com");
  await expectAccessible(page, "all", "correct recipient");
  await takePicture(page, "signature-correct", {});
  await dialog.getByRole("button", { name: "Correct recipient" }).click();
  await expect(page.getByText("Recipient corrected.")).toBeVisible();
  await expect(page.getByText("corrected@example.com")).toBeVisible();

  await page.getByRole("button", { name: "Void request" }).click();
  await dialog.getByLabel("Reason").fill("Only a test");
  await dialog.getByRole("button", { name: "Void request" }).click();
  await expect(page.getByText("Voided").first()).toBeVisible();
});

/** A case of the demo data. */
async function findCase(page: Page): Promise<{ caseNumber: string }> {
  const { keys, ids } = readDemoData();
  const client = openClient(page.request, keys.full);
  const { case: found } = (await (await client.send("GET", `/cases/${ids.caseId}`)).json()) as {
    case: { sequenceId: string };
  };
  return { caseNumber: found.sequenceId };
}

test("the settings are saved, and a whole number out of range stands at its field", async ({ page }) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/settings/e-signature?tab=sending`);
  await page.getByLabel("Days until a request expires").fill("181");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Enter a whole number from 1 to 180.")).toBeVisible();
  const days = String(20 + (Date.now() % 20));
  await page.getByLabel("Days until a request expires").fill(days);
  await page.getByLabel("Reply-to address").fill("office@example.com");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Days until a request expires")).toHaveValue(days);
});
