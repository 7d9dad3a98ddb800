import { ChevronDown, Fingerprint, KeyRound, ScrollText, ShieldCheck, User, UserCog, Building2, FileText, Webhook } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useId, useState } from "react";
import { useOrganization } from "../shell/account-context.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { Button } from "../ui/button.tsx";
import { cn } from "../ui/class-names.ts";
import { Code } from "../ui/code-block.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { TextLink } from "../ui/link.tsx";
import { ExactTime, RelativeTime } from "../ui/relative-time.tsx";
import { Loading, Skeleton } from "../ui/feedback/skeleton.tsx";
import { isInstant, nameField, describeEntry, formatValue } from "./audit-labels.ts";
import type { AuditEntry } from "./audit-labels.ts";

const icons: Readonly<Record<string, LucideIcon>> = {
  integration_key: KeyRound,
  scope_request: ShieldCheck,
  member: UserCog,
  user: Fingerprint,
  organization: Building2,
  webhook_subscription: Webhook,
  audit_trail: ScrollText,
};

const actorKinds: Readonly<Record<string, string>> = {
  integration_key: "Key",
  platform_administrator: "Platform administrator",
  system: "System",
};

interface AuditItemProps {
  entry: AuditEntry;
  /** Filters by this actor; null if the list already does. */
  onActor: ((actorId: string) => void) | null;
}

export function AuditItem({ entry, onActor }: AuditItemProps) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const Icon = icons[entry.entity] ?? FileText;
  const fields = Object.keys(entry.changes);
  return (
    <li className="px-4 py-3 text-sm sm:px-5">
      <div className="flex items-start gap-3">
        <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted" />
        <div className="min-w-0 flex-1">
          <Sentence entry={entry} />
          <p className="mt-0.5 text-muted">
            <RelativeTime instant={entry.occurredAt} />
            {entry.address !== null && <> · from {entry.address}</>}
            {fields.length > 0 && <> · {fields.map(nameField).join(", ")}</>}
          </p>
        </div>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          aria-label={isOpen ? "Hide details" : "Show details"}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown aria-hidden className={cn("size-4.5 transition-transform", isOpen && "rotate-180")} />
        </Button>
      </div>
      <div id={detailsId} hidden={!isOpen} className="mt-3 sm:pl-7.5">
        {isOpen && <Details entry={entry} onActor={onActor} />}
      </div>
    </li>
  );
}

function Sentence({ entry }: { entry: AuditEntry }) {
  const { can, href } = useOrganization();
  const { before, name, after } = describeEntry(entry);
  const { actor, keyId } = entry;
  const kind = actorKinds[actor.type];
  return (
    <p className="leading-normal wrap-anywhere">
      <span className="font-semibold">{actor.name}</span> {kind !== undefined && actor.type !== "system" && <Badge className="mx-0.5 align-text-bottom">{kind}</Badge>} {before}
      {name !== null &&
        (keyId !== null && can("integrations:manage") ? (
          <TextLink href={href(`/credentials/${keyId}`)} className="font-medium">
            {name}
          </TextLink>
        ) : (
          <span className="font-medium">{name}</span>
        ))}
      {after}
    </p>
  );
}

function Details({ entry, onActor }: AuditItemProps) {
  const { actor, address, requestId, changes } = entry;
  return (
    <div className="grid gap-4">
      {Object.keys(changes).length > 0 && <Changes changes={changes} />}
      <DescriptionList
        facts={[
          ["Time", <ExactTime key="when" instant={entry.occurredAt} />],
          [
            "Actor",
            <span key="who" className="inline-flex flex-wrap items-center gap-2">
              {actor.name} <Code>{actor.id}</Code>
            </span>,
          ],
          ["IP address", address ?? "System"],
          ["Action", <Code key="action">{entry.action}</Code>],
          ["Record", <Code key="record">{entry.entityId}</Code>],
          [
            "Request",
            <span key="request" className="inline-flex flex-wrap items-center gap-1">
              <Code>{requestId}</Code>
              <CopyButton text={requestId} what="request ID" compact />
            </span>,
          ],
        ]}
      />
      {onActor !== null && (
        <div>
          <Button size="sm" onClick={() => onActor(actor.id)}>
            <User aria-hidden className="size-4" />
            Only actions by {actor.name}
          </Button>
        </div>
      )}
    </div>
  );
}

function Changes({ changes }: { changes: AuditEntry["changes"] }) {
  return (
    <dl className="grid gap-2.5 rounded-lg border border-line bg-sunken px-4 py-3">
      {Object.entries(changes).map(([field, { from, to }]) => (
        <div key={field} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="text-muted">{nameField(field)}</dt>
          <dd className="wrap-anywhere">
            <span className="text-muted">
              <span className="sr-only">from </span>
              <Value value={from} field={field} />
            </span>{" "}
            <span aria-hidden>→</span> <span className="sr-only">to </span>
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

export function AuditSkeleton() {
  return (
    <div className="divide-y divide-line rounded-lg border border-line bg-surface shadow-xs">
      <Loading />
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} aria-hidden className="grid gap-2 px-5 py-3.5">
          <Skeleton className="w-3/5" />
          <Skeleton className="h-3.5 w-2/5" />
        </div>
      ))}
    </div>
  );
}
