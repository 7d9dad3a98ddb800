"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { VerificationCell, VerificationMenu } from "../jurisdiction-rules/verification.tsx";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { nameStatus } from "../ui/feedback/status-badge.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { chainTemplatesScreen as t } from "./strings.ts";
import { describePeriod, useInvalidateTemplates, type ChainTemplate } from "./views.ts";

export function ChainTemplatesScreen() {
  const { can } = useOrganization();
  return can("organization:manage") ? <Loaded /> : <NoPermission permission="organization:manage" what={t.manageTemplates} />;
}

function Loaded() {
  const trpc = useTRPC();
  const found = useQuery(trpc.deadlineChainTemplates.list.queryOptions({}));
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <Banner tone="warning" title={t.checkFirst} className="mb-5">{t.hint}</Banner>
      {found.data === undefined ? <QueryFallback query={found} what={t.templates} placeholder={<SkeletonTable rows={5} />} /> : <TemplateTable templates={found.data.chainTemplates} />}
      <p className="mt-4 text-[0.8125rem] text-muted">{t.apiHint}</p>
    </>
  );
}

function TemplateTable({ templates }: { templates: readonly ChainTemplate[] }) {
  return (
    <DataTable
      name="chain-templates"
      caption={t.title}
      rows={templates}
      keyOf={({ key }) => key}
      columns={[
        { label: t.template, render: (template) => <NameCell template={template} />, text: ({ name }) => name },
        { label: t.trigger, render: ({ trigger }) => trigger.label, text: ({ trigger }) => trigger.label },
        { label: t.deadlines, render: ({ items }) => <Items items={items} />, text: ({ items }) => items.map(({ title }) => title).join(", "), phone: "line" },
        { label: t.asOf, render: ({ asOf }) => asOf, text: ({ asOf }) => asOf, className: "whitespace-nowrap" },
        { label: t.status, render: (template) => <VerificationCell of={template} />, text: ({ verification }) => nameStatus(verification) },
        { label: t.actions, render: (template) => <TemplateMenu template={template} /> },
      ]}
    />
  );
}

function NameCell({ template: { name, key, jurisdiction, source } }: { template: ChainTemplate }) {
  return (
    <>
      {name}
      <p className="text-[0.8125rem] wrap-anywhere text-muted">{[key, jurisdiction === "US" ? t.federal : jurisdiction, ...(source === "organization" ? [t.ownText] : [])].join(" · ")}</p>
    </>
  );
}

function Items({ items }: { items: ChainTemplate["items"] }) {
  return (
    <ul className="space-y-2">
      {items.map((item) => (
        <li key={item.key}>
          {item.title}
          <p className="text-[0.8125rem] text-muted">{describePeriod(item, items)}</p>
          <p className="text-[0.8125rem] wrap-anywhere text-muted">{item.citation}</p>
        </li>
      ))}
    </ul>
  );
}

function TemplateMenu({ template: { key, name, revision, verification } }: { template: ChainTemplate }) {
  const trpc = useTRPC();
  const mutation = useChange(trpc.deadlineChainTemplates.setVerification.mutationOptions(), { done: (_, changed) => t.wasVerified[changed.verification], refetch: useInvalidateTemplates() });
  return <VerificationMenu name={name} verification={verification} isBusy={mutation.isPending} onChange={(to) => mutation.mutate({ key, expectedRevision: revision, verification: to })} />;
}
