import { useState, type ReactNode } from "react";
import { isElevated, isScope, scopeCatalog } from "../../../contract/scopes.ts";
import { Badge } from "../../ui/feedback/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Code } from "../../ui/code-block.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { ExactTime, RelativeTime } from "../../ui/relative-time.tsx";
import { nameStatus, StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { CheckboxBox } from "../../ui/forms/checkbox.tsx";
import type { Decision, QueuedRequest, RequestGroup } from "../views.ts";
import { joinScopes } from "./group-requests.ts";
import { countedScopes, scopeRequestCard as t } from "./strings.ts";

interface ScopeRequestCardProps {
  requests: RequestGroup;
  onDecide: (decision: Decision, requests: RequestGroup) => void;
}

/** What one key has requested. Of several scopes, those are decided on that are checked. */
export function ScopeRequestCard({ requests, onDecide }: ScopeRequestCardProps) {
  const [request] = requests;
  const { status, keyName, organizationName, isOwn } = request;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const isPending = status === "pending";
  const isChoice = isPending && !isOwn && requests.length > 1;
  const [first, ...others] = requests.filter(({ id }) => !left.has(id));
  const toggle = (id: string) =>
    setLeft((former) => new Set(former.has(id) ? [...former].filter((each) => each !== id) : [...former, id]));
  return (
    <Card>
      <article aria-label={t.forOf(joinScopes(requests), keyName, organizationName)}>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <p className="text-sm text-muted">{organizationName}</p>
            <h2 className="mt-0.5 text-base leading-snug font-semibold wrap-anywhere">{t.heading(keyName)}</h2>
          </div>
          {!isPending && <StatusBadge status={status} />}
        </div>
        <ul className="mt-3 grid gap-4">
          {requests.map((each) => (
            <li key={each.id} className="flex gap-3">
              {isChoice && (
                <label className="-m-1 grid size-7 shrink-0 cursor-pointer place-items-center">
                  <span className="sr-only">{t.include(each.scope)}</span>
                  <CheckboxBox checked={!left.has(each.id)} onChange={() => toggle(each.id)} />
                </label>
              )}
              <RequestedScope request={each} />
            </li>
          ))}
        </ul>
        <div className="mt-4">
          <DescriptionList facts={isPending ? listPendingFacts(request) : listDecidedFacts(request)} />
        </div>
        {isPending && isOwn && <OwnRequest />}
        {isPending && !isOwn && (
          <Decisions chosen={first === undefined ? null : [first, ...others]} of={requests} onDecide={onDecide} />
        )}
      </article>
    </Card>
  );
}

function RequestedScope({ request: { scope, purpose, status, keyScopes } }: { request: QueuedRequest }) {
  const entry = isScope(scope) ? scopeCatalog.get(scope) : undefined;
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Code className="font-semibold">{scope}</Code>
        {status === "pending" && keyScopes.includes(scope) && <Badge tone="outline">{t.renewal}</Badge>}
      </p>
      {entry !== undefined && (
        <p className="mt-1 text-sm">
          {entry.description}
          {entry.needsActingAttorney && <span className="text-muted">{t.changesAreAttributed}</span>}
        </p>
      )}
      <blockquote className="mt-2 max-w-prose border-l-2 border-edge pl-4 text-sm wrap-anywhere whitespace-pre-line">
        {purpose}
      </blockquote>
    </div>
  );
}

interface DecisionsProps {
  /** The requests that are checked; null for none. */
  chosen: RequestGroup | null;
  of: RequestGroup;
  onDecide: ScopeRequestCardProps["onDecide"];
}

function Decisions({ chosen, of, onDecide }: DecisionsProps) {
  const shown = chosen ?? of;
  const about = <span className="sr-only"> {t.about(joinScopes(shown), of[0].keyName)}</span>;
  return (
    <div className="mt-5 flex flex-wrap gap-2.5">
      <Button variant="primary" disabled={chosen === null} onClick={() => onDecide("grant", shown)}>
        {t.grantScope(countedScopes(shown.length), about)}
      </Button>
      <Button variant="danger-quiet" disabled={chosen === null} onClick={() => onDecide("deny", shown)}>
        {t.denyScope(countedScopes(shown.length), about)}
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
