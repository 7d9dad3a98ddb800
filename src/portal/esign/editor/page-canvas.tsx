import { useEffect, useRef, useState, type ReactNode } from "react";
import type { PDFDocumentProxy } from "../../ui/pdf/open-pdf.ts";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { fieldEditor as t } from "../lazy-strings.ts";
import type { TemplatePage } from "./fields.ts";

interface PageCanvasProps {
  pdf: PDFDocumentProxy;
  page: TemplatePage;
  pageCount: number;
  /** What is laid over the page. `scale`: pixels of a point. */
  children: (scale: number) => ReactNode;
}

/** The sharpest picture of a page, in pixels of its width: a zoomed page of a plan would take hundreds of megabytes. */
const maxPixels = 3_000;

/** A page as a picture, as wide as there is room. */
export function PageCanvas({ pdf, page, pageCount, children }: PageCanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  const [drawn, setDrawn] = useState<number | null>(null);
  useEffect(() => {
    const measured = frame.current;
    if (measured === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.floor(measured.clientWidth)));
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (width === 0) return undefined;
    let isOver = false;
    let cancel = () => undefined as void;
    const draw = async () => {
      const shown = await pdf.getPage(page.number);
      if (isOver || canvas.current === null) return;
      const pixels = Math.min(maxPixels, width * window.devicePixelRatio);
      const viewport = shown.getViewport({ scale: pixels / shown.getViewport({ scale: 1 }).width });
      // A canvas of its own, so that the former picture stays until this one is complete.
      const picture = document.createElement("canvas");
      picture.width = Math.floor(viewport.width);
      picture.height = Math.floor(viewport.height);
      const task = shown.render({ canvas: picture, viewport });
      cancel = () => task.cancel();
      await task.promise;
      if (isOver || canvas.current === null) return;
      canvas.current.width = picture.width;
      canvas.current.height = picture.height;
      canvas.current.getContext("2d")?.drawImage(picture, 0, 0);
      setDrawn(page.number);
    };
    draw().catch((error: unknown) => {
      if (!isOver) setFailure(error);
    });
    return () => {
      isOver = true;
      cancel();
    };
  }, [pdf, page.number, width]);
  if (failure !== null)
    return <ErrorState title={t.pageNotShown} error={failure} busy={false} onRetry={() => setFailure(null)} />;
  const scale = width / page.width;
  return (
    <div ref={frame} className="relative w-full overflow-hidden rounded border border-edge bg-white shadow-xs">
      <canvas
        ref={canvas}
        role="img"
        aria-label={t.pageOf(page.number, pageCount)}
        className="block w-full"
        style={{ aspectRatio: `${page.width} / ${page.height}` }}
      />
      {drawn !== page.number && <Skeleton className="absolute inset-0 h-full rounded-none" />}
      {width > 0 && children(scale)}
    </div>
  );
}
