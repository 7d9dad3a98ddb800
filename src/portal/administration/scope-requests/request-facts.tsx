import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { findUnusedBoundary, unusedScopeDays } from "../../../contract/portal/usage.ts";
import { isScope, scopeCatalog } from "../../../contract/scopes.ts";
import { useTRPC, type PortalOutputs } from "../../client/trpc.ts";
import { describeAbilities } from "../../credentials/scopes/abilities.ts";
import { Code } from "../../ui/code-block.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { QueryFallback } from "../../ui/feedback/query-fallback.tsx";
import { Loading, SkeletonText } from "../../ui/feedback/skeleton.tsx";
import { nameStatus } from "../../ui/feedback/status-badge.tsx";
import { plural } from "../../ui/plural.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { splitByUse } from "./decision-templates.ts";
import type { QueuedRequest } from "../views.ts";

type Facts = PortalOutputs["administration"]["describeScopeRequest"];

/** What an administrator has to know before a decision. */
export function RequestFacts({ request }: { request: QueuedRequest }) {
  const trpc = useTRPC();
  const { organizationId, id: requestId } = request;
  const facts = useQuery(trpc.administration.describeScopeRequest.queryOptions({ organizationId, requestId }));
  const [since] = useState(() => findUnusedBoundary().getTime());
  return (
    <div className="min-h-60">
      {facts.data === undefined ? (
        <QueryFallback query={facts} what="the facts about this request" placeholder={<><Loading what="Loading facts" /><SkeletonText lines={10} /></>} />
      ) : (
        <DescriptionList facts={listFacts(request, facts.data, since)} />
      )}
    </div>
  );
}

function listFacts({ purpose, scope, keyScopes }: QueuedRequest, { actingAttorney, scopeUses, keyLastUsedAt, decisions, lastGrant }: Facts, since: number) {
  const { used, unused } = splitByUse(keyScopes, scopeUses, since);
  const abilities = describeAbilities(keyScopes.filter(isScope));
  return [
    ["Purpose", <span key="purpose" className="whitespace-pre-line">{purpose}</span>],
    ...(lastGrant === null ? [] : [["Since the last grant", <LastGrant key="grant" grant={lastGrant} />] as const]),
    ["The key can already", abilities.length === 0 ? "Nothing: it has no scopes." : abilities.join(" ")],
    ["Acts for", <ActingAttorney key="attorney" attorney={actingAttorney} scope={scope} />],
    [
      "Use of its scopes",
      <span key="use" className="grid gap-1">
        <span>Last request: <RelativeTime instant={keyLastUsedAt} /></span>
        <ScopeLine title={`Used in the last ${unusedScopeDays} days`} scopes={used} />
        <ScopeLine title="Not used" scopes={unused} />
      </span>,
    ],
    ["The firm’s last decisions", <Decisions key="decisions" decisions={decisions} />],
  ] as const;
}

function ScopeLine({ title, scopes }: { title: string; scopes: readonly string[] }) {
  return (
    <span>
      {title}: {scopes.length === 0 ? "None" : scopes.map((scope) => <Code key={scope} className="mr-1.5 inline-block">{scope}</Code>)}
    </span>
  );
}

function ActingAttorney({ attorney, scope }: { attorney: Facts["actingAttorney"]; scope: string }) {
  const isNeeded = isScope(scope) && scopeCatalog.get(scope)?.needsActingAttorney === true;
  if (attorney === null) return isNeeded ? <strong>None: the scope cannot be granted before the firm chooses an attorney.</strong> : "No attorney";
  if (attorney.isActive) return attorney.name;
  return <>{attorney.name}, <strong>not an active attorney{isNeeded && ": the scope cannot be granted"}</strong></>;
}

function LastGrant({ grant: { decidedAt, decidedBy, usedAt, requests } }: { grant: NonNullable<Facts["lastGrant"]> }) {
  return (
    <>
      Granted <RelativeTime instant={decidedAt} />{decidedBy !== null && ` by ${decidedBy.name}`}. {usedAt === null ? <strong>Not used since.</strong> : <>Last used <RelativeTime instant={usedAt} />.</>} The key sent {plural(requests, "# request", "# requests")}.
    </>
  );
}

function Decisions({ decisions }: Pick<Facts, "decisions">) {
  if (decisions.length === 0) return "None";
  return (
    <ul className="grid gap-1">
      {decisions.map(({ id, scope, status, keyName, decidedBy, decidedAt, note }) => (
        <li key={id}>
          {nameStatus(status)} <Code>{scope}</Code> for {keyName}, <RelativeTime instant={decidedAt} />{decidedBy !== null && ` by ${decidedBy.name}`}{note !== null && <span className="text-muted">: {note}</span>}
        </li>
      ))}
    </ul>
  );
}
