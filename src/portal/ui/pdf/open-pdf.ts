import type { PDFDocumentProxy } from "pdfjs-dist";

export type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";

/**
 * Opens a PDF for display with pdf.js, which is loaded with the first one. Its worker, fonts and decoders come from the
 * own origin (`http/pages/pdf-viewer.ts`). The build is the one for older browsers. Scripts and forms of the file are
 * not run.
 *
 * @param bytes are handed to the worker: the buffer is empty afterwards
 * @returns the document, to be given up with `loadingTask.destroy()`
 * @throws what pdf.js throws for a file that it cannot read
 */
export async function openPdf(bytes: ArrayBuffer): Promise<PDFDocumentProxy> {
  const { getDocument, GlobalWorkerOptions, version } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const base = `/pdfjs/${version}`;
  GlobalWorkerOptions.workerSrc = `${base}/legacy/build/pdf.worker.min.mjs`;
  return getDocument({
    data: bytes,
    standardFontDataUrl: `${base}/standard_fonts/`,
    cMapUrl: `${base}/cmaps/`,
    cMapPacked: true,
    wasmUrl: `${base}/wasm/`,
    useWorkerFetch: true,
    useSystemFonts: false,
    // The policy of pages and of the worker forbids WebAssembly; the fallbacks decode the same images.
    useWasm: false,
    enableXfa: false,
    // A second worker would draw: one page is shown at a time.
    disableWorkerRendering: true,
  }).promise;
}
