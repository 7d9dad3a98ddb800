import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { requestDays } from "../../contract/portal/request-log.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Code, CodeBlock } from "../ui/code-block.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { TextLink } from "../ui/link.tsx";
import { ExactTime } from "../ui/relative-time.tsx";
import { nameRole } from "../../contract/role-name.ts";
import { isRequestKept, nameSource, readMetadata, type EventRecord } from "./event-labels.ts";
import { writeFollowCommand } from "./follow-dialog.tsx";
import { aboutEvent as t } from "./lazy-strings.ts";

export function AboutEvent({ event }: { event: EventRecord }) {
  const { href } = useOrganization();
  const { id, cursor, actor, occurredAt, correlationId } = event;
  const attorneyId = readMetadata(event, "onBehalfOfAttorneyId");
  const version = readMetadata(event, "apiVersion");
  return (
    <div className="grid gap-5">
      <DescriptionList
        facts={[
          [t.event, <Id key="id" id={id} what={t.eventId} />],
          [t.time, <ExactTime key="time" instant={occurredAt} />],
          [t.actor, <Actor key="actor" actor={actor} />],
          ...(attorneyId === null
            ? []
            : [[t.actingAttorney, <Attorney key="attorney" attorneyId={attorneyId} />] as const]),
          [t.source, `${nameSource(event)}${version === null ? "" : t.version(version)}`],
          [
            t.request,
            <span key="request" className="grid justify-items-start gap-1">
              <Id id={correlationId} what={t.requestId} />
              {/* Only requests by keys are logged. */}
              {actor.type === "integration_key" && <RequestLink id={correlationId} occurredAt={occurredAt} />}
            </span>,
          ],
          [t.cursor, <Id key="cursor" id={cursor} what={t.cursorWhat} />],
        ]}
      />
      <CodeBlock title={t.pollFeedFromHere} text={writeFollowCommand(window.location.origin, cursor)} wrap />
      <p className="text-sm">
        <TextLink href={href("/webhooks")}>{t.webhooks}</TextLink> <span className="text-muted">{t.showWhether}</span>
      </p>
    </div>
  );
}

function RequestLink({ id, occurredAt }: { id: string; occurredAt: string }) {
  const { href } = useOrganization();
  const [now] = useState(() => new Date());
  if (!isRequestKept(occurredAt, now)) return <span className="text-muted">{t.requestsAreKept(requestDays)}</span>;
  return <TextLink href={href(`/request-debugger?id=${encodeURIComponent(id)}`)}>{t.viewRequest}</TextLink>;
}

function Id({ id, what }: { id: string; what: string }): ReactNode {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <Code>{id}</Code>
      <CopyButton compact text={id} what={what} className="-my-1.5" />
    </span>
  );
}

function Actor({ actor: { id, type, name } }: Pick<EventRecord, "actor">) {
  const { href } = useOrganization();
  const kind = nameRole(type);
  return (
    <span className="grid justify-items-start gap-1">
      {type === "integration_key" ? <TextLink href={href(`/credentials/${id}`)}>{name}</TextLink> : name}
      <span className="text-muted">
        {kind} · <TextLink href={href(`/events?actor=${encodeURIComponent(id)}`)}>{t.viewAllEvents}</TextLink>
      </span>
    </span>
  );
}

/** By name while the attorney is active; always with the ID. */
function Attorney({ attorneyId }: { attorneyId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.keys.listAttorneys.queryOptions({}, { staleTime: 60_000 }));
  const attorney = data?.attorneys.find(({ memberId }) => memberId === attorneyId);
  return (
    <span className="grid justify-items-start gap-1">
      {attorney !== undefined && `${attorney.firstName} ${attorney.lastName}`}
      <Id id={attorneyId} what={t.attorneyId} />
    </span>
  );
}
