import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { useState } from "react";
import { inBackground } from "../client/background.ts";
import { readError } from "../client/portal-error.ts";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { later } from "../ui/feedback/later.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { PlainLink, TextLink } from "../ui/link.tsx";
import { nameCounterparts } from "./inbox.tsx";
import { thread as t } from "./lazy-strings.ts";
import { writePlace, type Place } from "./places.ts";
import { Timeline } from "./timeline.tsx";
import { findPerson, formatAddress, useInvalidateConversations, type Conversation } from "./views.ts";

const Composer = later(() => import("./composer.tsx").then((file) => file.Composer));
const LinkDialog = later(() => import("./link-dialog.tsx").then((file) => file.LinkDialog));

/** How often the conversation is fetched again. Milliseconds. */
const pollMilliseconds = 15_000;
/** How often it is asked whether a message changed: they are fetched again when one did. Milliseconds. */
export const stateMilliseconds = 4_000;

/** One conversation as a phone shows it. */
export function Thread({ id, place }: { id: string; place: Place }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const query = useQuery({
    ...trpc.conversations.get.queryOptions({ conversationId: id }, { trpc: inBackground }),
    refetchInterval: pollMilliseconds,
  });
  // Without content, so that it can be asked often: each message that is shown with content is in the audit log.
  const state = useQuery({
    ...trpc.communications.getState.queryOptions({ conversationId: id }, { trpc: inBackground }),
    refetchInterval: stateMilliseconds,
  });
  if (query.data === undefined)
    return (
      <div className="grid gap-4">
        <BackLink place={place} />
        {query.error !== null && readError(query.error).code === "NOT_FOUND" ? (
          <Banner tone="warning">{readError(query.error).message}</Banner>
        ) : (
          <QueryFallback query={query} what={t.theConversation} placeholder={<SkeletonTab />} />
        )}
      </div>
    );
  const { conversation } = query.data;
  const input = { conversationId: id, limit: 30 };
  const changedAt = state.data?.changedAt ?? "";
  return (
    <section aria-labelledby="thread-title" className="grid gap-4">
      <BackLink place={place} />
      <Head conversation={conversation} place={place} />
      {conversation.optOutSuspectedAt !== null && (
        <Banner tone="warning" title={t.suspected}>
          {t.suspectedHint}
        </Banner>
      )}
      <Timeline
        isMixed={conversation.counterparts.length > 1}
        queryKey={[...trpc.conversations.listTimeline.queryKey(input), conversation.updatedAt, changedAt]}
        fetchPage={(from) => client.conversations.listTimeline.query({ ...input, ...from })}
      />
      <Reply conversation={conversation} />
    </section>
  );
}

/** Letters and faxes are logged, not sent. */
function Reply({ conversation }: { conversation: Conversation }) {
  const { can } = useOrganization();
  const { id, channel } = conversation;
  if (!can("communications:send") || (channel !== "text" && channel !== "email")) return null;
  return <Composer target={{ key: id, channel, conversationId: id }} person={findPerson(conversation)} />;
}

/** On a phone the list is another screen. */
export function BackLink({ place }: { place: Place }) {
  const { href } = useOrganization();
  return (
    <PlainLink
      href={href(writePlace({ box: place.box }))}
      className="inline-flex items-center gap-1 justify-self-start rounded py-1 text-sm text-muted hover:text-text hover:underline lg:hidden"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {t.back}
    </PlainLink>
  );
}

function Head({ conversation, place }: { conversation: Conversation; place: Place }) {
  const { href, can } = useOrganization();
  const { counterparts, case: about } = conversation;
  const seesPeople = can("cases:view") && can("clients:view");
  const clients = counterparts.filter(({ clientId }) => clientId !== null);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b border-line pb-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="thread-title" className="font-serif text-xl font-semibold wrap-anywhere">
          {nameCounterparts(conversation)}
        </h2>
        <p className="text-sm wrap-anywhere text-muted">
          {counterparts.map(({ address }) => formatAddress(address)).join(", ")}
        </p>
        <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {about !== null && seesPeople && (
            <TextLink href={href(writePlace({ box: place.box, case: about.id }))} scroll={false}>
              {t.case(about.sequenceId, about.title ?? "")}
            </TextLink>
          )}
          {about !== null && !seesPeople && t.case(about.sequenceId, about.title ?? "")}
          {about === null && (
            <Badge tone={conversation.leadId === null ? "warning" : "neutral"}>
              {conversation.leadId === null ? t.notLinked : t.ofLead}
            </Badge>
          )}
          {seesPeople &&
            clients.map(({ clientId, name, address }) => (
              <TextLink key={clientId} href={href(writePlace({ box: place.box, client: clientId }))} scroll={false}>
                {t.everythingWith(name ?? formatAddress(address))}
              </TextLink>
            ))}
        </p>
      </div>
      {can("communications:send") && <Actions conversation={conversation} canLink={seesPeople} />}
    </header>
  );
}

function Actions({ conversation, canLink }: { conversation: Conversation; canLink: boolean }) {
  const trpc = useTRPC();
  const [isLinking, setLinking] = useState(false);
  const invalidate = useInvalidateConversations();
  const change = useChange(trpc.conversations.change.mutationOptions(), {
    successMessage: (_, { status }) => {
      if (status === undefined) return t.wasMarked;
      return status === "closed" ? t.wasClosed : t.wasReopened;
    },
    invalidate,
  });
  const { id, revision, status, unansweredSince, optOutSuspectedAt, caseId, leadId } = conversation;
  const chosen = { conversationId: id, expectedRevision: revision };
  const waits = unansweredSince !== null || optOutSuspectedAt !== null;
  return (
    <div className="flex flex-wrap gap-2">
      {caseId === null && leadId === null && canLink && (
        <Button size="sm" variant="primary" onClick={() => setLinking(true)}>
          {t.link}
        </Button>
      )}
      {waits && (
        <Button size="sm" busy={change.isPending} onClick={() => change.mutate({ ...chosen, needsAnswer: false })}>
          {t.noAnswer}
        </Button>
      )}
      <Button
        size="sm"
        busy={change.isPending}
        onClick={() => change.mutate({ ...chosen, status: status === "open" ? "closed" : "open" })}
      >
        {status === "open" ? t.close : t.reopen}
      </Button>
      {isLinking && <LinkDialog conversation={conversation} onClose={() => setLinking(false)} />}
    </div>
  );
}
