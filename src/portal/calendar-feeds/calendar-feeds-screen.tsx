"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarPlus, Plus } from "lucide-react";
import { Fragment, useState } from "react";
import { LoadedList } from "../client/loaded-list.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { later } from "../ui/feedback/later.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { FeedTable, type Feed } from "./feed-table.tsx";
import { RevokeFeedDialog } from "./revoke-feed-dialog.tsx";
import { calendarFeedsScreen as t } from "./strings.ts";

const CreateFeedDialog = later(() => import("./feed-dialogs.tsx").then((file) => file.CreateFeedDialog));
const ReplaceUrlDialog = later(() => import("./feed-dialogs.tsx").then((file) => file.ReplaceUrlDialog));

/** How often calendar applications read a feed. */
const readers = [
  [t.mac, t.macReads],
  [t.phone, t.phoneReads],
  [t.outlook, t.outlookReads],
  [t.outlookWeb, t.outlookWebReads],
  [t.google, t.googleReads],
] as const;

type Open = { kind: "create" } | { kind: "replace" | "revoke"; feed: Feed };

export function CalendarFeedsScreen() {
  const trpc = useTRPC();
  const list = useQuery(trpc.calendarFeeds.list.queryOptions({}));
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <>
      <PageHeader
        title={t.title}
        description={t.description}
        actions={
          <Button variant="primary" onClick={() => setOpen({ kind: "create" })}>
            <Plus aria-hidden className="size-4" />
            {t.createFeed}
          </Button>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <LoadedList
          query={list}
          items={list.data?.feeds}
          what={t.feeds}
          placeholder={<SkeletonTable rows={2} />}
          empty={
            <EmptyState icon={CalendarPlus} title={t.noFeedsYet}>
              {t.emptyDescription}
            </EmptyState>
          }
        >
          {(feeds) => (
            <div>
              <FeedTable
                feeds={feeds}
                onReplace={(feed) => setOpen({ kind: "replace", feed })}
                onRevoke={(feed) => setOpen({ kind: "revoke", feed })}
              />
            </div>
          )}
        </LoadedList>
        <SectionCard title={t.whatItShows}>
          <div className="grid max-w-prose gap-3 text-sm">
            <p>{t.shows}</p>
            <p>{t.showsEvents}</p>
            <p>{t.size}</p>
            <p>{t.hides}</p>
            <p>{t.whoHasTheUrl}</p>
          </div>
        </SectionCard>
        <HowCurrent />
      </div>
      {open !== null && <FeedDialog open={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function HowCurrent() {
  return (
    <SectionCard title={t.howCurrent}>
      <div className="grid max-w-prose gap-3 text-sm">
        <p>{t.calendarsDecide}</p>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
          {readers.map(([application, reads]) => (
            <Fragment key={application}>
              <dt className="font-medium">{application}</dt>
              <dd className="text-muted max-sm:pb-2">{reads}</dd>
            </Fragment>
          ))}
        </dl>
        <p className="text-muted">{t.asOf}</p>
      </div>
    </SectionCard>
  );
}

function FeedDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  const trpc = useTRPC();
  const invalidate = useInvalidate((client) => [client.calendarFeeds.pathFilter()]);
  if (open.kind === "create") return <CreateFeedDialog onClose={onClose} />;
  if (open.kind === "replace") return <ReplaceUrlDialog feed={open.feed} onClose={onClose} />;
  return (
    <RevokeFeedDialog
      name={open.feed.name}
      options={trpc.calendarFeeds.revoke.mutationOptions()}
      input={{ feedId: open.feed.id }}
      invalidate={invalidate}
      onClose={onClose}
    />
  );
}
