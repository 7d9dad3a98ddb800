"use client";

import type { PortalOutputs } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { Breakable } from "../ui/breakable.tsx";
import { cn } from "../ui/class-names.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { TextLink } from "../ui/link.tsx";
import { formatInstant } from "../ui/relative-time.tsx";
import { Cell, Row } from "../ui/table.tsx";
import { formatDuration } from "../usage/usage-figures.ts";
import { RequestLine } from "./request-line.tsx";
import { idempotencyLabels, isRejected, formatMoment, toneOfStatus } from "./request-labels.ts";

type Request = PortalOutputs["serviceAccounts"]["listRequests"]["requests"][number];

export function RequestRow({ request }: { request: Request }) {
  const { occurredAt, method, route, durationMs, idempotency, requestId, scope } = request;
  const [word, sentence] = idempotency === null ? [] : idempotencyLabels[idempotency];
  return (
    <Row>
      <Cell label="Time" className="whitespace-nowrap tabular-nums">
        <time dateTime={occurredAt} title={formatInstant(occurredAt)}>
          {formatMoment(occurredAt)}
        </time>
      </Cell>
      <Cell head className="sm:min-w-44 sm:px-3">
        <RequestLine method={method} route={route} />
        {scope !== null && <span className="block text-xs text-muted">{scope}</span>}
      </Cell>
      <Cell label="Response" className="sm:min-w-36 sm:px-3">
        <StatusAndReason request={request} />
      </Cell>
      <Cell label="Duration" className="text-right whitespace-nowrap tabular-nums max-sm:text-left sm:px-3">
        {formatDuration(durationMs)}
      </Cell>
      <Cell label="Idempotency" className={cn("text-muted sm:px-3", word === undefined && "max-sm:hidden!")}>
        {word === undefined ? <span aria-label="none">–</span> : <span title={sentence}>{word}</span>}
      </Cell>
      <Cell label="Request ID" className="sm:px-3">
        <span className="flex items-center gap-1">
          <code className="max-w-48 truncate font-mono text-xs sm:max-w-18" title={requestId}>
            {requestId}
          </code>
          <CopyButton compact text={requestId} what="request ID" className="-my-1.5" />
        </span>
      </Cell>
    </Row>
  );
}

function StatusAndReason({ request }: { request: Request }) {
  const { href } = useOrganization();
  const { status, code, requestId } = request;
  return (
    <span className="grid justify-items-start gap-1">
      <span className="flex items-center gap-3">
        <Badge tone={toneOfStatus(status)} className="tabular-nums">
          {status}
        </Badge>
        {isRejected(request) && (
          <TextLink href={href(`/request-debugger?id=${encodeURIComponent(requestId)}`)} className="text-[0.8125rem]">
            Debug request<span className="sr-only"> {requestId}</span>
          </TextLink>
        )}
      </span>
      {code !== null && <Breakable name={code} />}
    </span>
  );
}
