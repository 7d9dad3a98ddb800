"use client";

import { Ban, CircleAlert, CircleCheck, Clock, Hourglass, LoaderCircle, type LucideIcon } from "lucide-react";
import { exportFailures } from "../../contract/reports/export-failures.ts";
import { Badge, type BadgeTone } from "../ui/feedback/badge.tsx";
import { ProgressBar } from "../ui/feedback/progress.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "../ui/table.tsx";
import { ExportActions } from "./export-actions.tsx";
import { describeRequest } from "./export-request.ts";
import { formatLabels, isOpen, statusLabels, formatRows, formatSize, typeLabels } from "./export-labels.ts";
import type { ExportStatus, ListedExport } from "./export-labels.ts";

export function ExportTable({ exports }: { exports: readonly ListedExport[] }) {
  return (
    <Table caption="Exports, newest first">
      <TableHead>
        <HeadCell>File</HeadCell>
        <HeadCell className="px-3">Status</HeadCell>
        <HeadCell className="px-3 text-right">Size</HeadCell>
        <HeadCell className="px-3">Requested by</HeadCell>
        <HeadCell className="px-3">Kept until</HeadCell>
        <HeadCell className="px-3">
          <span className="sr-only">Actions</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {exports.map((each) => (
          <ExportRow key={each.id} shown={each} />
        ))}
      </TableBody>
    </Table>
  );
}

/** The address names a row that comes later than the page. */
function scrollToNamed(row: HTMLElement | null): void {
  if (row !== null && window.location.hash === `#${row.id}`) row.scrollIntoView({ block: "center" });
}

function ExportRow({ shown }: { shown: ListedExport }) {
  const { type, format, fileName, requestedBy, createdAt, expiresAt, scheduleId } = shown;
  const details = describeRequest(shown);
  return (
    <Row id={shown.id} ref={scrollToNamed} className="target:bg-accent-soft">
      <Cell head>
        <div className="grid max-w-96 gap-0.5 sm:min-w-48">
          <span className="font-semibold wrap-anywhere">{fileName}</span>
          <span className="text-[0.8125rem] text-muted">
            {typeLabels[type]}, {formatLabels[format]}
            {details !== "" && ` · ${details}`}
          </span>
        </div>
      </Cell>
      <Cell label="Status" className="sm:min-w-36 sm:px-3">
        <Progress shown={shown} />
      </Cell>
      <Cell label="Size" className="tabular-nums sm:px-3 sm:text-right sm:whitespace-nowrap">
        <Size shown={shown} />
      </Cell>
      <Cell label="Requested by" className="sm:min-w-32 sm:px-3">
        <div>
          <span className="wrap-anywhere">{requestedBy.name ?? requestedBy.id}</span>
          <span className="block text-[0.8125rem] text-muted">
            {scheduleId !== null && "schedule  "}
            <RelativeTime instant={createdAt} />
          </span>
        </div>
      </Cell>
      <Cell label="Kept until" className="sm:px-3 sm:whitespace-nowrap">
        {shown.status === "completed" ? <RelativeTime instant={expiresAt} fallback="–" near="soon" /> : <span className="text-muted">–</span>}
      </Cell>
      <Cell className="sm:px-3 sm:text-right">
        <ExportActions shown={shown} />
      </Cell>
    </Row>
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
function Progress({ shown }: { shown: ListedExport }) {
  const { status, progress, failure, fileName, startedAt } = shown;
  const [tone, Icon] = looks[status];
  return (
    <div className="grid justify-items-start gap-1.5">
      <Badge tone={tone}>
        <Icon aria-hidden className="size-3.5" />
        {statusLabels[status]}
        {status === "running" && <span className="tabular-nums"> {progress}%</span>}
      </Badge>
      {isOpen(shown) && (
        <div className="w-full max-w-40">
          <ProgressBar label={`Progress of ${fileName}`} value={startedAt === null ? 0 : progress} />
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

function Size({ shown: { sizeBytes, rowCount } }: { shown: ListedExport }) {
  if (sizeBytes === null && rowCount === null) return <span className="text-muted">–</span>;
  return (
    <div>
      {sizeBytes !== null && <span>{formatSize(sizeBytes)}</span>}
      {rowCount !== null && <span className="block text-[0.8125rem] text-muted">{formatRows(rowCount)}</span>}
    </div>
  );
}
