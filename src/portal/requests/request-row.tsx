import type { MouseEvent } from "react";
import { errorReasons } from "../../contract/error-reasons.ts";
import { Badge } from "../ui/feedback/badge.tsx";
import { PlainLink } from "../ui/link.tsx";
import { formatInstant } from "../ui/relative-time.tsx";
import { Cell, Row } from "../ui/table.tsx";
import { formatDuration } from "../usage/usage-figures.ts";
import { RequestLine } from "./request-line.tsx";
import { formatMoment, toneOfStatus } from "./request-labels.ts";
import type { LoggedRequest } from "./request-labels.ts";

interface RequestRowProps {
  request: LoggedRequest;
  href: string;
  showsKey: boolean;
  onOpen: () => void;
}

/** The link covers the row. On a phone the cells are two lines, three of a rejected request. */
export function RequestRow({ request, href, showsKey, onOpen }: RequestRowProps) {
  const { occurredAt, method, route, status, reason, idempotency, durationMs, keyName } = request;
  const open = (event: MouseEvent) => {
    // Another tab or window gets the URL.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <Row className="relative transition-colors hover:bg-sunken has-[a:focus-visible]:bg-accent-soft">
      <Cell className="whitespace-nowrap tabular-nums max-sm:order-3 max-sm:text-xs max-sm:text-muted">
        <time dateTime={occurredAt} title={formatInstant(occurredAt)}>
          {formatMoment(occurredAt)}
        </time>
      </Cell>
      <Cell head className="max-sm:order-1 max-sm:min-w-0 max-sm:flex-1 max-sm:basis-3/4 sm:px-3">
        <PlainLink href={href} onClick={open} data-request-row className="inline-block min-h-6 max-w-full after:absolute after:inset-0">
          <RequestLine method={method} route={route} />
        </PlainLink>
      </Cell>
      <Cell className="whitespace-nowrap max-sm:order-2 sm:px-3">
        <Badge tone={toneOfStatus(status)} className="tabular-nums">
          {status}
        </Badge>
      </Cell>
      <Cell className={reason === null && idempotency !== "replayed" ? "max-sm:hidden sm:px-3" : "max-sm:order-6 max-sm:basis-full max-sm:text-xs sm:px-3"}>
        {reason === null ? idempotency === "replayed" ? <span className="text-muted">Replayed</span> : null : errorReasons[reason].label}
      </Cell>
      {showsKey && (
        <Cell className="max-sm:order-4 max-sm:min-w-0 max-sm:flex-1 max-sm:truncate max-sm:text-xs max-sm:text-muted sm:px-3 sm:wrap-anywhere">{keyName}</Cell>
      )}
      <Cell className="text-right whitespace-nowrap tabular-nums max-sm:order-5 max-sm:ml-auto max-sm:text-xs max-sm:text-muted sm:px-3">{formatDuration(durationMs)}</Cell>
    </Row>
  );
}
