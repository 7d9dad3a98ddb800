"use client";

import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useState, type FormEvent } from "react";
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
import { CheckList } from "./check-step-list.tsx";
import { ExplainedRequest } from "./explained-request.tsx";

export function RejectionsScreen() {
  const { can, href } = useOrganization();
  return (
    <>
      <PageHeader
        title="Request debugger"
        trail={[{ label: "Request logs", href: href("/request-logs") }]}
        description="Enter the X-Request-Id header of an API response to see which check rejected the request and how to fix it."
      />
      {can("integrations:manage") ? <Explainer /> : <NoPermission permission="integrations:manage" what="view request logs" />}
    </>
  );
}

function Explainer() {
  const asked = useSearchParams().get("id") ?? "";
  return (
    <>
      {/* Remounts with another request's ID. */}
      <RequestIdForm key={asked} asked={asked} />
      <div className="mt-6">{asked === "" ? <OrderOfChecks /> : <Explanations requestId={asked} />}</div>
    </>
  );
}

const requestIdForm = /^[\u0021-\u007E]{1,128}$/;

function RequestIdForm({ asked }: { asked: string }) {
  const router = useRouter();
  const { href } = useOrganization();
  const [typed, setTyped] = useState(asked);
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // People paste the header's name too.
    const requestId = typed.trim().replace(/^x-request-id:\s*/i, "");
    if (requestId === "") return setFault("Enter the value of X-Request-Id.");
    if (/^cp[kp]_/.test(requestId)) return setFault("This looks like an API key. Use “Find a key” instead.");
    if (!requestIdForm.test(requestId)) return setFault("A request ID has at most 128 characters and no spaces.");
    setFault(undefined);
    router.push(href(`/request-debugger?id=${encodeURIComponent(requestId)}`));
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-2xl">
      <Field label="Request ID" why="fields#request-id-and-secret" error={fault} required>
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
              Debug request
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

function Explanations({ requestId }: { requestId: string }) {
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.keys.explainRejection.queryOptions({ requestId }));
  if (data === undefined) {
    if (error !== null) return <ErrorState title="Could not load the request" error={error} busy={isFetching} onRetry={() => void refetch()} />;
    return (
      <Card className="min-h-96">
        <Loading what="Loading request" />
        <SkeletonText lines={5} className="max-w-prose" />
      </Card>
    );
  }
  if (!data.found) return <NotFound requestId={requestId} busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <div className="grid gap-4">
      {data.requests.length > 1 && (
        <p className="text-sm text-muted">
          {data.requests.length} requests have this ID, because the integration set it. Newest first.
        </p>
      )}
      {data.requests.map((request) => (
        <ExplainedRequest key={request.id} request={request} />
      ))}
    </div>
  );
}

function NotFound({ requestId, busy, onRetry }: { requestId: string; busy: boolean; onRetry: () => void }) {
  return (
    <EmptyState icon={SearchX} title="No request found with this ID" actions={<Button busy={busy} onClick={onRetry}>Try again</Button>}>
      <p>
        <Code>{requestId}</Code>
      </p>
      <ul className="mt-4 grid list-disc gap-1.5 pl-5 text-left">
        <li>It was sent less than two seconds ago and is not logged yet.</li>
        <li>Its key is unknown or belongs to another organization.</li>
        <li>It is older than {requestDaysKept} days.</li>
        <li>A proxy replaced the ID in the response.</li>
      </ul>
    </EmptyState>
  );
}

function OrderOfChecks() {
  return (
    <Card className="max-w-2xl">
      <h2 className="font-serif text-lg font-semibold">Checks of every request</h2>
      <p className="mt-1 mb-5 text-sm text-muted">Checks run in this order. The first that fails determines the response.</p>
      <CheckList />
    </Card>
  );
}
