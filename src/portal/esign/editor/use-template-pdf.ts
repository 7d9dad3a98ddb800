import { useEffect, useState } from "react";
import { useTRPCClient } from "../../client/trpc.ts";
import { openPdf, type PDFDocumentProxy } from "../../ui/pdf/open-pdf.ts";
import type { Template } from "../views.ts";

interface Outcome {
  /** Which file it is of, and of which attempt. */
  of: string;
  pdf?: PDFDocumentProxy;
  error?: unknown;
}

/** The file of a template, opened. It lives in a worker, which ends with the screen: so no cache keeps it. */
export function useTemplatePdf({ id, file: { sha256 } }: Template) {
  const client = useTRPCClient();
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const wanted = `${id} ${sha256} ${attempt}`;
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let opened: PDFDocumentProxy | undefined;
    const open = async () => {
      const { url } = await client.esignTemplates.offerFile.query({ esignTemplateId: id }, { signal });
      const response = await fetch(url, { signal });
      if (!response.ok) throw new TypeError(`status ${response.status}`);
      opened = await openPdf(await response.arrayBuffer());
      if (signal.aborted) void opened.loadingTask.destroy();
      else setOutcome({ of: wanted, pdf: opened });
    };
    open().catch((error: unknown) => {
      if (!signal.aborted) setOutcome({ of: wanted, error });
    });
    return () => {
      ended.abort();
      void opened?.loadingTask.destroy();
    };
  }, [client, id, wanted]);
  const present = outcome?.of === wanted ? outcome : null;
  return {
    data: present?.pdf,
    error: present?.error ?? null,
    isFetching: present === null,
    refetch: () => setAttempt(attempt + 1),
  };
}
