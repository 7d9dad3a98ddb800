import {
  Fingerprint,
  KeyRound,
  ScrollText,
  ShieldCheck,
  User,
  UserCog,
  Building2,
  FileText,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import { useOrganization } from "../shell/account-context.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Code } from "../ui/code-block.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { LinkButton } from "../ui/link.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { ExactTime, RelativeTime } from "../ui/relative-time.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { isInstant, nameField, describeEntry, formatValue, type AuditEntry } from "./audit-labels.ts";
import { auditTable as t } from "./strings.ts";

const icons: Readonly<Record<string, LucideIcon>> = {
  integration_key: KeyRound,
  scope_request: ShieldCheck,
  member: UserCog,
  user: Fingerprint,
  organization: Building2,
  webhook_subscription: Webhook,
  audit_trail: ScrollText,
};

const actorKinds: Readonly<Record<string, string>> = t.actorKinds;

interface AuditTableProps {
  entries: readonly AuditEntry[];
  /** Filters by an actor; null if the list already does. */
  onActor: ((actorId: string) => void) | null;
}

/** Each row is a sentence that opens its details. */
export function AuditTable({ entries, onActor }: AuditTableProps) {
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const close = () => setOpened(null);
  const filter = (actorId: string) => {
    close();
    onActor?.(actorId);
  };
  return (
    <>
      <DataTable
        name="audit"
        caption={t.auditLogEntries}
        rows={entries}
        keyOf={({ id }) => id}
        // A file of entries is made by the screen's own button, which records it.
        file={null}
        columns={[
          {
            label: t.entry,
            render: (entry) => <Sentence entry={entry} onOpen={() => setOpened(entry)} />,
            text: writeSentence,
            onPhone: "line",
          },
          {
            label: t.changes,
            render: nameChanges,
            text: nameChanges,
            onPhone: "without-label",
            className: "wrap-anywhere text-muted",
          },
          {
            label: t.ipAddress,
            render: ({ address }) => address,
            text: ({ address }) => address,
            onPhone: "without-label",
            className: "text-muted",
          },
          {
            label: t.action,
            render: ({ action }) => <Code>{action}</Code>,
            text: ({ action }) => action,
            isOptional: true,
            onPhone: "without-label",
          },
          {
            label: t.recordId,
            render: ({ entityId }) => <ShortId id={entityId} />,
            text: ({ entityId }) => entityId,
            isOptional: true,
            onPhone: "without-label",
          },
          {
            label: t.requestId,
            render: ({ requestId }) => <ShortId id={requestId} />,
            text: ({ requestId }) => requestId,
            isOptional: true,
            onPhone: "without-label",
          },
          {
            label: t.time,
            render: ({ occurredAt }) => <RelativeTime instant={occurredAt} />,
            text: ({ occurredAt }) => occurredAt,
            onPhone: "without-label",
            className: "whitespace-nowrap max-sm:text-muted",
          },
        ]}
      />
      {opened !== null && (
        <Dialog open onOpenChange={close} title={t.auditLogEntry} description={writeSentence(opened)} width="side">
          <Details entry={opened} onActor={onActor === null ? null : filter} />
        </Dialog>
      )}
    </>
  );
}

function nameChanges({ changes }: AuditEntry): string {
  return Object.keys(changes).map(nameField).join(", ");
}

function writeSentence(entry: AuditEntry): string {
  const { before, name, after } = describeEntry(entry);
  return `${entry.actor.name} ${before}${name ?? ""}${after}`;
}

/** The button covers the row. */
function Sentence({ entry, onOpen }: { entry: AuditEntry; onOpen: () => void }) {
  const { before, name, after } = describeEntry(entry);
  const { actor } = entry;
  const kind = actorKinds[actor.type];
  const Icon = icons[entry.entity] ?? FileText;
  return (
    <div className="flex items-start gap-3">
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted" />
      <button
        type="button"
        aria-haspopup="dialog"
        className="min-h-6 cursor-pointer rounded text-left leading-normal font-normal wrap-anywhere after:absolute after:inset-0"
        onClick={onOpen}
      >
        <span className="font-semibold">{actor.name}</span>{" "}
        {kind !== undefined && actor.type !== "system" && <Badge className="mx-0.5 align-text-bottom">{kind}</Badge>}{" "}
        {before}
        {name !== null && <span className="font-medium">{name}</span>}
        {after}
      </button>
    </div>
  );
}

function Details({ entry, onActor }: Pick<AuditTableProps, "onActor"> & { entry: AuditEntry }) {
  const { can, href } = useOrganization();
  const { actor, address, requestId, changes, keyId } = entry;
  return (
    <div className="grid gap-4">
      {Object.keys(changes).length > 0 && <Changes changes={changes} />}
      <DescriptionList
        facts={[
          [t.time, <ExactTime key="when" instant={entry.occurredAt} />],
          [
            t.actor,
            <span key="who" className="inline-flex flex-wrap items-center gap-2">
              {actor.name} <Code>{actor.id}</Code>
            </span>,
          ],
          [t.ipAddress, address ?? t.system],
          [t.action, <Code key="action">{entry.action}</Code>],
          [t.record, <Code key="record">{entry.entityId}</Code>],
          [
            t.request,
            <span key="request" className="inline-flex flex-wrap items-center gap-1">
              <Code>{requestId}</Code>
              <CopyButton text={requestId} what={t.requestIdWhat} compact />
            </span>,
          ],
        ]}
      />
      <div className="flex flex-wrap gap-2.5">
        {keyId !== null && can("integrations:manage") && (
          <LinkButton size="sm" href={href(`/credentials/${keyId}`)}>
            {t.viewKey}
          </LinkButton>
        )}
        {onActor !== null && (
          <Button size="sm" onClick={() => onActor(actor.id)}>
            <User aria-hidden className="size-4" />
            {t.onlyActionsBy(actor.name)}
          </Button>
        )}
      </div>
    </div>
  );
}

function Changes({ changes }: { changes: AuditEntry["changes"] }) {
  return (
    <dl className="grid gap-2.5 rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
      {Object.entries(changes).map(([field, { from, to }]) => (
        <div key={field} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="text-muted">{nameField(field)}</dt>
          <dd className="wrap-anywhere">
            <span className="text-muted">
              <span className="sr-only">{t.from}</span>
              <Value value={from} field={field} />
            </span>{" "}
            <span aria-hidden>→</span> <span className="sr-only">{t.to}</span>
            <span className="font-medium">
              <Value value={to} field={field} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ value, field }: { value: unknown; field: string }) {
  return isInstant(value) ? <ExactTime instant={value} /> : formatValue(value, field);
}
