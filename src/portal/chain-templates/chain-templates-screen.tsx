"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { AsOfCell } from "../jurisdiction-rules/as-of.tsx";
import { VerificationCell, VerificationMenu } from "../jurisdiction-rules/verification.tsx";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { later } from "../ui/feedback/later.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { nameStatus } from "../ui/feedback/status-badge.tsx";
import { OneOf } from "../ui/forms/select.tsx";
import { MenuItem } from "../ui/overlays/dropdown-menu.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { chainTemplatesScreen as t } from "./strings.ts";
import { describeItem, describePeriod, useInvalidateTemplates, type ChainTemplate } from "./views.ts";

const AffectedDialog = later(() => import("./affected-dialog.tsx").then((file) => file.AffectedDialog));

export function ChainTemplatesScreen() {
  const { can } = useOrganization();
  return can("organization:manage") ? (
    <Loaded />
  ) : (
    <NoPermission permission="organization:manage" what={t.manageTemplates} />
  );
}

const nameCourts = (code: string): string => ({ "": t.allCourts, US: t.federal })[code] ?? code;
const federal = "US";

function Loaded() {
  const trpc = useTRPC();
  const found = useQuery(trpc.deadlineChainTemplates.list.queryOptions({}));
  const [courts, setCourts] = useState(federal);
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
            onLook={setLooked}
          />
        </>
      )}
      <p className="mt-4 text-[0.8125rem] text-muted">{t.apiHint}</p>
      {looked !== null && <AffectedDialog template={looked} onClose={() => setLooked(null)} />}
    </>
  );
}

const textOfItem = (item: ChainTemplate["items"][number], template: ChainTemplate): string =>
  `${item.title}: ${[item, ...item.alternatives].map((count) => describePeriod(count, template)).join("; ")}`;

function TemplateTable({
  templates,
  onLook,
}: {
  templates: readonly ChainTemplate[];
  onLook: (template: ChainTemplate) => void;
}) {
  return (
    <DataTable
      name="chain-templates"
      caption={t.title}
      rows={templates}
      keyOf={({ key }) => key}
      columns={[
        { label: t.template, render: (template) => <NameCell template={template} />, text: ({ name }) => name },
        {
          label: t.trigger,
          render: (template) => <TriggerCell template={template} />,
          text: ({ trigger, triggers }) => [trigger, ...triggers].map(({ label }) => label).join("; "),
          onPhone: "line",
        },
        {
          label: t.deadlines,
          render: (template) => <Items template={template} />,
          text: (template) => template.items.map((item) => textOfItem(item, template)).join(" | "),
          onPhone: "line",
        },
        { label: t.asOf, render: ({ asOf }) => <AsOfCell asOf={asOf} />, text: ({ asOf }) => asOf },
        {
          label: t.status,
          render: (template) => <VerificationCell of={template} />,
          text: ({ verification }) => nameStatus(verification),
        },
        {
          label: t.actions,
          render: (template) => <TemplateMenu template={template} onLook={() => onLook(template)} />,
        },
      ]}
    />
  );
}

function NameCell({ template: { name, key, jurisdiction, source } }: { template: ChainTemplate }) {
  return (
    <>
      {name}
      <p className="text-[0.8125rem] wrap-anywhere text-muted">
        {[key, nameCourts(jurisdiction), ...(source === "organization" ? [t.ownText] : [])].join(" · ")}
      </p>
    </>
  );
}

function TriggerCell({ template: { trigger, triggers } }: { template: ChainTemplate }) {
  return (
    <>
      {trigger.label}
      {triggers.length > 0 && (
        <p className="text-[0.8125rem] text-muted">{t.alsoFrom(triggers.map(({ label }) => label).join("; "))}</p>
      )}
    </>
  );
}

function Items({ template }: { template: ChainTemplate }) {
  return (
    <ul className="space-y-3">
      {template.items.map((item) => {
        const { lead, counts, more } = describeItem(item, template);
        return (
          <li key={item.key}>
            {item.title}
            {item.isStep && <p className="text-[0.8125rem] text-muted">{t.step}</p>}
            {lead !== null && <p className="text-[0.8125rem] text-muted">{lead}</p>}
            <ul className={lead === null ? "" : "ms-4 list-disc"}>
              {counts.map(({ period, citation }) => (
                <li key={period} className="text-[0.8125rem] text-muted">
                  {period}
                  {citation !== null && <p className="wrap-anywhere">{citation}</p>}
                </li>
              ))}
            </ul>
            {more.length > 0 && <p className="text-[0.8125rem] text-muted">{more.join(", ")}</p>}
          </li>
        );
      })}
    </ul>
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
