import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useTRPC } from "../client/trpc.ts";
import { CheckStepList } from "../request-debugger/check-step-list.tsx";
import { RequestExplanation } from "../request-debugger/explained-request.tsx";
import { Button } from "../ui/button.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { Loading, SkeletonText } from "../ui/feedback/skeleton.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { requestSheet as t } from "./strings.ts";

interface RequestSheetProps {
  id: string;
  /** The requests that are shown, newest first. */
  ids: readonly string[];
  /** null closes it. */
  onOpen: (id: string | null) => void;
}

/** One request in a side panel. */
export function RequestSheet({ id, ids, onOpen }: RequestSheetProps) {
  const trpc = useTRPC();
  const query = useQuery(trpc.keys.describeRequest.queryOptions({ id }, { staleTime: 60_000, retry: false }));
  const place = ids.indexOf(id);
  const newer = place > 0 ? ids[place - 1] : undefined;
  const older = place === -1 ? undefined : ids[place + 1];
  return (
    <Dialog
      open
      width="side"
      title={t.request}
      onOpenChange={() => onOpen(null)}
      footer={
        <>
          <Button disabled={newer === undefined} onClick={() => onOpen(newer ?? null)}>
            <ChevronUp aria-hidden className="size-4" />
            {t.newer}
          </Button>
          <Button disabled={older === undefined} onClick={() => onOpen(older ?? null)}>
            <ChevronDown aria-hidden className="size-4" />
            {t.older}
          </Button>
        </>
      }
    >
      {query.data === undefined ? (
        <QueryFallback
          query={query}
          what={t.requestWhat}
          placeholder={
            <>
              <Loading what={t.loadingRequest} />
              <SkeletonText lines={8} />
            </>
          }
        />
      ) : (
        <>
          <RequestExplanation request={query.data} />
          <h3 className="mt-7 mb-3 text-[0.8125rem] font-semibold text-muted">{t.checks}</h3>
          <CheckStepList rejectedBy={query.data.explanation.check} />
        </>
      )}
    </Dialog>
  );
}
