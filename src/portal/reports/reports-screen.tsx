"use client";

import { ChartColumn, ListFilter, Plus } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useChangeFilters } from "../client/use-change-filters.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { LinkButton } from "../ui/link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { everything, findReports, readListQuery, writeListQuery, type ListQuery } from "./list-query.ts";
import { ReportFilters } from "./report-filters.tsx";
import { ReportTable } from "./report-table.tsx";
import { reportsScreen as t } from "./strings.ts";
import { useReports } from "./use-reports.ts";

export function ReportsScreen() {
  const { can, href } = useOrganization();
  const canSee = can("reports:view");
  const actions = (
    <>
      {can("reports:export") && <LinkButton href={href("/exports")}>{t.exports}</LinkButton>}
      <LinkButton variant="primary" href={href("/reports/new")}>
        <Plus aria-hidden className="size-4" />
        {t.createReport}
      </LinkButton>
    </>
  );
  return (
    <>
      <PageHeader title={t.title} description={t.description} {...(canSee && { actions })} />
      {canSee ? <ReportList /> : <NoPermission permission="reports:view" what={t.viewReports} />}
    </>
  );
}

function ReportList() {
  const query = readListQuery(useSearchParams());
  const list = useReports();
  const changeFilters = useChangeFilters(writeListQuery);
  const change = (changes: Partial<ListQuery>, isTyping = false) =>
    changeFilters({ ...readListQuery(new URLSearchParams(window.location.search)), ...changes }, isTyping);
  if (list.data === undefined)
    return <QueryFallback query={list} what={t.reports} placeholder={<SkeletonTable rows={10} />} />;
  const reports = findReports(list.data, query);
  return (
    <>
      <ReportFilters query={query} change={change} />
      {reports.length === 0 ? (
        <Nothing isFiltered={writeListQuery(query) !== ""} onClear={() => change(everything)} />
      ) : (
        <ReportTable reports={reports} />
      )}
    </>
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={ListFilter}
        title={t.noMatchingReports}
        actions={<Button onClick={onClear}>{t.clearFilters}</Button>}
      >
        {t.noReportYou}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ChartColumn} title={t.noReportsYet}>
      {t.reportsYouCreate}
    </EmptyState>
  );
}
