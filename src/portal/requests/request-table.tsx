import type { KeyboardEvent } from "react";
import { HeadCell, Table, TableBody, TableHead } from "../ui/table.tsx";
import type { LoggedRequest } from "./request-labels.ts";
import { RequestRow } from "./request-row.tsx";

interface RequestTableProps {
  caption: string;
  requests: readonly LoggedRequest[];
  showsKey: boolean;
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
}

/** Arrow keys move between the rows, Enter opens one. */
export function RequestTable({ caption, requests, showsKey, hrefOf, onOpen }: RequestTableProps) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-request-row]")];
    const next = rows[rows.findIndex((row) => row === document.activeElement) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <Table caption={caption} compact>
      <TableHead>
        <HeadCell>Time</HeadCell>
        <HeadCell className="px-3">Request</HeadCell>
        <HeadCell className="px-3">Status</HeadCell>
        <HeadCell className="px-3">Reason</HeadCell>
        {showsKey && <HeadCell className="px-3">Key</HeadCell>}
        <HeadCell className="px-3 text-right">Duration</HeadCell>
      </TableHead>
      <TableBody onKeyDown={move}>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} href={hrefOf(request.id)} showsKey={showsKey} onOpen={() => onOpen(request.id)} />
        ))}
      </TableBody>
    </Table>
  );
}
