import type { MouseEvent } from "react";
import { errorReasons } from "../../contract/errors/error-reasons.ts";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { PlainLink } from "../ui/link.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { formatDuration } from "../ui/format-duration.ts";
import { RequestLine } from "./request-line.tsx";
import { formatMoment, toneOfStatus, type LoggedRequest } from "./request-labels.ts";
import { requestTable as t } from "./strings.ts";

interface RequestTableProps {
  requests: readonly LoggedRequest[];
  showsKey: boolean;
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
}

const fetchColumns = async () => (await import("./request-csv.ts")).requestColumns;

const keyColumn: Column<LoggedRequest> = {
  label: t.key,
  render: ({ keyName }) => (
    <span className="block truncate" title={keyName ?? undefined}>
      {keyName}
    </span>
  ),
  text: ({ keyName }) => keyName,
  onPhone: "without-label",
  className: "max-sm:min-w-0 max-sm:flex-1 max-sm:truncate max-sm:text-muted sm:max-w-56",
};

export function RequestTable({ requests, showsKey, hrefOf, onOpen }: RequestTableProps) {
  return (
    <DataTable
      name="requests"
      caption={t.requests}
      rows={requests}
      keyOf={({ id }) => id}
      file={fetchColumns}
      columns={[
        {
          label: t.request,
          render: (request) => (
            <RequestLink request={request} href={hrefOf(request.id)} onOpen={() => onOpen(request.id)} />
          ),
          text: ({ method, route }) => `${method} ${route ?? ""}`,
        },
        {
          label: t.time,
          render: ({ occurredAt }) => <time dateTime={occurredAt}>{formatMoment(occurredAt)}</time>,
          text: ({ occurredAt }) => occurredAt,
          onPhone: "without-label",
          className: "whitespace-nowrap tabular-nums max-sm:text-muted",
        },
        {
          label: t.status,
          render: ({ status }) => (
            <Badge tone={toneOfStatus(status)} className="tabular-nums">
              {status}
            </Badge>
          ),
          text: ({ status }) => status,
          onPhone: "beside",
        },
        { label: t.reason, render: nameReason, text: nameReason, onPhone: "without-label" },
        ...(showsKey ? [keyColumn] : []),
        {
          label: t.requestId,
          render: ({ requestId }) => <ShortId id={requestId} />,
          text: ({ requestId }) => requestId,
          isOptional: true,
          onPhone: "without-label",
        },
        {
          label: t.ipAddress,
          render: ({ address }) => address,
          text: ({ address }) => address,
          isOptional: true,
          onPhone: "without-label",
        },
        {
          label: t.duration,
          render: ({ durationMs }) => formatDuration(durationMs),
          text: ({ durationMs }) => durationMs,
          isNumber: true,
          onPhone: "without-label",
          className: "max-sm:ml-auto max-sm:text-muted",
        },
      ]}
    />
  );
}

function nameReason({ reason, idempotency }: LoggedRequest): string | null {
  if (reason !== null) return errorReasons[reason].label;
  return idempotency === "replayed" ? t.replayed : null;
}

/** The link covers the row. */
function RequestLink({
  request: { method, route },
  href,
  onOpen,
}: {
  request: LoggedRequest;
  href: string;
  onOpen: () => void;
}) {
  const open = (event: MouseEvent) => {
    // Another tab or window gets the URL.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <PlainLink href={href} onClick={open} className="inline-block min-h-6 max-w-full after:absolute after:inset-0">
      <RequestLine method={method} route={route} />
    </PlainLink>
  );
}
