import type { ReactNode } from "react";
import type { PortalOutputs } from "../client/trpc.ts";
import { nameEvent } from "../events/event-labels.ts";
import { RequestLine } from "../requests/request-line.tsx";
import { idempotencyLabels, sourceLabels, toneOfStatus, type RequestDetail } from "../requests/request-labels.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { LinkButton, TextLink } from "../ui/link.tsx";
import { ExactTime, RelativeTime } from "../ui/relative-time.tsx";
import { formatDuration } from "../ui/format-duration.ts";
import { CheckStepList } from "./check-step-list.tsx";
import { findFixLink } from "./check-steps.ts";
import { explainedRequest as t } from "./strings.ts";

type Explanation = PortalOutputs["keys"]["explainRejection"];
type Explained = Extract<Explanation, { found: true }>["requests"][number];
/** Request logs also show the events and audit entry of the request. */
type Shown = Explained & Partial<Pick<RequestDetail, "events" | "hasAuditEntry">>;
type Facts = readonly (readonly [string, ReactNode])[];

export function ExplainedRequest({ request }: { request: Explained }) {
  const { href } = useOrganization();
  return (
    <Card className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="min-w-0">
        <RequestExplanation request={request} />
        <p className="mt-4 text-sm">
          <TextLink href={href(`/request-logs?request=${request.id}`)}>{t.openInRequestLogs}</TextLink>
        </p>
      </div>
      <div>
        <h3 className="mb-3 text-[0.8125rem] font-semibold text-muted">{t.checks}</h3>
        <CheckStepList rejectedBy={request.explanation.check} />
      </div>
    </Card>
  );
}

/** What happened to a request and why, and how to resolve it. */
export function RequestExplanation({ request }: { request: Shown }) {
  const { explanation, method, route, status, code, keyId, faultPaths } = request;
  const { slug } = useOrganization();
  const fixLink = findFixLink(explanation.fixLink, slug, keyId);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Badge tone={toneOfStatus(status)}>
          {status}
          {code !== null && <span className="font-mono font-normal">{code}</span>}
        </Badge>
        <RequestLine method={method} route={route} />
      </p>
      <h2 className="mt-4 text-lg leading-snug font-semibold text-balance">{explanation.summary}</h2>
      {faultPaths.length > 0 && (
        <ul aria-label={t.invalidFields} className="mt-2 flex flex-wrap gap-1.5">
          {faultPaths.map((path) => (
            <li key={path}>
              <Code>{path}</Code>
            </li>
          ))}
        </ul>
      )}
      {explanation.fix !== null && <p className="mt-2 max-w-prose">{explanation.fix}</p>}
      {fixLink !== null && (
        <LinkButton variant="primary" href={fixLink.href} className="mt-4">
          {fixLink.label}
        </LinkButton>
      )}
      <div className="mt-6">
        <DescriptionList facts={[...listFacts(request, slug), ...listTraces(request, slug)]} />
      </div>
    </>
  );
}

function listFacts(request: Shown, slug: string): Facts {
  const {
    keyId,
    keyName,
    keyPrefix,
    occurredAt,
    requestId,
    reason,
    scope,
    rateLimit,
    rateRemaining,
    durationMs,
    address,
    source,
  } = request;
  return [
    [
      t.key,
      <>
        <TextLink href={`/o/${slug}/credentials/${keyId}`}>{keyName}</TextLink> <Code>{keyPrefix}</Code>
      </>,
    ],
    [
      t.time,
      <>
        <ExactTime instant={occurredAt} />, <RelativeTime instant={occurredAt} />
      </>,
    ],
    [
      t.requestId,
      <span key="id" className="flex items-center gap-1">
        <Code>{requestId}</Code>
        <CopyButton compact text={requestId} what={t.requestIdWhat} className="-my-1.5" />
      </span>,
    ],
    ...(reason === null ? [] : [[t.reason, <Code key="reason">{reason}</Code>] as const]),
    [t.scopes, scope === null ? t.none : <Code key="scope">{scope}</Code>],
    [
      t.ipAddress,
      <TextLink key="address" href={`/o/${slug}/request-logs?ip=${encodeURIComponent(address)}`}>
        {address}
      </TextLink>,
    ],
    [t.source, sourceLabels[source]],
    [t.duration, formatDuration(durationMs)],
    ...(rateLimit === null || rateRemaining === null
      ? []
      : [[t.rateLimit, t.ofRequestsLeft(rateRemaining, rateLimit)] as const]),
  ];
}

/** Links to related records: the first request with its idempotency key, its events, its audit entries. */
function listTraces(
  { idempotency, originalRequestId, requestId, events = [], hasAuditEntry = false }: Shown,
  slug: string,
): Facts {
  return [
    ...(idempotency === null ? [] : [[t.idempotency, idempotencyLabels[idempotency][1]] as const]),
    ...(originalRequestId === null
      ? []
      : ([
          [
            t.firstRequest,
            <TextLink key="first" href={`/o/${slug}/request-debugger?id=${encodeURIComponent(originalRequestId)}`}>
              {originalRequestId}
            </TextLink>,
          ],
        ] as const)),
    ...(events.length === 0
      ? []
      : ([
          [
            t.events,
            <ul key="events" className="grid gap-1">
              {events.map(({ id, eventType }) => (
                <li key={id}>
                  <TextLink href={`/o/${slug}/events/${id}`}>{nameEvent(eventType)}</TextLink>
                </li>
              ))}
            </ul>,
          ],
        ] as const)),
    ...(hasAuditEntry
      ? ([
          [
            t.auditLog,
            <TextLink key="audit" href={`/o/${slug}/audit?records=1&request=${encodeURIComponent(requestId)}`}>
              {t.viewEntries}
            </TextLink>,
          ],
        ] as const)
      : []),
  ];
}
