"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { AsOf } from "../jurisdiction-rules/as-of.tsx";
import { VerificationMenu } from "../jurisdiction-rules/verification.tsx";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { later } from "../ui/feedback/later.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { nameStatus, StatusBadge } from "../ui/feedback/status-badge.tsx";
import { formatNumber } from "../ui/format.ts";
import { OneOf } from "../ui/forms/select.tsx";
import { MenuItem } from "../ui/overlays/dropdown-menu.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { chainTemplatesScreen as t } from "./strings.ts";
import { describePeriod, nameCourts, useInvalidateTemplates, type ChainTemplate } from "./views.ts";

const TemplateView = later(() => import("./template-view.tsx").then((file) => file.TemplateView));
const AffectedDialog = later(() => import("./affected-dialog.tsx").then((file) => file.AffectedDialog));

export function ChainTemplatesScreen() {
  const { can } = useOrganization();
  return can("organization:manage") ? (
    <Loaded />
  ) : (
    <NoPermission permission="organization:manage" what={t.manageTemplates} />
  );
}

const federal = "US";

function Loaded() {
  const trpc = useTRPC();
  const found = useQuery(trpc.deadlineChainTemplates.list.queryOptions({}));
  const [courts, setCourts] = useState(federal);
  const [viewed, setViewed] = useState<ChainTemplate | null>(null);
  const [looked, setLooked] = useState<ChainTemplate | null>(null);
  const templates = found.data?.chainTemplates ?? [];
  const states = [...new Set(templates.map(({ jurisdiction }) => jurisdiction))]
    .filter((code) => code !== federal)
    .toSorted();
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <Banner tone="warning" title={t.checkFirst} className="mb-5">
        {t.hint}
      </Banner>
      {found.data === undefined ? (
        <QueryFallback query={found} what={t.templates} placeholder={<SkeletonTable rows={5} />} />
      ) : (
        <>
          <OneOf
            aria-label={t.courts}
            className="max-w-48"
            values={[federal, ...states, ""]}
            name={nameCourts}
            value={courts}
            onChange={setCourts}
          />
          <TemplateTable
            templates={templates.filter(({ jurisdiction }) => courts === "" || jurisdiction === courts)}
            onView={setViewed}
            onLook={setLooked}
          />
        </>
      )}
      <p className="mt-4 text-[0.8125rem] text-muted">{t.apiHint}</p>
      {viewed !== null && <TemplateView template={viewed} onClose={() => setViewed(null)} />}
      {looked !== null && <AffectedDialog template={looked} onClose={() => setLooked(null)} />}
    </>
  );
}

const textOfItem = (item: ChainTemplate["items"][number], template: ChainTemplate): string =>
  `${item.title}: ${[item, ...item.alternatives].map((count) => describePeriod(count, template)).join("; ")}`;

function TemplateTable({
  templates,
  onView,
  onLook,
}: {
  templates: readonly ChainTemplate[];
  onView: (template: ChainTemplate) => void;
  onLook: (template: ChainTemplate) => void;
}) {
  return (
    <DataTable
      name="chain-templates"
      caption={t.title}
      rows={templates}
      keyOf={({ key }) => key}
      columns={[
        {
          label: t.template,
          render: (template) => <NameCell template={template} onView={() => onView(template)} />,
          text: ({ name }) => name,
          share: "wide",
          className: "max-sm:basis-full max-sm:pr-10",
        },
        { label: t.key, render: ({ key }) => key, text: ({ key }) => key, isOptional: true },
        {
          label: t.courts,
          render: ({ jurisdiction }) => nameCourts(jurisdiction),
          text: ({ jurisdiction }) => nameCourts(jurisdiction),
          onPhone: "without-label",
        },
        {
          label: t.trigger,
          render: listTriggers,
          text: listTriggers,
          onPhone: "line",
          share: "narrow",
        },
        {
          label: t.deadlines,
          render: ({ items }) => formatNumber(items.length),
          text: (template) => template.items.map((item) => textOfItem(item, template)).join(" | "),
          isNumber: true,
        },
        { label: t.asOf, render: ({ asOf }) => <AsOf asOf={asOf} />, text: ({ asOf }) => asOf },
        {
          label: t.status,
          render: ({ verification }) => <StatusBadge status={verification} />,
          text: ({ verification }) => nameStatus(verification),
          onPhone: "without-label",
        },
        {
          label: t.actions,
          render: (template) => <TemplateMenu template={template} onLook={() => onLook(template)} />,
          className: "w-0 sm:py-2 max-sm:absolute max-sm:top-1 max-sm:right-1 max-sm:w-auto",
        },
      ]}
    />
  );
}

const listTriggers = ({ trigger, triggers }: ChainTemplate) =>
  [trigger, ...triggers].map(({ label }) => label).join("; ");

function NameCell({ template: { name }, onView }: { template: ChainTemplate; onView: () => void }) {
  return (
    <button
      type="button"
      onClick={onView}
      className="min-h-6 max-w-full cursor-pointer rounded text-left align-bottom font-semibold text-accent hover:underline sm:truncate"
    >
      {name}
    </button>
  );
}

function TemplateMenu({
  template: { key, name, revision, verification },
  onLook,
}: {
  template: ChainTemplate;
  onLook: () => void;
}) {
  const trpc = useTRPC();
  const mutation = useChange(trpc.deadlineChainTemplates.setVerification.mutationOptions(), {
    successMessage: (_, changed) => t.wasVerified[changed.verification],
    invalidate: useInvalidateTemplates(),
  });
  return (
    <VerificationMenu
      name={name}
      verification={verification}
      isBusy={mutation.isPending}
      onChange={(to) => mutation.mutate({ key, expectedRevision: revision, verification: to })}
    >
      <MenuItem onSelect={onLook}>{t.showAffected}</MenuItem>
    </VerificationMenu>
  );
}
