import type { QueryKey } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { usePages } from "../client/use-pages.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { CallBubble } from "./call-bubble.tsx";
import { thread, timeline as t } from "./lazy-strings.ts";
import { MessageBubble } from "./message-bubble.tsx";
import { groupByDay, nameDay, type Communication } from "./views.ts";

interface TimelinePage {
  communications: Communication[];
  nextCursor: string | null;
}

interface TimelineProps {
  /** Whether it has several channels and people, which each entry then names. */
  isMixed: boolean;
  queryKey: QueryKey;
  /** A page, newest first. */
  fetchPage: (place: { after?: string }) => Promise<TimelinePage>;
}

/** Messages and calls by day, the newest at the bottom, as a phone shows them. */
export function Timeline({ isMixed, queryKey, fetchPage }: TimelineProps) {
  const list = usePages<TimelinePage>(queryKey, fetchPage, { keepFormer: true });
  const entries = (list.data?.pages ?? []).flatMap((page) => page.communications).toReversed();
  const scroller = useStayingScroll(entries);
  if (list.data === undefined)
    return <QueryFallback query={list} what={thread.messages} placeholder={<SkeletonTab />} />;
  if (entries.length === 0)
    return (
      <EmptyState icon={MessagesSquare} title={t.empty}>
        {t.emptyHint}
      </EmptyState>
    );
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={thread.messages}
      // What scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="rounded-lg border border-line bg-surface p-4 shadow-xs lg:max-h-[calc(100dvh-18rem)] lg:min-h-72 lg:overflow-y-auto"
    >
      {list.hasNextPage && (
        <div className="flex justify-center pb-3">
          <Button size="sm" variant="ghost" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.earlier}
          </Button>
        </div>
      )}
      <Days entries={entries} isMixed={isMixed} />
    </div>
  );
}

function Days({ entries, isMixed }: { entries: readonly Communication[]; isMixed: boolean }) {
  const now = Date.now();
  return (
    <div className="grid gap-5">
      {groupByDay(entries).map(({ day, at, entries: ofDay }) => (
        <section key={day} aria-label={nameDay(at, now, t)}>
          <h3 className="mb-3 flex items-center gap-3 text-xs font-medium text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {nameDay(at, now, t)}
          </h3>
          <ol className="grid gap-3">
            {ofDay.map(({ id, message, call }) => (
              <li key={id} className="grid">
                {message !== null && <MessageBubble message={message} isMixed={isMixed} />}
                {call !== null && <CallBubble call={call} />}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** At first, and when something new comes, at the bottom; when earlier entries come, where the reader was. */
function useStayingScroll(entries: readonly Communication[]) {
  const scroller = useRef<HTMLDivElement>(null);
  const former = useRef({ last: "", height: 0 });
  const last = entries.at(-1)?.id ?? "";
  const count = entries.length;
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null || count === 0) return;
    const { last: lastBefore, height } = former.current;
    if (last !== lastBefore) box.scrollTop = box.scrollHeight;
    else box.scrollTop += box.scrollHeight - height;
    former.current = { last, height: box.scrollHeight };
  }, [last, count]);
  return scroller;
}
