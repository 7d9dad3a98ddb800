import { useMutation } from "@tanstack/react-query";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { Banner } from "../ui/feedback/banner.tsx";

/** For a member who cannot see keys: it says nothing about the key. */
export function ReportLeak({ digest, prefix }: { digest: string; prefix: string }) {
  const report = useMutation(useTRPC().keys.reportLeak.mutationOptions());
  const failure = report.error === null ? null : readError(report.error);
  return (
    <SectionCard className="max-w-2xl" title={<Code>{prefix}…</Code>}>
      {report.isSuccess ? (
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
          <Button variant="danger" busy={report.isPending} onClick={() => report.mutate({ digest })}>
            Report as leaked
          </Button>
        </div>
      )}
    </SectionCard>
  );
}
