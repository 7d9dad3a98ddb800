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
import { nameStatus } from "../ui/feedback/status-badge.tsx";
import { OneOf } from "../ui/forms/select.tsx";
import { MenuItem } from "../ui/overlays/dropdown-menu.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { AsOfCell } from "./as-of.tsx";
import { rulesScreen as t } from "./strings.ts";
import { VerificationCell, VerificationMenu } from "./verification.tsx";
import { nameRule, useInvalidateRules, type Rule } from "./views.ts";

const VerifyDialog = later(() => import("./verify-dialog.tsx").then((file) => file.VerifyDialog));
const RuleDialog = later(() => import("./rule-dialog.tsx").then((file) => file.RuleDialog));

export function RulesScreen() {
  const { can } = useOrganization();
  return can("organization:manage") || can("deadlines:verify") ? (
    <Loaded />
  ) : (
    <NoPermission permission="organization:manage" what={t.manageRules} />
  );
}

const nameJurisdiction = (code: string) => (code === "US" ? t.federal : code);

function Loaded() {
  const trpc = useTRPC();
  const found = useQuery(trpc.jurisdictionRules.list.queryOptions({}));
  const [chosen, setChosen] = useState<string | null>(null);
  const [edited, setEdited] = useState<Rule | null>(null);
  const [verified, setVerified] = useState<Rule | null>(null);
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
            onEdit={setEdited}
            onVerify={setVerified}
          />
        </>
      )}
      {edited !== null && <RuleDialog rule={edited} onClose={() => setEdited(null)} />}
      {verified !== null && <VerifyDialog rule={verified} onClose={() => setVerified(null)} />}
    </>
  );
}

interface RuleTableProps {
  jurisdiction: string;
  rules: readonly Rule[];
  onEdit: (rule: Rule) => void;
  onVerify: (rule: Rule) => void;
}

function RuleTable({ jurisdiction, rules, onEdit, onVerify }: RuleTableProps) {
  return (
    <DataTable
      name="jurisdiction-rules"
      caption={t.ofJurisdiction(nameJurisdiction(jurisdiction))}
      rows={rules}
      keyOf={({ key }) => key}
      columns={[
        { label: t.rule, render: (rule) => <RuleCell rule={rule} />, text: nameRule },
        { label: t.text, render: ({ summary }) => summary, text: ({ summary }) => summary, onPhone: "line" },
        { label: t.statute, render: ({ citation }) => citation, text: ({ citation }) => citation },
        { label: t.asOf, render: ({ asOf }) => <AsOfCell asOf={asOf} />, text: ({ asOf }) => asOf },
        {
          label: t.status,
          render: (rule) => <VerificationCell of={rule} />,
          text: ({ verification }) => nameStatus(verification),
        },
        {
          label: t.actions,
          render: (rule) => <RuleMenu rule={rule} onEdit={() => onEdit(rule)} onVerify={() => onVerify(rule)} />,
        },
      ]}
    />
  );
}

function RuleCell({ rule }: { rule: Rule }) {
  return (
    <>
      {nameRule(rule)}
      <p className="text-[0.8125rem] text-muted">
        {[t.kinds[rule.kind], ...(rule.source === "organization" ? [t.ownText] : [])].join(" · ")}
      </p>
      {rule.note !== null && <p className="text-[0.8125rem] wrap-anywhere text-muted">{rule.note}</p>}
    </>
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
