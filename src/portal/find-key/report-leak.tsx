"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { Banner } from "../ui/feedback/banner.tsx";

interface ReportLeakProps {
  digest: string;
  onReported?: () => Promise<void>;
}

/** Whoever holds a secret may report it, with any permission. */
export function useReportLeak({ digest, onReported }: ReportLeakProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const report = useMutation(
    trpc.keys.reportLeak.mutationOptions({
      onSettled: () => Promise.all([queries.invalidateQueries(trpc.keys.overview.pathFilter()), onReported?.()]),
    }),
  );
  return { report: () => report.mutate({ digest }), isBusy: report.isPending, isReported: report.isSuccess, failure: report.error === null ? null : readError(report.error) };
}

/** For a member who cannot see keys: it says nothing about the key. */
export function ReportLeak({ digest, prefix }: { digest: string; prefix: string }) {
  const { report, isBusy, isReported, failure } = useReportLeak({ digest });
  return (
    <SectionCard className="max-w-2xl" title={<Code>{prefix}…</Code>}>
      {isReported ? (
        <Banner tone="success" title="Reported. The key is paused">
          Requests with it fail. Members who manage API keys were notified.
        </Banner>
      ) : (
        <div className="grid justify-items-start gap-4 text-sm">
          <p>If the key was exposed, report it. It is paused immediately, and members who manage API keys are notified with your name. They can resume it.</p>
          {failure !== null && (
            <Banner tone="danger" live>
              {failure.code === "NOT_FOUND" ? "No key of this organization has this secret." : failure.message}
            </Banner>
          )}
          <Button variant="danger" busy={isBusy} onClick={report}>
            Report as leaked
          </Button>
        </div>
      )}
    </SectionCard>
  );
}
