"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { later } from "../ui/feedback/later.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { nameStatus, StatusBadge } from "../ui/feedback/status-badge.tsx";
import { formatMessage } from "../ui/format-message.ts";
import { OneOf } from "../ui/forms/select.tsx";
import { MenuItem } from "../ui/overlays/dropdown-menu.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { AsOf } from "./as-of.tsx";
import { rulesScreen as t } from "./strings.ts";
import { VerificationMenu } from "./verification.tsx";
import { nameJurisdiction, nameRule, useInvalidateRules, type Rule } from "./views.ts";

const VerifyDialog = later(() => import("./verify-dialog.tsx").then((file) => file.VerifyDialog));
const RuleView = later(() => import("./rule-view.tsx").then((file) => file.RuleView));
const RuleDialog = later(() => import("./rule-dialog.tsx").then((file) => file.RuleDialog));

export function RulesScreen() {
  const { can } = useOrganization();
  return can("organization:manage") || can("deadlines:verify") ? (
    <Loaded />
  ) : (
    <NoPermission permission="organization:manage" what={t.manageRules} />
  );
}

function Loaded() {
  const trpc = useTRPC();
  const found = useQuery(trpc.jurisdictionRules.list.queryOptions({}));
  const [chosen, setChosen] = useState<string | null>(null);
  const [edited, setEdited] = useState<Rule | null>(null);
  const [verified, setVerified] = useState<Rule | null>(null);
  const [viewed, setViewed] = useState<Rule | null>(null);
  const rules = found.data?.jurisdictionRules ?? [];
  const jurisdictions = [...new Set(rules.map(({ jurisdiction }) => jurisdiction))].toSorted();
  const shown = chosen ?? jurisdictions[0] ?? "";
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      <Banner tone="warning" title={t.checkFirst} className="mb-5">
        {t.hint}
      </Banner>
      {found.data === undefined ? (
        <QueryFallback query={found} what={t.rules} placeholder={<SkeletonTable rows={5} />} />
      ) : (
        <>
          <OneOf
            aria-label={t.jurisdiction}
            className="max-w-48"
            values={jurisdictions}
            name={nameJurisdiction}
            value={shown}
            onChange={setChosen}
          />
          <RuleTable
            jurisdiction={shown}
            rules={rules.filter(({ jurisdiction }) => jurisdiction === shown)}
            onView={setViewed}
            onEdit={setEdited}
            onVerify={setVerified}
          />
        </>
      )}
      {viewed !== null && <RuleView rule={viewed} onClose={() => setViewed(null)} />}
      {edited !== null && <RuleDialog rule={edited} onClose={() => setEdited(null)} />}
      {verified !== null && <VerifyDialog rule={verified} onClose={() => setVerified(null)} />}
    </>
  );
}

interface RuleTableProps {
  jurisdiction: string;
  rules: readonly Rule[];
  onView: (rule: Rule) => void;
  onEdit: (rule: Rule) => void;
  onVerify: (rule: Rule) => void;
}

function RuleTable({ jurisdiction, rules, onView, onEdit, onVerify }: RuleTableProps) {
  return (
    <DataTable
      name="jurisdiction-rules"
      caption={t.ofJurisdiction(nameJurisdiction(jurisdiction))}
      rows={rules}
      keyOf={({ key }) => key}
      columns={[
        {
          label: t.rule,
          render: (rule) => <RuleCell rule={rule} onView={() => onView(rule)} />,
          text: nameRule,
          className: "max-sm:basis-full max-sm:pr-10 sm:whitespace-nowrap",
        },
        {
          label: t.kind,
          render: nameKind,
          text: nameKind,
          onPhone: "without-label",
          className: "sm:whitespace-nowrap",
        },
        {
          label: t.text,
          render: describeRule,
          text: describeRule,
          onPhone: "line",
          share: "wide",
        },
        {
          label: t.statute,
          render: ({ citation }) => formatMessage(citation),
          text: ({ citation }) => citation,
          share: "narrow",
        },
        { label: t.asOf, render: ({ asOf }) => <AsOf asOf={asOf} />, text: ({ asOf }) => asOf, shownFrom: 90 },
        {
          label: t.status,
          render: ({ verification }) => <StatusBadge status={verification} />,
          text: ({ verification }) => nameStatus(verification),
          onPhone: "without-label",
        },
        {
          label: t.actions,
          render: (rule) => <RuleMenu rule={rule} onEdit={() => onEdit(rule)} onVerify={() => onVerify(rule)} />,
          className: menuLook,
        },
      ]}
    />
  );
}

const menuLook = "w-0 sm:py-2 max-sm:absolute max-sm:top-1 max-sm:right-1 max-sm:w-auto";

const describeRule = ({ summary }: Rule) => formatMessage(summary);
const nameKind = ({ kind, source }: Rule) => (source === "organization" ? t.kindOfFirm(t.kinds[kind]) : t.kinds[kind]);

function RuleCell({ rule, onView }: { rule: Rule; onView: () => void }) {
  return (
    <button
      type="button"
      onClick={onView}
      className="min-h-6 cursor-pointer rounded text-left font-semibold text-accent hover:underline"
    >
      {nameRule(rule)}
    </button>
  );
}

function RuleMenu({ rule, onEdit, onVerify }: { rule: Rule; onEdit: () => void; onVerify: () => void }) {
  const trpc = useTRPC();
  const { can } = useOrganization();
  const isManager = can("organization:manage");
  const { key, revision, verification } = rule;
  const mutation = useChange(trpc.jurisdictionRules.setVerification.mutationOptions(), {
    successMessage: (_, changed) => t.wasVerified[changed.verification],
    invalidate: useInvalidateRules(),
  });
  if (!isManager && verification === "verified") return null;
  return (
    <VerificationMenu
      name={nameRule(rule)}
      verification={verification}
      isBusy={mutation.isPending}
      onVerify={onVerify}
      allowed={isManager ? undefined : ["verified"]}
      onChange={(to) => mutation.mutate({ key, expectedRevision: revision, verification: to })}
    >
      {isManager && <MenuItem onSelect={onEdit}>{t.edit}</MenuItem>}
    </VerificationMenu>
  );
}
