import { EyeOff } from "lucide-react";
import { useId, type ReactNode } from "react";
import { useOrganization } from "../shell/account-context.tsx";
import { Card } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { TextLink } from "../ui/link.tsx";
import { AboutEvent } from "./about-event.tsx";
import { DiffTable } from "./diff-table.tsx";
import { isRedacted, nameEntity, whyRedacted, type EventRecord } from "./event-labels.ts";
import { RecordView } from "./record-view.tsx";
import { eventDetail as t } from "./lazy-strings.ts";

export function EventDetail({ event }: { event: EventRecord }) {
  const { payload, diff, entity } = event;
  return (
    <>
      {isRedacted([payload, diff]) && (
        <p className="mb-5 flex max-w-prose gap-2 text-sm text-muted">
          <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          {whyRedacted(entity)}
        </p>
      )}
      <div className="mb-8">
        <Part title={t.changes} action={null}>
          <Changes diff={diff} />
        </Part>
      </div>
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-8 lg:grid-cols-2">
        <Part
          title={t.record}
          action={<CopyButton text={JSON.stringify(payload, null, 2)} what={t.recordAsJson} variant="ghost" />}
        >
          <Card>
            {Object.keys(payload).length === 0 ? (
              <p className="text-sm text-muted">{t.thisEventHasNo}</p>
            ) : (
              <RecordView record={payload} />
            )}
          </Card>
        </Part>
        <div className="grid grid-cols-1 gap-8">
          <Part title={t.relatedRecords} action={null}>
            <RelatedRecords event={event} />
          </Part>
          <Part title={t.eventDetails} action={null}>
            <Card>
              <AboutEvent event={event} />
            </Card>
          </Part>
        </div>
      </div>
    </>
  );
}

function Part({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex min-h-8 items-center justify-between gap-3">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

function Changes({ diff }: { diff: EventRecord["diff"] }) {
  if (Object.keys(diff).length > 0) return <DiffTable diff={diff} />;
  return (
    <Card>
      <p className="text-sm text-muted">{t.noFieldValuesChanged}</p>
    </Card>
  );
}

function RelatedRecords({ event: { entity, entityId, relatedIds } }: { event: EventRecord }) {
  const records = [{ entity, id: entityId }, ...relatedIds.filter(({ id }) => id !== entityId)];
  return (
    <Card className="py-2 sm:py-2.5">
      <ul className="divide-y divide-line text-sm">
        {records.map((record, place) => (
          <li key={record.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
            <div className="min-w-0">
              <p className="font-medium">
                {nameEntity(record.entity)}
                {place === 0 && <span className="font-normal text-muted">{t.thisRecord}</span>}
              </p>
              <p className="flex items-center gap-1">
                <Code>{record.id}</Code>
                <CopyButton
                  compact
                  text={record.id}
                  what={t.idOf(nameEntity(record.entity).toLowerCase())}
                  className="-my-1.5"
                />
              </p>
            </div>
            <EventsLink id={record.id} entity={record.entity} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function EventsLink({ id, entity }: { id: string; entity: string }) {
  const { href } = useOrganization();
  return (
    <TextLink href={href(`/events?record=${encodeURIComponent(id)}`)} className="py-0.5">
      {t.viewEvents(
        <span className="sr-only">
          : {nameEntity(entity)} {id}
        </span>,
      )}
    </TextLink>
  );
}
