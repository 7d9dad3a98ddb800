import type { ReactNode } from "react";
import { isElevated, isScope, scopeCatalog } from "../../../contract/scopes.ts";
import { Badge } from "../../ui/feedback/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Code } from "../../ui/code-block.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { ExactTime, RelativeTime } from "../../ui/relative-time.tsx";
import { nameStatus, StatusBadge } from "../../ui/feedback/status-badge.tsx";
import type { Decision, QueuedRequest } from "../views.ts";
import { scopeRequestCard as t } from "./strings.ts";

interface ScopeRequestCardProps {
  request: QueuedRequest;
  onDecide: (decision: Decision) => void;
}

export function ScopeRequestCard({ request, onDecide }: ScopeRequestCardProps) {
  const { scope, purpose, status, keyName, keyScopes, organizationName, isOwn } = request;
  const entry = isScope(scope) ? scopeCatalog.get(scope) : undefined;
  const isPending = status === "pending";
  return (
    <Card>
      <article aria-label={t.forOf(scope, keyName, organizationName)}>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <p className="text-sm text-muted">{organizationName}</p>
            <h2 className="mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 font-serif text-lg leading-snug font-semibold wrap-anywhere">
              {t.heading(<Code className="font-semibold">{scope}</Code>, keyName)}
              {isPending && keyScopes.includes(scope) && <Badge tone="outline">{t.renewal}</Badge>}
            </h2>
            {entry !== undefined && (
              <p className="mt-1 text-sm">
                {entry.description}
                {entry.needsActingAttorney && <span className="text-muted">{t.changesAreAttributed}</span>}
              </p>
            )}
          </div>
          {!isPending && <StatusBadge status={status} />}
        </div>
        <blockquote className="mt-4 max-w-prose border-l-2 border-edge pl-4 text-sm wrap-anywhere whitespace-pre-line">
          {purpose}
        </blockquote>
        <div className="mt-4">
          <DescriptionList facts={isPending ? listPendingFacts(request) : listDecidedFacts(request)} />
        </div>
        {isPending && (isOwn ? <OwnRequest /> : <Decisions request={request} onDecide={onDecide} />)}
      </article>
    </Card>
  );
}

function Decisions({ request, onDecide }: ScopeRequestCardProps) {
  const about = t.about(request.scope, request.keyName);
  return (
    <div className="mt-5 flex flex-wrap gap-2.5">
      <Button variant="primary" onClick={() => onDecide("grant")}>
        {t.grantScope(<span className="sr-only"> {about}</span>)}
      </Button>
      <Button variant="danger-quiet" onClick={() => onDecide("deny")}>
        {t.denyScope(<span className="sr-only"> {about}</span>)}
      </Button>
    </div>
  );
}

function OwnRequest() {
  return (
    <p className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <Badge tone="outline">{t.yourRequest}</Badge>
      {t.anotherPlatformAdministratorMust}
    </p>
  );
}

function listPendingFacts({ requestedBy, requestedAt, lapsesAt, keyExpiresAt, keyPrefix, keyScopes }: QueuedRequest) {
  return [
    [t.requested, <ByWhom key="by" name={requestedBy.name} instant={requestedAt} />],
    [t.requestExpires, <RelativeTime key="lapses" instant={lapsesAt} />],
    [t.keyExpires, <ExactTime key="ends" instant={keyExpiresAt} />],
    [t.prefix, keyPrefix === null ? "–" : <Code key="prefix">{keyPrefix}</Code>],
    [t.currentScopes, <GrantedScopes key="held" scopes={keyScopes} />],
  ] as const;
}

function listDecidedFacts({
  status,
  requestedBy,
  requestedAt,
  decidedBy,
  decidedAt,
  note,
  latestExpiryAt,
  keyPrefix,
}: QueuedRequest) {
  const facts: (readonly [string, ReactNode])[] = [
    [t.requested, <ByWhom key="by" name={requestedBy.name} instant={requestedAt} />],
  ];
  if (decidedAt !== null)
    facts.push([nameStatus(status), <ByWhom key="decided" name={decidedBy?.name ?? null} instant={decidedAt} />]);
  if (note !== null)
    facts.push([
      t.note,
      <span key="note" className="whitespace-pre-line">
        {note}
      </span>,
    ]);
  if (latestExpiryAt !== null) facts.push([t.latestExpiry, <ExactTime key="latest" instant={latestExpiryAt} />]);
  if (keyPrefix !== null) facts.push([t.prefix, <Code key="prefix">{keyPrefix}</Code>]);
  return facts;
}

function ByWhom({ name, instant }: { name: string | null; instant: string }) {
  return (
    <>
      {name !== null && t.by(name)}
      <RelativeTime instant={instant} />
    </>
  );
}

function GrantedScopes({ scopes }: { scopes: readonly string[] }) {
  if (scopes.length === 0) return t.none;
  const elevated = scopes.filter((scope) => isScope(scope) && isElevated(scope));
  return (
    <details>
      <summary className="cursor-pointer rounded">
        {t.scopes(scopes.length)}
        {elevated.length > 0 && t.elevated(elevated.join(", "))}
      </summary>
      <p className="mt-2 flex flex-wrap gap-1.5">
        {scopes.map((scope) => (
          <Code key={scope}>{scope}</Code>
        ))}
      </p>
    </details>
  );
}
