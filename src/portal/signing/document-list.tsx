"use client";

import { useState, type ReactNode } from "react";
import type { ShownDocument } from "../../areas/esign/signing/schema.ts";
import type { PageSize } from "../ui/pdf/pdf-page.tsx";
import { DocumentView } from "./document-view.tsx";

type Pages = Readonly<Record<number, number>>;

interface DocumentListState {
  /** The page that each open document shows, by its position. */
  pages: Pages;
  show: (position: number, page: number) => void;
}

/** The first document is open, because the first page is shown before anybody agrees; others open when asked for. */
export function useDocumentList(): DocumentListState {
  const [pages, setPages] = useState<Pages>({ 1: 1 });
  return { pages, show: (position, page) => setPages((before) => ({ ...before, [position]: page })) };
}

export const documentAnchor = (position: number) => `document-${position}`;

interface DocumentListProps extends DocumentListState {
  documents: readonly ShownDocument[];
  overlay?: (document: ShownDocument, page: number, size: PageSize) => ReactNode;
}

export function DocumentList({ documents, pages, show, overlay }: DocumentListProps) {
  return documents.map((document) => {
    const { position } = document;
    const page = pages[position];
    return (
      <div key={position} id={documentAnchor(position)} className="scroll-mt-4">
        <DocumentView
          document={document}
          page={page ?? 1}
          onPage={(chosen) => show(position, chosen)}
          isOpen={page !== undefined}
          onOpen={() => show(position, 1)}
          overlay={overlay === undefined ? undefined : (shown, size) => overlay(document, shown, size)}
        />
      </div>
    );
  });
}
