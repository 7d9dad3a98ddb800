import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from "@libpdf/core";
import { generate } from "selfsigned";
import { createPrivateKey, sign, X509Certificate } from "node:crypto";
import type { Sealer } from "./pdf.ts";

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
    pdf.getCatalog().getDict("AcroForm", (ref) => pdf.getObject(ref))?.set("XFA", PdfString.fromString("<xdp/>"));
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

/** What seals in tests: a self-signed certificate. */
export async function makeSealer(): Promise<Sealer & { pem: string }> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "Caseport test seal" }], {
    keyType: "rsa",
    keySize: 3072,
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - 86_400_000),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, nonRepudiation: true, critical: true },
    ],
  });
  const privateKey = createPrivateKey(key);
  return {
    pem: cert,
    identity: { certificate: new Uint8Array(new X509Certificate(cert).raw), chain: [], keyType: "RSA" },
    sign: async (data) => new Uint8Array(sign("sha256", data, privateKey)),
    sendTimestampQuery: null,
  };
}
