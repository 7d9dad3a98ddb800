import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from "@libpdf/core";
import { generate } from "selfsigned";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sealer } from "./pdf.ts";
import { makeSealCertificate, openSeal } from "./seal-identity.ts";

/** Files of tests, made with the library itself; independent validators judge the results. */

export interface TestPage {
  width?: number;
  height?: number;
  rotation?: 0 | 90 | 180 | 270;
  cropBox?: [number, number, number, number];
  text?: string;
}

export async function makePdf(pages: readonly TestPage[], change?: (pdf: PDF) => void): Promise<Uint8Array> {
  const pdf = PDF.create();
  for (const { width = 612, height = 792, rotation = 0, cropBox, text } of pages) {
    const page = pdf.addPage({ width, height });
    if (rotation !== 0) page.setRotation(rotation);
    if (cropBox !== undefined) page.dict.set("CropBox", new PdfArray(cropBox.map((value) => PdfNumber.of(value))));
    if (text !== undefined) page.drawText(text, { x: 72, y: 600, size: 14 });
  }
  change?.(pdf);
  return pdf.save();
}

/** A file whose catalog opens with an action of a kind. */
export const makeActivePdf = (action: string) =>
  makePdf([{ text: "page" }], (pdf) => {
    const entries = PdfDict.of({ S: PdfName.of(action), JS: PdfString.fromString("app.alert(1)") });
    pdf.getCatalog().set("OpenAction", entries);
  });

export const makeXfaPdf = () =>
  makePdf([{ text: "page" }], (pdf) => {
    pdf.getOrCreateForm().createTextField("name");
    pdf
      .getCatalog()
      .getDict("AcroForm", (ref) => pdf.getObject(ref))
      ?.set("XFA", PdfString.fromString("<xdp/>"));
  });

export const makeEncryptedPdf = () =>
  makePdf([{ text: "page" }], (pdf) => pdf.setProtection({ userPassword: "", ownerPassword: "owner" }));

/** A form with a text field and a check box; the page's content is that of the fields alone. */
export const makeFormPdf = (hasContent: boolean) =>
  makePdf([hasContent ? { text: "Authorization" } : {}], (pdf) => {
    const form = pdf.getOrCreateForm();
    const page = pdf.getPage(0);
    const name = form.createTextField("client.name", { fontSize: 12 });
    page?.drawField(name, { x: 72, y: 500, width: 200, height: 20 });
    const box = form.createCheckbox("mentalHealth");
    page?.drawField(box, { x: 72, y: 450, width: 12, height: 12 });
  });

/** What seals in tests: as an installation without a certificate of its own. */
export async function makeSealer(): Promise<Sealer & { pem: string; key: string }> {
  const { certificate: pem, key } = await makeSealCertificate(new Date());
  return { ...openSeal({ certificate: pem, key }), pem, key, sendTimestampQuery: null };
}

/** A timestamp authority (RFC 3161) that is openssl's. */
export async function makeTimestampAuthority(folder: string) {
  const { cert, private: key } = await generate([{ name: "commonName", value: "Test timestamps" }], {
    keyType: "rsa",
    keySize: 2048,
    algorithm: "sha256",
    extensions: [
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", timeStamping: true, critical: true },
    ],
  });
  const configuration = [
    "[tsa]",
    "default_tsa = own",
    "[own]",
    "serial = serial",
    "crypto_device = builtin",
    "default_policy = 1.2.3.4.1",
    "digests = sha256",
    "signer_digest = sha256",
    "ess_cert_id_alg = sha256",
    "clock_precision_digits = 0",
    "ordering = no",
    "tsa_name = no",
    "ess_cert_id_chain = no",
  ].join("\n");
  const files = { "tsa.pem": cert, "tsa.key": key, "tsa.conf": configuration, serial: "01\n" };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const lastReply = join(folder, "reply.tsr");
  return {
    lastReply,
    reply: async (query: Uint8Array) => {
      writeFileSync(join(folder, "query.tsq"), query);
      const options = ["-queryfile", "query.tsq", "-inkey", "tsa.key", "-signer", "tsa.pem", "-out", lastReply];
      execFileSync("openssl", ["ts", "-reply", "-config", "tsa.conf", ...options], { cwd: folder, stdio: "ignore" });
      return new Uint8Array(readFileSync(lastReply));
    },
  };
}
