"use client";

import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import type { ShownDocument } from "../../areas/esign/signing/schema.ts";
import { openPdf, type PDFDocumentProxy } from "../ui/pdf/open-pdf.ts";
import { PdfPage, type PageSize } from "../ui/pdf/pdf-page.tsx";
import { documentPath, readDocument } from "./door.ts";
import { LinkButton, PlainButton } from "./parts.tsx";
import { useWords } from "./words.tsx";

interface DocumentViewProps {
  document: ShownDocument;
  page: number;
  onPage: (page: number) => void;
  isOpen: boolean;
  onOpen: () => void;
  /** What stands over a page. */
  overlay?: ((page: number, size: PageSize) => ReactNode) | undefined;
}

/** A document of the request: one page at a time, with its text for screen readers, and the file itself to download. */
export function DocumentView({ document: shown, page, onPage, isOpen, onOpen, overlay }: DocumentViewProps) {
  const words = useWords().documents;
  const heading = useId();
  const [attempt, setAttempt] = useState(0);
  const { name, pageCount, position } = shown;
  return (
    <section aria-labelledby={heading} className="grid gap-3 rounded-lg border border-line bg-surface p-3 sm:p-4">
      <h2 id={heading} className="font-serif text-lg leading-snug font-semibold wrap-anywhere">
        {name}
      </h2>
      {isOpen ? (
        <OpenDocument
          key={attempt}
          document={shown}
          page={page}
          onPage={onPage}
          overlay={overlay}
          onRetry={() => setAttempt(attempt + 1)}
        />
      ) : (
        <PlainButton onClick={onOpen} aria-label={words.open(name)}>
          {words.open(words.pages(pageCount))}
        </PlainButton>
      )}
      <LinkButton href={documentPath(position)} download>
        {words.download}
      </LinkButton>
    </section>
  );
}

type Loaded = { kind: "loading" } | { kind: "failed" } | { kind: "open"; pdf: PDFDocumentProxy };

function OpenDocument({
  document: { position, name, pageCount },
  page,
  onPage,
  overlay,
  onRetry,
}: Pick<DocumentViewProps, "document" | "page" | "onPage" | "overlay"> & { onRetry: () => void }) {
  const words = useWords().documents;
  const [loaded, setLoaded] = useState<Loaded>({ kind: "loading" });
  const [isLarge, setLarge] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  useEffect(() => {
    let isGone = false;
    let opened: PDFDocumentProxy | null = null;
    readDocument(position)
      .then(openPdf)
      .then(
        (pdf) => {
          opened = pdf;
          if (isGone) void pdf.loadingTask.destroy();
          else setLoaded({ kind: "open", pdf });
        },
        () => {
          if (!isGone) setLoaded({ kind: "failed" });
        },
      );
    return () => {
      isGone = true;
      void opened?.loadingTask.destroy();
    };
  }, [position]);
  return (
    <div className="grid min-w-0 gap-2">
      <div
        ref={frame}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an enlarged page is scrolled by keyboard
        tabIndex={isLarge ? 0 : undefined}
        role={isLarge ? "region" : undefined}
        aria-label={isLarge ? words.pageOf(name, page, pageCount) : undefined}
        className="min-w-0 overflow-x-auto"
      >
        {loaded.kind === "open" && width > 0 && (
          <PdfPage
            pdf={loaded.pdf}
            page={page}
            width={isLarge ? width * 2 : width}
            label={words.pageOf(name, page, pageCount)}
            overlay={overlay === undefined ? undefined : (size) => overlay(page, size)}
            onFailure={() => setLoaded({ kind: "failed" })}
          />
        )}
        {loaded.kind === "loading" && (
          <p role="status" className="grid h-72 place-items-center rounded bg-sunken px-4 text-center text-muted">
            {words.loading}
          </p>
        )}
        {loaded.kind === "failed" && (
          <div role="alert" className="grid justify-items-start gap-3 rounded bg-danger-soft p-4">
            <p>{words.failed}</p>
            <PlainButton onClick={onRetry}>{words.again}</PlainButton>
          </div>
        )}
      </div>
      <div className="grid grid-cols-[auto_1fr_auto_auto] items-center gap-2">
        <IconButton label={words.previous} isOff={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden className="size-5" />
        </IconButton>
        <p aria-live="polite" className="text-center text-sm">
          {words.page(page, pageCount)}
        </p>
        <IconButton label={words.next} isOff={page >= pageCount} onClick={() => onPage(page + 1)}>
          <ChevronRight aria-hidden className="size-5" />
        </IconButton>
        <IconButton label={isLarge ? words.smaller : words.larger} onClick={() => setLarge(!isLarge)}>
          {isLarge ? <ZoomOut aria-hidden className="size-5" /> : <ZoomIn aria-hidden className="size-5" />}
        </IconButton>
      </div>
    </div>
  );
}

interface IconButtonProps {
  label: string;
  /** Shown, but without effect: the focus stays on it at the last page. */
  isOff?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function IconButton({ label, isOff = false, onClick, children }: IconButtonProps) {
  return (
    <PlainButton
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
      className="w-11"
    >
      {children}
    </PlainButton>
  );
}

/** The width of an element, in CSS pixels; 0 until it is measured. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.floor(current.clientWidth)));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
