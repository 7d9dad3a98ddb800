"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useState, type FormEvent } from "react";
import { isApiKeyLike } from "../../contract/integration-keys.ts";
import { requestDaysKept } from "../../contract/portal/usage.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { ErrorState } from "../ui/feedback/error-state.tsx";
import { Field } from "../ui/forms/field.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Loading, SkeletonText } from "../ui/feedback/skeleton.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { CheckOrderList } from "./check-step-list.tsx";
import { ExplainedRequest } from "./explained-request.tsx";
import { requestDebuggerScreen as t } from "./strings.ts";

export function RequestDebuggerScreen() {
  const { can, href } = useOrganization();
  return (
    <>
      <PageHeader
        title={t.title}
        trail={[{ label: t.requestLogs, href: href("/request-logs") }]}
        description={t.description}
      />
      {can("integrations:manage") ? (
        <RequestDebugger />
      ) : (
        <NoPermission permission="integrations:manage" what={t.viewRequestLogs} />
      )}
    </>
  );
}

function RequestDebugger() {
  const requestId = useSearchParams().get("id") ?? "";
  return (
    <>
      {/* Remounts with another request's ID. */}
      <RequestIdForm key={requestId} initial={requestId} />
      <div className="mt-6">{requestId === "" ? <CheckOrderCard /> : <MatchingRequests requestId={requestId} />}</div>
    </>
  );
}

const requestIdPattern = /^[\u0021-\u007E]{1,128}$/;

function RequestIdForm({ initial }: { initial: string }) {
  const router = useRouter();
  const { href } = useOrganization();
  const [typed, setTyped] = useState(initial);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // People paste the header's name too.
    const requestId = typed.trim().replace(/^x-request-id:\s*/i, "");
    if (requestId === "") return setError(t.idMissing);
    if (isApiKeyLike(requestId)) return setError(t.idIsApiKey);
    if (!requestIdPattern.test(requestId)) return setError(t.idInvalid);
    setError(undefined);
    router.push(href(`/request-debugger?id=${encodeURIComponent(requestId)}`));
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-2xl">
      <Field label={t.requestIdLabel} why="fields#request-id-and-secret" error={error} required>
        {(control) => (
          <div className="flex flex-wrap gap-2.5">
            <TextInput
              {...control}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              autoComplete="off"
              spellCheck={false}
              className="min-w-0 flex-1 basis-64 font-mono"
            />
            <Button type="submit" variant="primary">
              {t.debugRequest}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

function MatchingRequests({ requestId }: { requestId: string }) {
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.keys.explainRejection.queryOptions({ requestId }));
  if (data === undefined) {
    if (error !== null)
      return (
        <ErrorState title={t.couldNotLoadRequest} error={error} busy={isFetching} onRetry={() => void refetch()} />
      );
    return (
      <Card className="min-h-96">
        <Loading what={t.loadingRequest} />
        <SkeletonText lines={5} className="max-w-prose" />
      </Card>
    );
  }
  if (!data.found) return <NotFound requestId={requestId} busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <div className="grid gap-4">
      {data.requests.length > 1 && <p className="text-sm text-muted">{t.requestsHaveThisId(data.requests.length)}</p>}
      {data.requests.map((request) => (
        <ExplainedRequest key={request.id} request={request} />
      ))}
    </div>
  );
}

function NotFound({ requestId, busy, onRetry }: { requestId: string; busy: boolean; onRetry: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={t.noRequestFound}
      actions={
        <Button busy={busy} onClick={onRetry}>
          {t.tryAgain}
        </Button>
      }
    >
      <p>
        <Code>{requestId}</Code>
      </p>
      <ul className="mt-4 grid list-disc gap-1.5 pl-5 text-left">
        <li>{t.notLoggedYet}</li>
        <li>{t.keyUnknown}</li>
        <li>{t.tooOld(requestDaysKept)}</li>
        <li>{t.proxyReplacedId}</li>
      </ul>
    </EmptyState>
  );
}

function CheckOrderCard() {
  return (
    <Card className="max-w-2xl">
      <h2 className="text-base font-semibold">{t.checksOfEveryRequest}</h2>
      <p className="mt-1 mb-5 text-sm text-muted">{t.checksRun}</p>
      <CheckOrderList />
    </Card>
  );
}
