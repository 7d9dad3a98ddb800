import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { inBackground } from "../client/background.ts";
import { useTRPC, useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { formatDay } from "../deadlines/views.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { cn } from "../ui/class-names.ts";
import { later } from "../ui/feedback/later.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { PlainLink } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { composer, subjectView as t, thread } from "./lazy-strings.ts";
import { writePlace, type Place } from "./places.ts";
import { BackLink, stateMilliseconds } from "./thread.tsx";
import { Timeline } from "./timeline.tsx";

const Composer = later(() => import("./composer.tsx").then((file) => file.Composer));

interface SubjectViewProps {
  subject: { caseId: string } | { clientId: string };
  place: Place;
}

type Subject = PortalOutputs["communications"]["getSubject"]["subject"];

/** Everything that was said about a case, or with a client. */
export function SubjectView({ subject, place }: SubjectViewProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const query = useQuery(trpc.communications.getSubject.queryOptions(subject));
  const limit = 30;
  const state = useQuery({
    ...trpc.communications.getState.queryOptions("caseId" in subject ? subject : {}, { trpc: inBackground }),
    enabled: "caseId" in subject,
    refetchInterval: stateMilliseconds,
  });
  const changedAt = state.data?.changedAt ?? "";
  return (
    <section aria-labelledby="subject-title" className="grid gap-4">
      <BackLink place={place} />
      {query.data === undefined ? (
        <QueryFallback query={query} what={thread.theConversation} placeholder={<SkeletonTab />} />
      ) : (
        <>
          <Head subject={query.data.subject} place={place} />
          {"caseId" in subject ? (
            <Timeline
              isMixed
              queryKey={[...trpc.cases.communications.list.queryKey({ ...subject, limit }), changedAt]}
              fetchPage={(from) => client.cases.communications.list.query({ ...subject, limit, ...from })}
            />
          ) : (
            <Timeline
              isMixed
              queryKey={trpc.clients.listCommunications.queryKey({ ...subject, limit })}
              fetchPage={(from) => client.clients.listCommunications.query({ ...subject, limit, ...from })}
            />
          )}
          <NewMessage subject={query.data.subject} />
        </>
      )}
    </section>
  );
}

const channels = ["text", "email"] as const;

/** Begins a conversation with the client of a case, or goes on with the one that there is. */
function NewMessage({ subject: { caseId, clientId } }: { subject: Subject }) {
  const { can } = useOrganization();
  const [channel, setChannel] = useState<(typeof channels)[number] | null>(null);
  if (caseId === null || !can("communications:send")) return null;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {channels.map((each) => (
          <Button
            key={each}
            size="sm"
            aria-pressed={channel === each}
            onClick={() => setChannel(channel === each ? null : each)}
          >
            {composer.write[each]}
          </Button>
        ))}
      </div>
      {channel !== null && (
        <Composer
          key={channel}
          target={{ key: `${caseId} ${channel}`, channel, caseId, to: [{ clientId }] }}
          person={{ clientId }}
        />
      )}
    </div>
  );
}

function Head({ subject, place }: { subject: Subject; place: Place }) {
  const { href } = useOrganization();
  const { caseId, sequenceId, title, clientId, clientName } = subject;
  const views = [
    [t.thisCase, caseId ?? place.case, { case: caseId ?? place.case }],
    [t.allCases, clientId, { client: clientId }],
  ] as const;
  return (
    <header className="grid gap-3 border-b border-line pb-4">
      <div>
        <h2 id="subject-title" className="font-serif text-xl font-semibold wrap-anywhere">
          {sequenceId === null ? clientName : t.case(sequenceId, clientName)}
        </h2>
        {title !== null && <p className="text-sm wrap-anywhere text-muted">{title}</p>}
      </div>
      {caseId !== null && <Contact caseId={caseId} />}
      {caseId !== null && (
        <nav aria-label={t.scope} className="flex flex-wrap gap-2">
          {views.map(([label, id, chosen]) => (
            <PlainLink
              key={label}
              href={href(writePlace({ box: place.box, ...chosen }))}
              scroll={false}
              aria-current={id === caseId ? "page" : undefined}
              className={cn(
                "rounded-full border px-3 py-1 text-sm font-medium hover:bg-sunken",
                id === caseId ? "border-accent bg-accent-soft text-accent" : "border-edge text-text",
              )}
            >
              {label}
            </PlainLink>
          ))}
        </nav>
      )}
    </header>
  );
}

function Contact({ caseId }: { caseId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.cases.lastClientContact.get.queryOptions({ caseId }));
  if (data === undefined) return null;
  const { lastClientContactOn, daysWithoutContact, unansweredSince } = data.lastClientContact;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      <div className="flex gap-2">
        <dt className="text-muted">{t.lastContact}</dt>
        <dd>
          {lastClientContactOn === null
            ? t.never
            : `${formatDay(lastClientContactOn)}, ${t.daysWithout(daysWithoutContact ?? 0)}`}
        </dd>
      </div>
      {unansweredSince !== null && (
        <div className="flex gap-2 font-medium text-warning">
          <dt>{t.waiting}</dt>
          <dd>
            <RelativeTime instant={unansweredSince} />
          </dd>
        </div>
      )}
    </dl>
  );
}
