import { describeEntry } from "../audit/audit-labels.ts";
import { nameEvent } from "../events/event-labels.ts";
import { statusLabels, type ExportStatus } from "../exports/export-labels.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { TextLink } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { CardLine, CardList } from "./card-list.tsx";
import type { Cards } from "./overview-figures.ts";
import { latestCards as t } from "./strings.ts";

export function EventsCard({ events }: { events: NonNullable<Cards["events"]> }) {
  const { href } = useOrganization();
  return (
    <CardList title={t.latestEvents} all={{ label: t.allEvents, href: href("/events") }} empty={t.latestEventsEmpty}>
      {events.map(({ id, eventType, occurredAt, actorName }) => (
        <CardLine key={id} end={<RelativeTime instant={occurredAt} />}>
          <TextLink href={href(`/events/${id}`)}>{nameEvent(eventType)}</TextLink>{" "}
          <span className="text-muted">{t.by(actorName)}</span>
        </CardLine>
      ))}
    </CardList>
  );
}

export function ExportsCard({ exports }: { exports: NonNullable<Cards["exports"]> }) {
  const { href } = useOrganization();
  return (
    <CardList
      title={t.latestExports}
      all={{ label: t.allExports, href: href("/exports") }}
      empty={t.latestExportsEmpty}
    >
      {exports.map(({ id, fileName, status, createdAt }) => (
        <CardLine
          key={id}
          end={
            <>
              {statusLabels[status as ExportStatus]} · <RelativeTime instant={createdAt} />
            </>
          }
        >
          {fileName}
        </CardLine>
      ))}
    </CardList>
  );
}

export function ChangesCard({ changes }: { changes: NonNullable<Cards["changes"]> }) {
  const { href } = useOrganization();
  return (
    <CardList title={t.whatChanged} all={{ label: t.auditLog, href: href("/audit") }} empty={t.whatChangedEmpty}>
      {changes.map((entry) => {
        const { before, name, after } = describeEntry(entry);
        return (
          <CardLine key={entry.id} end={<RelativeTime instant={entry.occurredAt} />}>
            <span className="font-medium">{entry.actorName}</span> {before}
            {name !== null &&
              (entry.keyId === null ? (
                <span className="font-medium">{name}</span>
              ) : (
                <TextLink href={href(`/credentials/${entry.keyId}`)}>{name}</TextLink>
              ))}
            {after}
          </CardLine>
        );
      })}
    </CardList>
  );
}
