import { Ban, CircleAlert, CircleCheck, Clock, Hourglass, LoaderCircle, type LucideIcon } from "lucide-react";
import { exportFailures } from "../../contract/reports/export-failures.ts";
import { DataTable } from "../ui/data-table.tsx";
import { Badge, type BadgeTone } from "../ui/feedback/badge.tsx";
import { ProgressBar } from "../ui/feedback/progress.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { ExportActions } from "./export-actions.tsx";
import { describeRequest } from "./export-request.ts";
import {
  formatLabels,
  isOpen,
  statusLabels,
  formatRows,
  typeLabels,
  type ExportStatus,
  type ListedExport,
} from "./export-labels.ts";
import { formatSize } from "../ui/format-size.ts";
import { exportTable as t } from "./strings.ts";

export function ExportTable({ exports }: { exports: readonly ListedExport[] }) {
  return (
    <DataTable
      name="exports"
      caption={t.exports}
      rows={exports}
      keyOf={({ id }) => id}
      rowProps={({ id }) => ({ id, ref: scrollToNamed, className: "target:bg-accent-soft" })}
      columns={[
        { label: t.file, render: (each) => <FileCell listedExport={each} />, text: ({ fileName }) => fileName },
        {
          label: t.status,
          render: (each) => <Progress listedExport={each} />,
          text: ({ status }) => statusLabels[status],
          onPhone: "without-label",
          className: "sm:min-w-36",
        },
        { label: t.exportId, render: ({ id }) => <ShortId id={id} />, text: ({ id }) => id, isOptional: true },
        {
          label: t.size,
          render: (each) => <Size listedExport={each} />,
          text: ({ sizeBytes }) => sizeBytes,
          isNumber: true,
          onPhone: "without-label",
        },
        {
          label: t.requestedBy,
          render: (each) => <Requester listedExport={each} />,
          text: ({ requestedBy: { name, id } }) => name ?? id,
          onPhone: "without-label",
          className: "sm:min-w-32",
        },
        {
          label: t.keptUntil,
          render: keptUntil,
          text: ({ status, expiresAt }) => (status === "completed" ? expiresAt : null),
          className: "sm:whitespace-nowrap",
        },
        { label: t.actions, render: (each) => <ExportActions listedExport={each} />, className: "sm:text-right" },
      ]}
    />
  );
}

/** The rows arrive after the browser has looked for the URL's anchor. */
function scrollToNamed(row: HTMLElement | null): void {
  if (row !== null && window.location.hash === `#${row.id}`) row.scrollIntoView({ block: "center" });
}

function FileCell({ listedExport }: { listedExport: ListedExport }) {
  const { type, format, fileName } = listedExport;
  const details = describeRequest(listedExport);
  return (
    <div className="grid max-w-96 gap-0.5 sm:min-w-48">
      <span className="font-semibold wrap-anywhere">{fileName}</span>
      <span className="text-[0.8125rem] text-muted">
        {typeLabels[type]}, {formatLabels[format]}
        {details !== "" && ` · ${details}`}
      </span>
    </div>
  );
}

function Requester({ listedExport: { requestedBy, createdAt, scheduleId } }: { listedExport: ListedExport }) {
  return (
    <div>
      <span className="wrap-anywhere">{requestedBy.name ?? requestedBy.id}</span>{" "}
      <span className="text-muted sm:block sm:text-[0.8125rem]">
        {scheduleId !== null && t.schedule}
        <RelativeTime instant={createdAt} />
      </span>
    </div>
  );
}

function keptUntil({ status, expiresAt }: ListedExport) {
  return status === "completed" ? (
    <RelativeTime instant={expiresAt} fallback="–" near={t.soon} />
  ) : (
    <span className="text-muted">–</span>
  );
}

const looks: Readonly<Record<ExportStatus, readonly [BadgeTone, LucideIcon]>> = {
  queued: ["neutral", Clock],
  running: ["info", LoaderCircle],
  completed: ["success", CircleCheck],
  failed: ["danger", CircleAlert],
  cancelled: ["neutral", Ban],
  expired: ["neutral", Hourglass],
};

/** Progress, or the failure and its fix. The row's height is constant. */
function Progress({ listedExport }: { listedExport: ListedExport }) {
  const { status, progress, failure, fileName, startedAt } = listedExport;
  const [tone, Icon] = looks[status];
  return (
    <div className="grid justify-items-start gap-1.5">
      <Badge tone={tone}>
        <Icon aria-hidden className="size-3.5" />
        {statusLabels[status]}
        {status === "running" && <span className="tabular-nums"> {progress}%</span>}
      </Badge>
      {isOpen(listedExport) && (
        <div className="w-full max-w-40">
          <ProgressBar label={t.progressOf(fileName)} value={startedAt === null ? 0 : progress} />
        </div>
      )}
      {failure !== null && (
        <p className="max-w-64 text-[0.8125rem] text-muted">
          <span className="text-text">{exportFailures[failure].why}</span> {exportFailures[failure].cure}
        </p>
      )}
    </div>
  );
}

function Size({ listedExport: { sizeBytes, rowCount } }: { listedExport: ListedExport }) {
  if (sizeBytes === null && rowCount === null) return <span className="text-muted">–</span>;
  return (
    <div>
      {sizeBytes !== null && <span>{formatSize(sizeBytes)}</span>}{" "}
      {rowCount !== null && <span className="text-muted sm:block sm:text-[0.8125rem]">{formatRows(rowCount)}</span>}
    </div>
  );
}
