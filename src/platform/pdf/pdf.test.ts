import { createHash } from "node:crypto";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDF, PdfDict, PdfName, PdfNull, PdfStream } from "@libpdf/core";
import { describe, expect, test } from "vitest";
import {
  makeActivePdf,
  makeEncryptedPdf,
  makeFormPdf,
  makePdf,
  makeSealer,
  makeTimestampAuthority,
  makeXfaPdf,
  type TestPage,
} from "./fixtures.ts";
import { openP12Seal } from "./seal-identity.ts";
import { createCertificatePdf, createStatementPdf, inspectPdf, measureTexts, preparePdf, sealPdf } from "./pdf.ts";
import type { Mark, PlacedMark } from "./types.ts";

const description = { signingTime: new Date("2026-03-05T16:00:00Z"), reason: "Completed in Caseport" };
const foot = "Caseport ES-2026-00042 · e3b0c44298fc1c14";
const sealer = await makeSealer();
const folder = mkdtempSync(join(tmpdir(), "caseport-pdf-"));

const seal = (bytes: Uint8Array, marks: readonly PlacedMark[] = []) =>
  sealPdf("firm", bytes, { sealer, description, marks, foot });

const has = (tool: string) => spawnSync(tool, ["--version"]).error === undefined;
let files = 0;

function run(tool: string, bytes: Uint8Array, ...options: string[]): string {
  files += 1;
  const file = join(folder, `${files}.pdf`);
  writeFileSync(file, bytes);
  const result = spawnSync(tool, [...options, file], { encoding: "utf8" });
  return `${result.stdout}${result.stderr}`;
}

const typed = (text: string): Mark => ({ kind: "typed", text });

async function findText(bytes: Uint8Array, text: string) {
  const found = (await PDF.load(bytes)).findText(text);
  return found.map(({ bbox, pageIndex }) => ({ page: pageIndex + 1, x: bbox.x, y: bbox.y, width: bbox.width }));
}

describe("inspection", () => {
  test("pages have the size that a viewer displays", async () => {
    const bytes = await makePdf([{}, { rotation: 90 }, { cropBox: [10, 20, 602, 772] }]);
    expect(await inspectPdf("firm", bytes)).toEqual({
      problem: null,
      pages: [
        { number: 1, width: 612, height: 792 },
        { number: 2, width: 792, height: 612 },
        { number: 3, width: 592, height: 752 },
      ],
      acroFields: [],
    });
  });

  test("form fields have their place, from the top left", async () => {
    const { acroFields } = await inspectPdf("firm", await makeFormPdf(true));
    expect(acroFields).toEqual([
      { name: "client.name", kind: "text", place: { page: 1, x: 72, y: 272, width: 200, height: 20 } },
      { name: "mentalHealth", kind: "checkbox", place: { page: 1, x: 72, y: 330, width: 12, height: 12 } },
    ]);
  });

  test.each([
    ["a text", async () => new TextEncoder().encode("no PDF at all"), "not_pdf"],
    ["nothing", async () => new Uint8Array(), "not_pdf"],
    ["a beginning alone", async () => new TextEncoder().encode("%PDF-1.7\n"), "not_pdf"],
    ["a cut file", async () => (await makePdf([{ text: "x" }])).slice(0, -60), "not_pdf"],
    ["an encrypted file", makeEncryptedPdf, "encrypted"],
    ["a dynamic form", makeXfaPdf, "dynamic_form"],
    ["a script", () => makeActivePdf("JavaScript"), "active_content"],
    ["a launch action", () => makeActivePdf("Launch"), "active_content"],
    [
      "an attached file",
      () => makePdf([{}], (pdf) => pdf.addAttachment("a.txt", new Uint8Array([65]))),
      "active_content",
    ],
    ["a sealed file", async () => seal(await makePdf([{ text: "x" }])), "already_signed"],
    ["501 pages", () => makePdf(Array.from({ length: 501 }, () => ({}))), "too_large"],
    ["25 MiB and a byte", async () => new Uint8Array(25 * 2 ** 20 + 1), "too_large"],
  ])("%s has the problem", async (_name, make, problem) => {
    expect(await inspectPdf("firm", await make())).toEqual({ problem, pages: [], acroFields: [] });
  });
});

describe("sealing", () => {
  test("the sealed file begins with the bytes that were given, and the signature covers all of it", async () => {
    const source = await makePdf([{ text: "Retainer" }, { text: "two" }]);
    const sealed = await seal(source, [
      { place: { page: 1, x: 61.2, y: 633.6, width: 183.6, height: 39.6 }, mark: typed("Maria Delgado") },
    ]);
    expect(Buffer.from(sealed.subarray(0, source.length)).equals(source)).toBe(true);
    const [start, length, second, rest] = readByteRange(sealed);
    expect([start, second + rest]).toEqual([0, sealed.length]);
    expect(length).toBeGreaterThan(source.length);
    // One revision: the source's end, and that of the seal.
    expect(countOf(sealed, "%%EOF")).toBe(2);
  });

  test("a linearized file is appended to as well", async (context) => {
    if (!has("qpdf")) return context.skip("qpdf is not installed");
    const plain = join(folder, "plain.pdf");
    const linearized = join(folder, "linearized.pdf");
    writeFileSync(plain, await makePdf([{ text: "one" }, { text: "two" }, { text: "three" }]));
    execFileSync("qpdf", ["--linearize", plain, linearized]);
    const source = new Uint8Array(readFileSync(linearized));
    const sealed = await seal(source, [{ place: { page: 2, x: 50, y: 50, width: 200, height: 30 }, mark: typed("A") }]);
    expect(Buffer.from(sealed.subarray(0, source.length)).equals(source)).toBe(true);
    expect(run("qpdf", sealed, "--check")).toContain("No syntax or stream encoding errors found");
    if (!has("pdfsig")) return context.skip("poppler-utils is not installed");
    expect(run("pdfsig", sealed)).toContain("Signature is Valid");
  });

  test("independent validators accept it, and reject one changed byte", async (context) => {
    if (!has("pdfsig") || !has("qpdf")) return context.skip("poppler-utils and qpdf are not installed");
    const sealed = await seal(await makePdf([{ text: "Retainer" }]), [
      { place: { page: 1, x: 61.2, y: 633.6, width: 183.6, height: 39.6 }, mark: typed("Maria Delgado") },
    ]);
    const printed = run("pdfsig", sealed);
    expect(printed).toContain("Signature is Valid");
    expect(printed).toContain("Total document signed");
    expect(printed).toContain("ETSI.CAdES.detached");
    expect(run("qpdf", sealed, "--check")).toContain("No syntax or stream encoding errors found");
    const changed = Uint8Array.from(sealed);
    changed[40] = (changed[40] ?? 0) ^ 1;
    expect(run("pdfsig", changed)).toContain("Digest Mismatch");
  });

  test("the space that is reserved for the signature is small, and a change in it is seen", async (context) => {
    const sealed = await seal(await makePdf([{ text: "Retainer" }]));
    const [, length, second] = readByteRange(sealed);
    expect(second - length).toBeLessThan(12_000);
    // What the signature leaves of its space is zeros: the one part of the file that no signature covers.
    const changed = Uint8Array.from(sealed);
    expect(changed[second - 2]).toBe("0".codePointAt(0));
    changed[second - 2] = "f".codePointAt(0) ?? 0;
    if (!has("pdfsig")) return context.skip("poppler-utils is not installed");
    expect(run("pdfsig", changed)).toContain("Not total document signed");
  });

  test("openssl verifies the signature over the byte range with the certificate", async (context) => {
    if (!has("openssl")) return context.skip("openssl is not installed");
    const sealed = await seal(await makePdf([{ text: "Retainer" }]));
    const [start, length, second, rest] = readByteRange(sealed);
    const content = Buffer.concat([sealed.subarray(start, start + length), sealed.subarray(second, second + rest)]);
    const hex = Buffer.from(sealed.subarray(length + 1, second - 1)).toString("latin1");
    const der = cutDer(Buffer.from(hex, "hex"));
    for (const [name, bytes] of Object.entries({ "seal.der": der, content, "ca.pem": sealer.pem })) {
      writeFileSync(join(folder, name), bytes);
    }
    const options = ["cms", "-verify", "-inform", "DER", "-in", "seal.der", "-content", "content", "-binary"];
    const trust = ["-CAfile", "ca.pem", "-purpose", "any", "-out", "/dev/null"];
    const verified = spawnSync("openssl", [...options, ...trust], { cwd: folder, encoding: "utf8" });
    expect(verified.stderr).toContain("CMS Verification successful");
    writeFileSync(join(folder, "content"), Buffer.concat([content, Buffer.from(" ")]));
    expect(spawnSync("openssl", [...options, ...trust], { cwd: folder, encoding: "utf8" }).status).not.toBe(0);
  });

  const places: [string, TestPage, [number, number, number, number], [number, number]][] = [
    ["Letter", {}, [61.2, 633.6, 183.6, 39.6], [61.2, 118.8]],
    ["rotated by 90", { rotation: 90 }, [100, 50, 200, 30], [80, 100]],
    ["rotated by 180", { rotation: 180 }, [100, 50, 200, 30], [512, 80]],
    ["rotated by 270", { rotation: 270 }, [100, 50, 200, 30], [532, 692]],
    ["a crop box", { cropBox: [10, 20, 602, 772] }, [0, 0, 60, 20], [10, 752]],
  ];
  test.each(places)("the typed name is where its field is: %s", async (_name, page, field, [x, y]) => {
    const [fieldX, fieldY, width, height] = field;
    const place = { page: 1, x: fieldX, y: fieldY, width, height };
    const sealed = await seal(await makePdf([page]), [{ place, mark: typed("Ada") }]);
    const [origin] = await findOrigins(sealed, "Ada");
    expect(origin?.x).toBeCloseTo(x, 1);
    expect(origin?.y).toBeCloseTo(y, 1);
  });

  test("each page has its foot", async () => {
    const sealed = await seal(await makePdf([{}, { rotation: 270 }]));
    // The second page's lines run upward, a character in each of the library's.
    const texts = (await PDF.load(sealed)).extractText().map(({ text }) => text.replaceAll(/\s/g, ""));
    expect(texts).toEqual([1, 2].map((number) => `${foot} · page ${number} of 2`.replaceAll(" ", "")));
  });

  test.each([
    ["no content", null],
    ["a state that restores nothing at its end", "BT /F1 14 Tf 72 700 Td (Hello) Tj ET Q"],
    ["a state that restores nothing at its beginning", "Q BT /F1 14 Tf 72 700 Td (Hello) Tj ET"],
    ["states that are left open", "q 0.5 0 0 0.5 0 0 cm q 0.5 0 0 0.5 0 0 cm BT /F1 56 Tf 288 2800 Td (Hello) Tj ET"],
  ])("what is drawn on a page with %s is there for independent readers", async (_name, content) => {
    if (!has("qpdf") || !has("pdftotext")) return;
    const source = await makePdf([{}], (pdf) => {
      const { dict } = pdf.getPages()[0] ?? pdf.addPage();
      const font = pdf.register(
        PdfDict.of({ Type: PdfName.of("Font"), Subtype: PdfName.of("Type1"), BaseFont: PdfName.of("Helvetica") }),
      );
      dict.set("Resources", PdfDict.of({ Font: PdfDict.of({ F1: font }) }));
      dict.set("Contents", content === null ? PdfNull.instance : pdf.register(new PdfStream([], Buffer.from(content))));
    });
    const place = { page: 1, x: 60, y: 300, width: 200, height: 40 };
    const prepared = await preparePdf("firm", source, {
      marks: [{ place, mark: { kind: "text", text: "Release", fontSize: 10 } }],
      places: [],
      signaturePage: null,
    });
    if (prepared.problem !== null) throw new Error(prepared.problem);
    const sealed = await seal(prepared.bytes, [{ place: { ...place, y: 400 }, mark: typed("Quagga") }]);
    expect(run("qpdf", sealed, "--check")).toContain("No syntax or stream encoding errors found");
    const file = join(folder, "drawn.pdf");
    writeFileSync(file, sealed);
    const { stdout, stderr } = spawnSync("pdftotext", ["-bbox", file, "-"], { encoding: "utf8" });
    const found = [...stdout.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>(\w+)</gu)];
    const origins = Object.fromEntries(
      found.map(([, x, y, word]) => [word, [Math.round(Number(x)), Math.round(Number(y))]]),
    );
    expect(stderr).toBe("");
    expect(origins).toMatchObject({
      ...(content !== null && { Hello: [72, expect.any(Number)] }),
      Release: [60, 316],
      Quagga: [60, expect.any(Number)],
    });
  });

  test("fonts are embedded with the characters that are used", async () => {
    const source = await makePdf([{}]);
    const marks: PlacedMark[] = [
      { place: { page: 1, x: 60, y: 100, width: 200, height: 40 }, mark: typed("María Ñúñez") },
      { place: { page: 1, x: 60, y: 200, width: 200, height: 40 }, mark: typed("Мария Ωmega") },
    ];
    const sealed = await seal(source, marks);
    expect(sealed.length - source.length).toBeLessThan(150_000);
    expect(await findText(sealed, "María Ñúñez")).toHaveLength(1);
    expect(await findText(sealed, "Мария Ωmega")).toHaveLength(1);
  });

  test("without a signature there is no sealed file", async () => {
    const failing = { ...sealer, sign: () => Promise.reject(new Error("the key is away")) };
    const sealing = { sealer: failing, description, marks: [], foot };
    await expect(sealPdf("firm", await makePdf([{}]), sealing)).rejects.toThrow("the key is away");
  });
});

describe("preparation", () => {
  const box = (x: number, y: number, width = 200, height = 20) => ({ page: 1, x, y, width, height });

  test("a file to which nothing is added stays as it is", async () => {
    const bytes = await makePdf([{ text: "Release" }]);
    const prepared = await preparePdf("firm", bytes, { marks: [], places: [box(10, 10)], signaturePage: null });
    expect(prepared).toMatchObject({ problem: null, isChanged: false, places: [box(10, 10)] });
    expect(prepared).toHaveProperty("bytes", bytes);
  });

  test.for([true, false])(
    "a form is filled and becomes part of its pages (page with content: %s)",
    async (hasContent, context) => {
      const bytes = await makeFormPdf(hasContent);
      const prepared = await preparePdf("firm", bytes, {
        marks: [{ place: { acroField: "client.name" }, mark: { kind: "text", text: "Renée Čapek", fontSize: 10 } }],
        places: [{ acroField: "mentalHealth" }],
        signaturePage: null,
      });
      if (prepared.problem !== null) throw new Error(prepared.problem);
      expect(prepared).toMatchObject({ isChanged: true, places: [{ page: 1, x: 72, y: 330, width: 12, height: 12 }] });
      expect(Buffer.from(prepared.bytes.subarray(0, bytes.length)).equals(bytes)).toBe(true);
      expect((await inspectPdf("firm", prepared.bytes)).acroFields).toEqual([]);
      const sealed = await seal(prepared.bytes, [
        { place: { page: 1, x: 72, y: 330, width: 12, height: 12 }, mark: { kind: "check" } },
      ]);
      expect(await findText(sealed, "Renée Čapek")).toHaveLength(1);
      if (!has("qpdf")) return context.skip("qpdf is not installed");
      expect(run("qpdf", sealed, "--check")).toContain("No syntax or stream encoding errors found");
    },
  );

  test("a page without content that is filled is clean for qpdf and pdftotext", async (context) => {
    if (!has("qpdf") || !has("pdftotext")) return context.skip("poppler-utils and qpdf are not installed");
    const prepared = await preparePdf("firm", await makeFormPdf(false), {
      marks: [{ place: { acroField: "client.name" }, mark: { kind: "text", text: "Renée Čapek", fontSize: 10 } }],
      places: [],
      signaturePage: null,
    });
    if (prepared.problem !== null) throw new Error(prepared.problem);
    const sealed = await seal(prepared.bytes, [{ place: box(72, 600), mark: typed("Renée") }]);
    expect(run("qpdf", sealed, "--check")).toContain("No syntax or stream encoding errors found");
    const file = join(folder, "filled.pdf");
    writeFileSync(file, sealed);
    const { stdout, stderr } = spawnSync("pdftotext", [file, "-"], { encoding: "utf8" });
    expect([stderr, stdout.includes("Renée Čapek"), stdout.includes("page 1 of 1")]).toEqual(["", true, true]);
  });

  test("each field that does not fit is named", async () => {
    const text = (value: string, fontSize = 10): Mark => ({ kind: "text", text: value, fontSize });
    const outcome = await preparePdf("firm", await makePdf([{}]), {
      marks: [
        { place: box(10, 10), mark: text("fits") },
        { place: box(10, 40, 60, 12), mark: text("a text that is much too long for this box") },
        { place: box(10, 60), mark: text("漢字") },
        { place: { acroField: "nowhere" }, mark: text("x") },
        { place: box(10, 80, 200, 24), mark: text("12 Main Street\nSpringfield, IL 62701") },
        { place: box(10, 120, 200, 12), mark: text("12 Main Street\nSpringfield, IL 62701") },
      ],
      places: [{ ...box(10, 10), page: 2 }, box(500, 10, 120, 20), box(10, 10)],
      signaturePage: null,
    });
    expect(outcome).toEqual({
      problem: "fields",
      marks: [
        { index: 3, code: "missing_acro_field" },
        { index: 1, code: "overflow" },
        { index: 2, code: "unsupported_character" },
        { index: 5, code: "overflow" },
      ],
      places: [
        { index: 0, code: "page_out_of_range" },
        { index: 1, code: "field_outside_page" },
      ],
    });
  });

  test("a signature page has a place for each signer", async (context) => {
    const boxes = Array.from({ length: 12 }, (_, index) => ({
      key: `signer${index}`,
      label: `Signer ${index + 1}`,
      dateLabel: "Date",
    }));
    const bytes = await makePdf([{ text: "Letter of protection" }]);
    const prepared = await preparePdf("firm", bytes, {
      marks: [],
      places: [],
      signaturePage: { title: "Signatures", boxes },
    });
    if (prepared.problem !== null) throw new Error(prepared.problem);
    expect(prepared.pages).toHaveLength(3);
    expect(prepared.signatureBoxes.map(({ key, signature }) => [key, signature.page])).toEqual(
      boxes.map(({ key }, index) => [key, index < 10 ? 2 : 3]),
    );
    const first = prepared.signatureBoxes[0]?.signature;
    if (first === undefined) throw new Error("no box");
    const sealed = await seal(prepared.bytes, [{ place: first, mark: typed("Ada Lovelace") }]);
    expect(await findText(sealed, "Ada Lovelace")).toMatchObject([{ page: 2 }]);
    if (!has("qpdf")) return context.skip("qpdf is not installed");
    expect(run("qpdf", sealed, "--check")).toContain("No syntax or stream encoding errors found");
  });
});

test("texts are measured before they are stored", async () => {
  const box = { width: 183.6, height: 39.6 };
  const measured = await measureTexts("firm", [
    { ...box, mark: { kind: "typed", text: "Maria Delgado" } },
    { ...box, mark: { kind: "typed", text: "Мария Дельгадо" } },
    { ...box, mark: { kind: "typed", text: "マリア" } },
    { ...box, mark: { kind: "typed", text: "مريم" } },
    { ...box, width: 60, height: 14, mark: { kind: "typed", text: "x".repeat(200) } },
    { ...box, mark: { kind: "text", text: "62701", fontSize: 10 } },
    { ...box, mark: { kind: "text", text: "x".repeat(500), fontSize: 10 } },
  ]);
  expect(measured).toEqual([
    null,
    null,
    "unsupported_character",
    "unsupported_character",
    "overflow",
    null,
    "overflow",
  ]);
});

test("the operator's own PKCS #12 file seals", async (context) => {
  if (!has("openssl")) return context.skip("openssl is not installed");
  const parts = { "own.pem": sealer.pem, "own.key": sealer.key };
  for (const [name, text] of Object.entries(parts)) writeFileSync(join(folder, name), text);
  const options = ["-export", "-in", "own.pem", "-inkey", "own.key", "-out", "own.p12", "-passout", "pass:secret 1"];
  execFileSync("openssl", ["pkcs12", ...options], { cwd: folder });
  const bytes = new Uint8Array(readFileSync(join(folder, "own.p12")));
  await expect(openP12Seal(bytes, "another")).rejects.toThrow("password");
  const own = { ...(await openP12Seal(bytes, "secret 1")), sendTimestampQuery: null };
  const source = await makePdf([{ text: "Retainer" }]);
  const sealed = await sealPdf("firm", source, { sealer: own, description, marks: [], foot });
  expect(Buffer.from(own.identity.certificate).equals(sealer.identity.certificate)).toBe(true);
  if (!has("pdfsig")) return context.skip("poppler-utils is not installed");
  expect(run("pdfsig", sealed)).toContain("Signature is Valid");
});

test("a timestamp server's token is part of the signature", async (context) => {
  if (!has("openssl")) return context.skip("openssl is not installed");
  const authority = await makeTimestampAuthority(folder);
  const stamped = { ...sealer, sendTimestampQuery: authority.reply };
  const source = await makePdf([{ text: "Retainer" }]);
  const sealed = await sealPdf("firm", source, { sealer: stamped, description, marks: [], foot });
  const [, length, second] = readByteRange(sealed);
  const hex = Buffer.from(sealed.subarray(length + 1, second - 1)).toString("latin1");
  const token = execFileSync("openssl", ["ts", "-reply", "-in", authority.lastReply, "-token_out"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  expect(Buffer.from(hex, "hex").includes(token)).toBe(true);

  const refusing = { ...sealer, sendTimestampQuery: async () => new Uint8Array([48, 5, 48, 3, 2, 1, 2]) };
  await expect(sealPdf("firm", source, { sealer: refusing, description, marks: [], foot })).rejects.toThrow(
    "rejected request with status 2",
  );
  if (!has("pdfsig")) return context.skip("poppler-utils is not installed");
  expect(run("pdfsig", sealed)).toContain("Signature is Valid");
});

test("the certificate is sealed and has the trail attached", async (context) => {
  const trail = new TextEncoder().encode(JSON.stringify([{ number: 1, action: "created" }]));
  const bytes = await createCertificatePdf(
    "firm",
    {
      title: "Certificate of completion",
      introduction: ["The seal shows that the file was not changed since Caseport sealed it."],
      sections: Array.from({ length: 8 }, (_, section) => ({
        heading: `Section ${section + 1}`,
        entries: Array.from({ length: 6 }, () => ({
          title: "Document 1: 漢字",
          lines: [
            { label: "Source SHA-256", value: createHash("sha256").update("a").digest("hex") },
            { label: "User agent", value: "Mozilla/5.0 ".repeat(20) },
          ],
        })),
      })),
      foot,
      attachment: { fileName: "audit-trail.json", description: "Audit trail", bytes: trail },
    },
    { sealer, description },
  );
  const pdf = await PDF.load(bytes);
  expect(pdf.getAttachment("audit-trail.json")).toEqual(trail);
  expect(pdf.getPageCount()).toBeGreaterThan(2);
  expect(
    pdf
      .extractText()
      .map(({ text }) => text)
      .join("\n"),
  ).toContain("Document 1: \u{fffd}\u{fffd}");
  if (!has("pdfsig") || !has("qpdf")) return context.skip("poppler-utils and qpdf are not installed");
  expect(run("pdfsig", bytes)).toMatch(/Total document signed[^]*Signature is Valid/);
  expect(run("qpdf", bytes, "--check")).toContain("No syntax or stream encoding errors found");
});

/** Where a text begins, on its baseline. */
async function findOrigins(bytes: Uint8Array, text: string): Promise<{ x: number; y: number }[]> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const { items } = await (await (await loading.promise).getPage(1)).getTextContent();
  await loading.destroy();
  return items.flatMap((item) =>
    "str" in item && item.str === text ? [{ x: item.transform[4], y: item.transform[5] }] : [],
  );
}

function readByteRange(bytes: Uint8Array): [number, number, number, number] {
  const [, ...numbers] =
    /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)/.exec(Buffer.from(bytes).toString("latin1")) ?? [];
  const [start = 0, length = 0, second = 0, rest = 0] = numbers.map(Number);
  return [start, length, second, rest];
}

/** A DER value without the zeros that fill its place. */
function cutDer(bytes: Buffer): Buffer {
  const lengthBytes = (bytes[1] ?? 0) & 0x7f;
  return bytes.subarray(0, 2 + lengthBytes + bytes.readUIntBE(2, lengthBytes));
}

function countOf(bytes: Uint8Array, text: string): number {
  return Buffer.from(bytes).toString("latin1").split(text).length - 1;
}

describe("a settlement statement", () => {
  const row = (label: string, amount: string, explanation = "", isTotal = false) => ({
    label,
    amount,
    explanation,
    isTotal,
  });

  test("has every line with its amount and explanation, on as many pages as it takes, and lines to sign", async () => {
    const bytes = await createStatementPdf("firm", {
      title: "Settlement statement STL-2026-00012, version 1",
      about: [{ label: "Client", value: "Rosa Díaz" }],
      rows: [
        row("Attorney's fee", "$33,333.33", "33⅓% of $100,000.00"),
        ...Array.from({ length: 60 }, (_, place) => row(`Cost ${place}`, "$1.00", "Cost of the case: $1.00")),
        row("Net to client", "$66,606.67", "$100,000.00, less $33,393.33 above", true),
      ],
      notes: ["I have read this statement."],
      signatures: [{ label: "Signature of the client", dateLabel: "Date" }],
      foot: "STL-2026-00012",
    });
    const pages = (await PDF.load(bytes)).extractText().map(({ text }) => text);
    expect(pages.length).toBeGreaterThan(1);
    const text = pages.join("\n");
    for (const part of ["33⅓% of $100,000.00", "$33,333.33", "Cost 59", "$66,606.67", "Signature of the client"])
      expect(text).toContain(part);
    expect(text).toContain(`page ${pages.length} of ${pages.length}`);
  });
});
