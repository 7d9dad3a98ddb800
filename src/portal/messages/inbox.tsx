import { Mail, MessageSquare, MessagesSquare, Printer, type LucideIcon } from "lucide-react";
import { inBackground } from "../client/background.ts";
import { PagedList } from "../client/paged-list.tsx";
import { useTRPC, useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { usePages } from "../client/use-pages.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { cn } from "../ui/class-names.ts";
import { Badge } from "../ui/feedback/badge.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { PlainLink } from "../ui/link.tsx";
import { InRow, RelativeTime } from "../ui/relative-time.tsx";
import { TabPanel, Tabs } from "../ui/tabs.tsx";
import { boxes, writePlace, type Box, type Place } from "./places.ts";
import { inbox as t, messagesScreen } from "./strings.ts";
import { namePerson, type Conversation } from "./views.ts";

/** How often the first page is fetched again: a client who writes appears by themselves. Milliseconds. */
const pollMilliseconds = 30_000;

const tabs = boxes.map((value) => ({ value, label: messagesScreen[value] }));

export function Inbox({ place }: { place: Place }) {
  const { href } = useOrganization();
  const open = (box: Box) => window.history.pushState(null, "", href(writePlace({ ...place, box })));
  return (
    <Tabs label={messagesScreen.boxes} value={place.box} onValueChange={open} tabs={tabs}>
      {boxes.map((box) => (
        <TabPanel key={box} value={box} className="pt-3">
          <Conversations place={place} box={box} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

const empty = {
  waiting: [t.noneWaiting, t.noneWaitingHint],
  unlinked: [t.noneUnlinked, t.noneUnlinkedHint],
  all: [t.noneAll, t.noneAllHint],
} as const;

function Conversations({ place, box }: { place: Place; box: Box }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { box, limit: 25 };
  const list = usePages<PortalOutputs["conversations"]["listInbox"]>(
    trpc.conversations.listInbox.queryKey(input),
    (from) => client.conversations.listInbox.query({ ...input, ...from }, inBackground),
    { pollEvery: (pages) => (pages.length > 1 ? false : pollMilliseconds) },
  );
  const [title, hint] = empty[box];
  return (
    <PagedList
      list={list}
      items={(page) => page.conversations}
      nouns={t.nouns}
      placeholder={5}
      empty={
        <EmptyState icon={MessagesSquare} title={title}>
          {hint}
        </EmptyState>
      }
    >
      {(conversations) => (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-xs">
          {conversations.map((conversation) => (
            <li key={conversation.id}>
              <Row conversation={conversation} place={place} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

const icons: Readonly<Record<Conversation["channel"], LucideIcon>> = {
  text: MessageSquare,
  email: Mail,
  fax: Printer,
  letter: Mail,
};

/** Whom a conversation is with: "Elena Marsh", "Elena Marsh and 2 more". */
export function nameCounterparts({ counterparts }: Pick<Conversation, "counterparts">): string {
  const [first, ...others] = counterparts;
  if (first === undefined) return "";
  return others.length === 0 ? namePerson(first) : t.others(namePerson(first), others.length);
}

function Row({ conversation, place }: { conversation: Conversation; place: Place }) {
  const { href } = useOrganization();
  const { id, channel, unansweredSince, lastMessageAt, optOutSuspectedAt, status } = conversation;
  const isChosen = place.conversation === id;
  const Icon = icons[channel];
  return (
    <PlainLink
      href={href(writePlace({ box: place.box, conversation: id }))}
      scroll={false}
      aria-current={isChosen ? "true" : undefined}
      className={cn(
        "grid gap-1 border-l-3 px-3.5 py-3 text-sm -outline-offset-3! hover:bg-sunken",
        isChosen ? "border-accent bg-accent-soft" : "border-transparent",
      )}
    >
      <InRow value>
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-semibold">{nameCounterparts(conversation)}</span>
          {unansweredSince === null && (
            <span className="shrink-0 text-[0.8125rem] text-muted">
              <RelativeTime instant={lastMessageAt} />
            </span>
          )}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-muted">
          <Icon aria-hidden className="size-3.5 shrink-0" />
          <span className="sr-only">{t.channels[channel]}</span>
          <About conversation={conversation} />
          {optOutSuspectedAt !== null && <Badge tone="danger">{t.optOut}</Badge>}
          {status === "closed" && <Badge>{t.closed}</Badge>}
        </span>
        {unansweredSince !== null && (
          <span className="text-[0.8125rem] font-medium text-warning">
            {t.waitingSince(<RelativeTime instant={unansweredSince} />)}
          </span>
        )}
      </InRow>
    </PlainLink>
  );
}

function About({ conversation }: { conversation: Conversation }) {
  if (conversation.case !== null) return <span className="truncate">{conversation.case.sequenceId}</span>;
  return conversation.leadId === null ? <Badge tone="warning">{t.notLinked}</Badge> : <span>{t.lead}</span>;
}
