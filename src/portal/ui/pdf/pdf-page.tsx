"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import type { PDFDocumentProxy, PDFPageProxy } from "./open-pdf.ts";

export interface PageSize {
  width: number;
  height: number;
}

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  /** From 1. */
  page: number;
  /** In CSS pixels. */
  width: number;
  label: string;
  /** What stands over a page of such a size, in points. */
  overlay?: ((size: PageSize) => ReactNode) | undefined;
  /** Called when the page cannot be drawn. */
  onFailure: (error: unknown) => void;
}

/** More pixels than two per CSS pixel cost a phone memory and show nothing more. */
const maxDensity = 2;
/** Of a page whose size is not known yet. */
const letterRatio = 11 / 8.5;

/** A page of a PDF as an image, with its text over it: it can be selected and searched, and screen readers read it. */
export function PdfPage({ pdf, page: number, width, label, overlay, onFailure }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const fail = useRef(onFailure);
  const [size, setSize] = useState<PageSize | null>(null);
  useEffect(() => {
    fail.current = onFailure;
  }, [onFailure]);
  useEffect(() => {
    let isGone = false;
    const stops: (() => void)[] = [];
    const draw = async () => {
      const page = await pdf.getPage(number);
      const natural = page.getViewport({ scale: 1 });
      if (isGone) return;
      setSize({ width: natural.width, height: natural.height });
      const scale = width / natural.width;
      await Promise.all([drawImage(page, scale, canvas.current, stops), drawText(page, scale, text.current, stops)]);
    };
    draw().catch((error: unknown) => {
      if (!isGone) fail.current(error);
    });
    return () => {
      isGone = true;
      for (const stop of stops) stop();
    };
  }, [pdf, number, width]);
  return (
    <div
      role="group"
      aria-label={label}
      className="relative mx-auto bg-white shadow-md"
      style={{ width, height: size === null ? width * letterRatio : (width * size.height) / size.width }}
    >
      <canvas ref={canvas} aria-hidden className="absolute inset-0 size-full" />
      <div ref={text} className="pdf-text" />
      {size !== null && overlay?.(size)}
    </div>
  );
}

async function drawImage(
  page: PDFPageProxy,
  scale: number,
  canvas: HTMLCanvasElement | null,
  stops: (() => void)[],
): Promise<void> {
  if (canvas === null) return;
  const viewport = page.getViewport({ scale: scale * Math.min(window.devicePixelRatio, maxDensity) });
  // Drawn beside the page, so that the one before stays until this one is ready.
  const drawn = document.createElement("canvas");
  drawn.width = Math.ceil(viewport.width);
  drawn.height = Math.ceil(viewport.height);
  const task = page.render({ canvas: drawn, viewport });
  stops.push(() => task.cancel());
  await task.promise;
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  canvas.getContext("2d")?.drawImage(drawn, 0, 0);
}

async function drawText(
  page: PDFPageProxy,
  scale: number,
  container: HTMLDivElement | null,
  stops: (() => void)[],
): Promise<void> {
  if (container === null) return;
  const { TextLayer } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  container.replaceChildren();
  container.style.setProperty("--total-scale-factor", String(scale));
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale }),
  });
  stops.push(() => layer.cancel());
  await layer.render();
}
