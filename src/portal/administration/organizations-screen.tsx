"use client";

import { Building2, CornerDownRight, MoreHorizontal, Plus } from "lucide-react";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { PagedList } from "../client/paged-list.tsx";
import { usePages } from "../client/use-pages.ts";
import { Badge } from "../ui/feedback/badge.tsx";
import { Button } from "../ui/button.tsx";
import { cn } from "../ui/class-names.ts";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { Menu, MenuItem } from "../ui/overlays/dropdown-menu.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { formatNumber } from "../ui/format.ts";
import { AdministratorsOnly } from "./administrators-only.tsx";
import { CreateOrganizationDialog } from "./create-organization-dialog.tsx";
import { OrganizationDialog } from "./organization-dialog.tsx";
import { orderByHierarchy } from "./organization-tree.ts";
import { RateLimitDialog } from "./rate-limit-dialog.tsx";
import { ReportingDialog } from "./reporting-dialog.tsx";
import { SandboxScopesDialog } from "./sandbox-scopes-dialog.tsx";
import { describeUse, useRateUse, type ReadRateUse } from "./use-rate-use.ts";
import { limitTiers } from "./rate-limit-labels.ts";
import { organizationsScreen as t } from "./strings.ts";
import type { DefaultLimits, OrganizationPage, OrganizationView } from "./views.ts";

const title = t.organizations;

export function OrganizationsScreen() {
  return (
    <AdministratorsOnly title={title}>
      <Organizations />
    </AdministratorsOnly>
  );
}

function Organizations() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { limit: 200 };
  const list = usePages<OrganizationPage>(trpc.administration.listOrganizations.queryKey(input), (place) =>
    client.administration.listOrganizations.query({ ...input, ...place }),
  );
  const [isCreating, setIsCreating] = useState(false);
  const organizations = list.data?.pages.flatMap((page) => page.organizations) ?? [];
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      <Plus aria-hidden className="size-4" />
      {t.createOrganization}
    </Button>
  );
  const defaults = list.data?.pages[0]?.defaultRateLimits;
  const empty = (
    <EmptyState icon={Building2} title={t.noOrganizationsYet} actions={create}>
      {t.organizationIsFirm}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={title} description={t.description} actions={organizations.length > 0 ? create : undefined} />
      <PagedList list={list} items={(page) => page.organizations} nouns={t.nouns} placeholder={4} empty={empty}>
        {() => defaults !== undefined && <OrganizationTable organizations={organizations} defaults={defaults} />}
      </PagedList>
      {isCreating && <CreateOrganizationDialog organizations={organizations} onClose={() => setIsCreating(false)} />}
    </>
  );
}

interface Opened {
  dialog: "organization" | "limits" | "reporting" | "scopes";
  organization: OrganizationView;
}

interface OrganizationTableProps {
  organizations: readonly OrganizationView[];
  defaults: DefaultLimits;
}

function OrganizationTable({ organizations, defaults }: OrganizationTableProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const rows = orderByHierarchy(organizations);
  const readUse = useRateUse(organizations, defaults);
  return (
    <>
      <DataTable
        name="organizations"
        caption={t.organizationsByHierarchy}
        rows={rows}
        keyOf={({ organization }) => organization.id}
        columns={[
          {
            label: t.organization,
            render: (row) => <NameCell {...row} />,
            text: ({ organization }) => organization.name,
            className: "sm:min-w-48",
          },
          {
            label: t.organizationId,
            render: ({ organization }) => <ShortId id={organization.id} />,
            text: ({ organization }) => organization.id,
            isOptional: true,
          },
          {
            label: t.slug,
            render: ({ organization }) => organization.slug,
            text: ({ organization }) => organization.slug,
            className: "wrap-anywhere",
          },
          {
            label: t.timeZone,
            render: ({ organization }) => nameTimeZone(organization),
            text: ({ organization }) => nameTimeZone(organization),
          },
          {
            label: t.activeMembers,
            render: ({ organization }) => formatNumber(organization.activeMembers),
            text: ({ organization }) => organization.activeMembers,
            isNumber: true,
          },
          {
            label: t.activeKeys,
            render: ({ organization }) => formatNumber(organization.liveKeys),
            text: ({ organization }) => organization.liveKeys,
            isNumber: true,
          },
          {
            label: t.requestsPerMinute,
            render: ({ organization }) => <Limits organization={organization} defaults={defaults} readUse={readUse} />,
            text: ({ organization: { rateLimits } }) =>
              limitTiers.map(({ tier, label }) => `${label} ${rateLimits[tier] ?? defaults[tier]}`).join(", "),
          },
          {
            label: t.actions,
            render: ({ organization }) => (
              <Actions
                organization={organization}
                onEdit={() => setOpened({ dialog: "organization", organization })}
                onLimits={() => setOpened({ dialog: "limits", organization })}
                onReporting={() => setOpened({ dialog: "reporting", organization })}
                onScopes={() => setOpened({ dialog: "scopes", organization })}
              />
            ),
            className: "w-0 sm:py-2 max-sm:absolute max-sm:top-1 max-sm:right-1 max-sm:w-auto",
          },
        ]}
      />
      {opened?.dialog === "organization" && (
        <OrganizationDialog organization={opened.organization} organizations={organizations} onClose={close} />
      )}
      {opened?.dialog === "limits" && (
        <RateLimitDialog organization={opened.organization} defaults={defaults} readUse={readUse} onClose={close} />
      )}
      {opened?.dialog === "reporting" && <ReportingDialog organization={opened.organization} onClose={close} />}
      {opened?.dialog === "scopes" && <SandboxScopesDialog organization={opened.organization} onClose={close} />}
    </>
  );
}

const nameTimeZone = ({ timezone }: OrganizationView) => timezone.replaceAll("_", " ");

const indents = ["", "sm:pl-6", "sm:pl-12", "sm:pl-18"] as const;

function NameCell({ organization, depth }: { organization: OrganizationView; depth: number }) {
  const { name, isHeadquarters, reportsToHeadquarters, sandboxOfOrganizationId } = organization;
  const isSandbox = sandboxOfOrganizationId !== null;
  return (
    <span className={cn("flex items-start gap-2", indents[Math.min(depth, indents.length - 1)])}>
      {depth > 0 && <CornerDownRight aria-hidden className="mt-1 size-4 shrink-0 text-muted" />}
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {isSandbox && <Badge tone="outline">{t.sandbox}</Badge>}
          {isHeadquarters && <Badge tone="outline">{t.headquarters}</Badge>}
          {!reportsToHeadquarters && <Badge tone="outline">{t.excludedFromParentReports}</Badge>}
        </span>
        {depth > 0 && <span className="sr-only">{isSandbox ? t.sandboxOfFirm : t.childOrganization}</span>}
      </span>
    </span>
  );
}

interface ActionsProps {
  organization: OrganizationView;
  onEdit: () => void;
  onLimits: () => void;
  onReporting: () => void;
  onScopes: () => void;
}

function Actions({ organization, onEdit, onLimits, onReporting, onScopes }: ActionsProps) {
  const { name, parentOrganizationId, sandboxOfOrganizationId } = organization;
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={t.actionsFor(name)}>
          <MoreHorizontal aria-hidden className="size-4.5" />
        </Button>
      }
    >
      <MenuItem onSelect={onEdit}>{t.editOrganization}</MenuItem>
      {parentOrganizationId !== null && <MenuItem onSelect={onReporting}>{t.editReporting}</MenuItem>}
      {sandboxOfOrganizationId !== null && <MenuItem onSelect={onScopes}>{t.editElevatedScopes}</MenuItem>}
      <MenuItem onSelect={onLimits}>{t.editRateLimits}</MenuItem>
    </Menu>
  );
}

interface LimitsProps {
  organization: OrganizationView;
  defaults: DefaultLimits;
  readUse: ReadRateUse;
}

/** The limit of each key, and what all keys together used of theirs. */
function Limits({ organization, defaults, readUse }: LimitsProps) {
  const { rateLimits: limits } = organization;
  return (
    <dl className="grid w-fit grid-cols-[auto_auto_auto] gap-x-3 text-[0.8125rem] tabular-nums">
      {limitTiers.map(({ tier, label }) => (
        <div key={tier} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd>
            <span className="whitespace-nowrap">
              {limits[tier] === null ? (
                <span className="text-muted">{formatNumber(defaults[tier])}</span>
              ) : (
                <strong>{formatNumber(limits[tier])}</strong>
              )}
              <span className="text-muted">{t.perKey}</span>
            </span>
            {limits[tier] !== null && <span className="text-muted">{t.insteadOf(formatNumber(defaults[tier]))}</span>}
          </dd>
          <dd className="whitespace-nowrap">
            <span className="text-muted">{t.allKeys}</span>
            <Use use={readUse(organization, tier)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const nearLimit = 0.8;

function Use({ use }: { use: ReturnType<ReadRateUse> }) {
  if (use === undefined) return <span className="text-muted">…</span>;
  return (
    <span className={use.used >= use.limit * nearLimit ? "font-semibold text-warning" : "text-muted"}>
      {describeUse(use)}
    </span>
  );
}
