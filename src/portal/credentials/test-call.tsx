import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { inBackground } from "../client/background.ts";
import { Offline, readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { RequestLine } from "../requests/request-line.tsx";
import { toneOfStatus } from "../requests/request-labels.ts";
import { Button } from "../ui/button.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { Spinner } from "../ui/feedback/progress.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { TabPanel, Tabs } from "../ui/tabs.tsx";
import { testCall as t } from "./lazy-strings.ts";
import { findFirstUse, writeTestCalls } from "./test-calls.ts";

const pollMilliseconds = 2_000;

interface TestCallProps {
  keyId: string;
  secret: string;
}

/** A first request, from here or from the integration, and the proof that it arrived. */
export function TestCall({ keyId, secret }: TestCallProps) {
  const calls = writeTestCalls(window.location.origin);
  const [language, setLanguage] = useState(calls[0]?.language ?? "");
  return (
    <section
      aria-label={t.testRequest}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line p-4"
    >
      <Tabs
        label={t.language}
        value={language}
        onValueChange={setLanguage}
        tabs={calls.map((call) => ({ value: call.language, label: call.language }))}
      >
        {calls.map((call) => (
          <TabPanel key={call.language} value={call.language} className="pt-3">
            <CodeBlock title={t.tryItWith(call.language)} text={call.code} wrap />
          </TabPanel>
        ))}
      </Tabs>
      <Arrival keyId={keyId} secret={secret} />
    </section>
  );
}

function Arrival({ keyId, secret }: TestCallProps) {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.serviceAccounts.requests.list.queryOptions(
      { serviceAccountId: keyId, limit: 20 },
      {
        trpc: inBackground,
        staleTime: 0,
        refetchInterval: ({ state }) =>
          findFirstUse(state.data?.requests ?? [], secret) === null ? pollMilliseconds : false,
      },
    ),
  );
  const seen = findFirstUse(data?.requests ?? [], secret);
  const wasSeen = seen !== null;
  const queries = useQueryClient();
  // Its page and the list would go on to say that the key was never used.
  useEffect(() => {
    if (wasSeen) void queries.invalidateQueries(trpc.serviceAccounts.pathFilter());
  }, [wasSeen, queries, trpc]);
  const send = useMutation({ mutationFn: () => sendTestRequest(secret) });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <div aria-live="polite" className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        {seen === null ? (
          <span className="flex items-center gap-2 text-muted">
            <Spinner />
            {t.waitingForFirstRequest}
          </span>
        ) : (
          <>
            <Badge tone={toneOfStatus(seen.status)}>{seen.status}</Badge>
            <RequestLine method={seen.method} route={seen.route} />
            <span className="text-muted">
              {t.receivedFrom(<RelativeTime instant={seen.occurredAt} />, seen.address)}
            </span>
          </>
        )}
        {send.error !== null && <span className="text-danger">{readError(send.error).message}</span>}
      </div>
      {seen === null && (
        <Button size="sm" busy={send.isPending} onClick={() => send.mutate()}>
          {t.sendTestRequest}
        </Button>
      )}
    </div>
  );
}

/** Without the person's cookies; the response is shown by the request's entry in the log. */
async function sendTestRequest(secret: string): Promise<void> {
  if (Offline.isNow()) throw new Offline();
  await fetch("/api/v1/me", { headers: { "x-api-key": secret }, credentials: "omit", cache: "no-store" });
}
