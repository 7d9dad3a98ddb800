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
import { RelativeTime } from "../../ui/relative-time.tsx";
import { splitByUse } from "./decision-templates.ts";
import { nameRole } from "../../../contract/role-name.ts";
import type { RequestGroup } from "../views.ts";
import { requestFacts as t } from "./strings.ts";

type Facts = PortalOutputs["administration"]["describeScopeRequest"];

/** What an administrator has to know before a decision. */
export function RequestFacts({ requests }: { requests: RequestGroup }) {
  const [request] = requests;
  const trpc = useTRPC();
  const { organizationId, id: requestId } = request;
  const facts = useQuery(trpc.administration.describeScopeRequest.queryOptions({ organizationId, requestId }));
  const [since] = useState(() => findUnusedBoundary().getTime());
  return (
    <div className="min-h-60">
      {facts.data === undefined ? (
        <QueryFallback
          query={facts}
          what={t.factsAboutThisRequest}
          placeholder={
            <>
              <Loading what={t.loadingFacts} />
              <SkeletonText lines={10} />
            </>
          }
        />
      ) : (
        <DescriptionList facts={listFacts(requests, facts.data, since)} />
      )}
    </div>
  );
}

function listFacts(requests: RequestGroup, facts: Facts, since: number) {
  const [{ keyScopes, requestedBy }] = requests;
  const { actingAttorney, scopeUses, keyLastUsedAt, decisions, lastGrant } = facts;
  const { requesterRole, allowedNetworks, webhookHosts, vendorName } = facts;
  const purposes = [...new Set(requests.map(({ purpose }) => purpose))];
  const { used, unused } = splitByUse(keyScopes, scopeUses, since);
  const abilities = describeAbilities(keyScopes.filter(isScope));
  return [
    [
      t.purpose,
      <span key="purpose" className="whitespace-pre-line">
        {purposes.join("\n\n")}
      </span>,
    ],
    [t.requester, requesterRole === null ? requestedBy.name : t.requesterAs(requestedBy.name, nameRole(requesterRole))],
    ...(lastGrant === null ? [] : [[t.sinceLastGrant, <LastGrant key="grant" grant={lastGrant} />] as const]),
    [t.keyCanAlready, abilities.length === 0 ? t.nothing : abilities.join(" ")],
    [t.actsFor, <ActingAttorney key="attorney" attorney={actingAttorney} requests={requests} />],
    [t.networks, allowedNetworks.length === 0 ? t.anyNetwork : <Codes key="networks" texts={allowedNetworks} />],
    [t.hosts, webhookHosts.length === 0 ? t.noHost : <Codes key="hosts" texts={webhookHosts} />],
    ...(vendorName === null ? [] : [[t.vendor, vendorName] as const]),
    [
      t.useOfItsScopes,
      <span key="use" className="grid gap-1">
        <span>{t.lastRequest(<RelativeTime instant={keyLastUsedAt} />)}</span>
        <ScopeLine title={t.usedInLastDays(unusedScopeDays)} scopes={used} />
        <ScopeLine title={t.notUsed} scopes={unused} />
      </span>,
    ],
    [t.firmsLastDecisions, <Decisions key="decisions" decisions={decisions} />],
  ] as const;
}

const Codes = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <Code key={text} className="mr-1.5 inline-block">
      {text}
    </Code>
  ));

function ScopeLine({ title, scopes }: { title: string; scopes: readonly string[] }) {
  return (
    <span>
      {title}: {scopes.length === 0 ? t.none : <Codes texts={scopes} />}
    </span>
  );
}

function ActingAttorney({ attorney, requests }: { attorney: Facts["actingAttorney"]; requests: RequestGroup }) {
  const isNeeded = requests.some(
    ({ scope }) => isScope(scope) && scopeCatalog.get(scope)?.needsActingAttorney === true,
  );
  if (attorney === null) return isNeeded ? <strong>{t.noneScopeCannotBeGrantedBeforeFirm}</strong> : t.noAttorney;
  if (attorney.isActive) return attorney.name;
  return (
    <>
      {attorney.name}, <strong>{t.notActiveAttorney(isNeeded && t.scopeCannotBeGranted)}</strong>
    </>
  );
}

function LastGrant({ grant: { decidedAt, decidedBy, usedAt, requests } }: { grant: NonNullable<Facts["lastGrant"]> }) {
  return t.granted(
    <RelativeTime instant={decidedAt} />,
    decidedBy !== null && t.by(decidedBy.name),
    usedAt === null ? <strong>{t.notUsedSince}</strong> : t.lastUsed(<RelativeTime instant={usedAt} />),
    requests,
  );
}

function Decisions({ decisions }: Pick<Facts, "decisions">) {
  if (decisions.length === 0) return t.none;
  return (
    <ul className="grid gap-1">
      {decisions.map(({ id, scope, status, keyName, decidedBy, decidedAt, note }) => (
        <li key={id}>
          {t.decision({
            status: nameStatus(status),
            scope: <Code>{scope}</Code>,
            keyName,
            time: <RelativeTime instant={decidedAt} />,
            by: decidedBy !== null && t.by(decidedBy.name),
            note: note !== null && <span className="text-muted">: {note}</span>,
          })}
        </li>
      ))}
    </ul>
  );
}
