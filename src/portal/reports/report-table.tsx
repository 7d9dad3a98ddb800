import { LockKeyhole } from "lucide-react";
import { useOrganization } from "../shell/account-context.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { PlainLink } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { KeySwitch } from "./key-switch.tsx";
import { ReportMenu } from "./report-menu.tsx";
import type { ListedReport } from "./report-types.ts";
import { listMissing, nameMissing } from "./missing-data.ts";
import { categoryTitles } from "./report-labels.ts";
import { formatOrigin } from "./origin-labels.ts";
import { reportTable as t } from "./strings.ts";
import { useMemberNames } from "./use-reports.ts";

const name = "reports";

function useColumns(): Column<ListedReport>[] {
  const names = useMemberNames();
  const owner = (report: ListedReport) => nameOwner(report, names);
  return [
    { label: t.report, render: (report) => <ReportCell report={report} />, text: (report) => report.name },
    {
      label: t.kind,
      render: (report) => <Kind report={report} />,
      text: (report) => formatOrigin(report).label,
      onPhone: "without-label",
      className: "w-36",
    },
    {
      label: t.category,
      render: ({ category }) => categoryTitles[category],
      text: ({ category }) => categoryTitles[category],
      onPhone: "without-label",
      className: "w-28",
    },
    {
      label: t.reportId,
      render: ({ id }) => <ShortId id={id} />,
      text: ({ id }) => id,
      isOptional: true,
      className: "w-44",
    },
    { label: t.owner, render: owner, text: owner, isOptional: true, className: "w-40 wrap-anywhere" },
    {
      label: t.lastRun,
      render: ({ lastRunAt }) => <RelativeTime instant={lastRunAt} />,
      text: ({ lastRunAt }) => lastRunAt,
      className: "w-36",
    },
    {
      label: t.apiAccess,
      render: (report) => <KeySwitch report={report} />,
      text: ({ apiVisible }) => (apiVisible ? t.yes : t.no),
      className: "w-28",
    },
    {
      label: t.more,
      render: (report) => <ReportMenu report={report} />,
      className: "w-16 max-sm:absolute max-sm:top-1 max-sm:right-1 sm:py-2",
    },
  ];
}

/** One list of all reports. */
export function ReportTable({ reports }: { reports: readonly ListedReport[] }) {
  return (
    <DataTable
      name={name}
      caption={t.reports}
      columns={useColumns()}
      rows={reports}
      keyOf={({ id }) => id}
      className="sm:min-w-[56rem] sm:table-fixed"
    />
  );
}

function ReportCell({ report }: { report: ListedReport }) {
  const { href, can } = useOrganization();
  const { id, name: title, description, dataPermissions } = report;
  const missing = listMissing(dataPermissions, can);
  return (
    <div className="grid justify-items-start gap-1 max-sm:pr-9">
      <PlainLink
        href={href(`/reports/${id}`)}
        className="rounded py-0.5 font-semibold text-accent wrap-anywhere hover:underline"
        title={description ?? undefined}
      >
        {title}
      </PlainLink>
      {missing.length > 0 && (
        <span className="flex gap-1.5 text-[0.8125rem] leading-snug font-medium text-warning">
          <LockKeyhole aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {t.needs(nameMissing(missing))}
        </span>
      )}
    </div>
  );
}

function Kind({ report }: { report: ListedReport }) {
  const { label, hint } = formatOrigin(report);
  if (report.isStandard)
    return (
      <span title={hint} className="text-muted">
        {label}
      </span>
    );
  return (
    <Badge tone="info" title={hint} className="max-w-full truncate">
      {label}
    </Badge>
  );
}

function nameOwner(
  { isStandard, organization, ownerMemberId }: ListedReport,
  names: ReadonlyMap<string, string>,
): string {
  if (isStandard) return "Caseport";
  if (organization !== null) return organization.name;
  return names.get(ownerMemberId ?? "") ?? t.formerMember;
}
