import type { ReactNode } from "react";
import { useOrganization } from "../shell/account-context.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { LinkButton } from "../ui/link.tsx";
import { ExactTime, RelativeTime } from "../ui/relative-time.tsx";
import { MadeKeys } from "./created-keys.tsx";
import { DeniedScopes } from "./denied-scopes.tsx";
import { describeAssistants, groupByArea } from "./scopes/abilities.ts";
import { formatExpiry } from "./form/expiry.ts";
import { listActions } from "./list/key-status.ts";
import { Tags } from "./list/tags.tsx";
import { PendingScopes } from "./pending-scopes.tsx";
import { RenewScopes } from "./renew-scopes.tsx";
import { Secrets } from "./secrets-section.tsx";
import { UnconfirmedScopes } from "./unconfirmed-scopes.tsx";
import type { Key } from "./portal-types.ts";
import { summarizeScopes } from "./scopes/scope-grid.ts";
import { ScopeUse, useScopeUses } from "../usage/scope-use.tsx";
import { ElevatedMark } from "./scopes/scope-marks.tsx";
import { overviewTab as t } from "./lazy-strings.ts";

export function OverviewTab({ serviceAccount }: { serviceAccount: Key }) {
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,4fr)_minmax(0,3fr)]">
      <div className="grid gap-5">
        {serviceAccount.pendingScopes.length > 0 && <PendingScopes serviceAccount={serviceAccount} />}
        {serviceAccount.unconfirmedScopes.length > 0 && <UnconfirmedScopes serviceAccount={serviceAccount} />}
        <DeniedScopes serviceAccount={serviceAccount} />
        <Scopes serviceAccount={serviceAccount} />
      </div>
      <div className="grid gap-5">
        <Details serviceAccount={serviceAccount} />
        <Secrets serviceAccount={serviceAccount} />
        <Limits serviceAccount={serviceAccount} />
        <MadeKeys keyId={serviceAccount.id} />
      </div>
    </div>
  );
}

function Scopes({ serviceAccount }: { serviceAccount: Key }) {
  const { href } = useOrganization();
  const { id, scopes, elevatedScopes } = serviceAccount;
  const groups = groupByArea(scopes);
  const uses = useScopeUses(id);
  return (
    <SectionCard
      title={t.scopes}
      description={t.scopesDescription(summarizeScopes(scopes.length, elevatedScopes.length, 0))}
      actions={
        listActions(serviceAccount).change ? (
          <>
            <RenewScopes serviceAccount={serviceAccount} />
            <LinkButton size="sm" href={href(`/credentials/${id}?tab=edit`)}>
              {t.editScopes}
            </LinkButton>
          </>
        ) : undefined
      }
    >
      {groups.length === 0 ? (
        <p className="text-sm text-muted">{t.noScopes}</p>
      ) : (
        <dl className="text-sm">
          {groups.map(({ label, scopes: held }) => (
            <div
              key={label}
              className="grid gap-x-6 gap-y-1 border-t border-line py-2.5 first:border-0 first:pt-0 last:pb-0 sm:grid-cols-[9rem_minmax(0,1fr)]"
            >
              <dt className="font-semibold">{label}</dt>
              <dd className="grid gap-2">
                {held.map(({ scope, description, elevated }) => (
                  <div key={scope} className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
                    <Code>{scope}</Code>
                    {elevated && <ElevatedMark />}
                    <span className="ml-auto text-[0.8125rem]">
                      <ScopeUse scope={scope} uses={uses} />
                    </span>
                    <span className="min-w-0 basis-full text-muted">{description}</span>
                  </div>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </SectionCard>
  );
}

function Details({ serviceAccount }: { serviceAccount: Key }) {
  const {
    description,
    owner,
    tags,
    actingAttorney,
    expiresAt,
    lastUsedAt,
    lastUsedAddress,
    lastUsedRoute,
    createdBy,
    createdAt,
    revokedAt,
    revokedBy,
    id,
  } = serviceAccount;
  const lastUse =
    lastUsedRoute === null ? null : <span className="block text-muted">{t.from(lastUsedRoute, lastUsedAddress)}</span>;
  const revocation: [string, ReactNode][] =
    revokedAt === null ? [] : [[t.revoked, <By key="revoked" instant={revokedAt} name={revokedBy?.name} />]];
  return (
    <SectionCard title={t.details}>
      <DescriptionList
        facts={[
          ...(description === null
            ? []
            : [
                [
                  t.description,
                  <span key="description" className="whitespace-pre-line">
                    {description}
                  </span>,
                ] as const,
              ]),
          ...(owner === null ? [] : [[t.owner, <Owner key="owner" owner={owner} />] as const]),
          ...(tags.length === 0 ? [] : [[t.tags, <Tags key="tags" tags={tags} />] as const]),
          [t.actingAttorney, <ActingAttorney key="attorney" attorney={actingAttorney} />],
          ...(revokedAt === null ? [[t.expires, <Ending key="ends" instant={expiresAt} />] as const] : []),
          [
            t.lastUsed,
            <div key="used">
              <RelativeTime instant={lastUsedAt} />
              {lastUse}
            </div>,
          ],
          [t.created, <By key="created" instant={createdAt} name={createdBy?.name} />],
          ...revocation,
          ["ID", <Code key="id">{id}</Code>],
        ]}
      />
    </SectionCard>
  );
}

function ActingAttorney({ attorney }: { attorney: Key["actingAttorney"] }) {
  if (attorney === null) return <span className="text-muted">{t.none}</span>;
  const isActive = attorney.status === "active";
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {attorney.firstName} {attorney.lastName}
      {!isActive && <Badge tone="warning">{t.notActive}</Badge>}
    </span>
  );
}

function Owner({ owner: { firstName, lastName, email, status } }: { owner: NonNullable<Key["owner"]> }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {firstName} {lastName}
      {status !== "active" && <Badge tone="warning">{t.notActive}</Badge>}
      <a href={`mailto:${email}`} className="rounded text-accent underline underline-offset-3 wrap-anywhere">
        {email}
      </a>
    </span>
  );
}

function Ending({ instant }: { instant: string }) {
  return (
    <div>
      <RelativeTime instant={instant} />
      <span className="block text-muted">{formatExpiry(instant)}</span>
    </div>
  );
}

function By({ instant, name }: { instant: string; name: string | undefined }) {
  return (
    <div>
      <ExactTime instant={instant} time={false} />
      {name !== undefined && t.by(name)}
    </div>
  );
}

function Limits({
  serviceAccount: {
    allowedNetworks,
    webhookAllowedHosts,
    reportIncludeChildOrganizations,
    mcpSensitiveRecords,
    vendorContact,
  },
}: {
  serviceAccount: Key;
}) {
  return (
    <SectionCard title={t.restrictions}>
      <DescriptionList
        facts={[
          [t.allowedNetworks, <Entries key="networks" entries={allowedNetworks} without={t.anyIpAddress} />],
          [t.webhookHosts, <Entries key="hosts" entries={webhookAllowedHosts} without={t.noScopesWithout} />],
          [t.reports, reportIncludeChildOrganizations ? t.includeChildOrganizations : t.thisOrganizationOnly],
          [t.assistants, describeAssistants(mcpSensitiveRecords)],
          [t.retrievalRequests, vendorContact === null ? t.allVendors : t.onlyOf(vendorContact.name)],
        ]}
      />
    </SectionCard>
  );
}

function Entries({ entries, without }: { entries: readonly string[]; without: string }) {
  if (entries.length === 0) return <span className="text-muted">{without}</span>;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {entries.map((entry) => (
        <li key={entry}>
          <Code>{entry}</Code>
        </li>
      ))}
    </ul>
  );
}
