import { useMutation } from "@tanstack/react-query";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { reportLeak as t } from "./strings.ts";

/** For a member who cannot see keys: it says nothing about the key. */
export function ReportLeak({ digest, prefix }: { digest: string; prefix: string }) {
  const report = useMutation(useTRPC().keys.reportLeak.mutationOptions());
  const failure = report.error === null ? null : readError(report.error);
  return (
    <SectionCard className="max-w-2xl" title={<Code>{prefix}…</Code>}>
      {report.isSuccess ? (
        <Banner tone="success" title={t.reported}>
          {t.requestsWithItFail}
        </Banner>
      ) : (
        <div className="grid justify-items-start gap-4 text-sm">
          <p>{t.ifKeyWasExposed}</p>
          {failure !== null && (
            <Banner tone="danger" live>
              {failure.code === "NOT_FOUND" ? t.noKey : failure.message}
            </Banner>
          )}
          <Button variant="danger" busy={report.isPending} onClick={() => report.mutate({ digest })}>
            {t.reportAsLeaked}
          </Button>
        </div>
      )}
    </SectionCard>
  );
}
