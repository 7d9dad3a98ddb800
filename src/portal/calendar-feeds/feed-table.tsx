import type { PortalOutputs } from "../client/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Code } from "../ui/code-block.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { formatDate, RelativeTime } from "../ui/relative-time.tsx";
import { feedTable as t } from "./strings.ts";

export type Feed = PortalOutputs["calendarFeeds"]["list"]["feeds"][number];

interface FeedTableProps {
  feeds: readonly Feed[];
  /** Absent for the feeds of others. */
  onReplace?: (feed: Feed) => void;
  onRevoke: (feed: Feed) => void;
}

export function FeedTable({ feeds, onReplace, onRevoke }: FeedTableProps) {
  return (
    <DataTable
      name="calendar-feeds"
      caption={t.caption}
      rows={feeds}
      keyOf={({ id }) => id}
      file={null}
      columns={[
        {
          label: t.name,
          render: ({ name }) => <span className="font-semibold">{name}</span>,
          text: ({ name }) => name,
          className: "max-sm:basis-full sm:min-w-28 wrap-anywhere",
        },
        {
          label: t.url,
          render: ({ tokenPrefix }) => <Code>{tokenPrefix}</Code>,
          text: ({ tokenPrefix }) => tokenPrefix,
        },
        {
          label: t.whose,
          render: (feed) => <Whose feed={feed} />,
          text: describeWhose,
          className: "sm:min-w-32 wrap-anywhere",
        },
        {
          label: t.deadlines,
          render: ({ includeDeadlines }) => (includeDeadlines ? t.included : t.notIncluded),
          text: ({ includeDeadlines }) => (includeDeadlines ? t.included : t.notIncluded),
        },
        {
          label: t.created,
          render: ({ createdAt }) => <RelativeTime instant={createdAt} />,
          text: ({ createdAt }) => createdAt,
          isOptional: true,
        },
        { label: t.lastRead, render: (feed) => <LastRead feed={feed} />, text: ({ lastFetchedAt }) => lastFetchedAt },
        {
          label: t.actions,
          render: (feed) => <Actions feed={feed} onReplace={onReplace} onRevoke={onRevoke} />,
          onPhone: "without-label",
        },
      ]}
    />
  );
}

/** Lines below one another, also in the cards of a phone. */
const stacked = "grid min-w-0 gap-0.5";

/** Google Calendar reads no more. Bytes. */
const mostForGoogle = 1_000_000;

function describeWhose({ scope, subjectNames }: Feed): string {
  if (scope === "member") return t.me;
  return scope === "organization" ? t.firm : subjectNames.join(", ");
}

const eventsOfFeed = { all: null, court_dates: t.courtDates, none: t.noEvents };

function Whose({ feed }: { feed: Feed }) {
  const events = eventsOfFeed[feed.eventTypes];
  return (
    <div className={stacked}>
      <span>{describeWhose(feed)}</span>
      {events !== null && <p className="text-[0.8125rem] text-muted">{events}</p>}
      {feed.problem !== null && <p className="text-[0.8125rem] font-medium text-danger">{t.problems[feed.problem]}</p>}
    </div>
  );
}

function LastRead({ feed: { lastFetchedAt, lastUserAgent, eventsThroughOn, bytes } }: { feed: Feed }) {
  return (
    <div className={stacked}>
      <RelativeTime instant={lastFetchedAt} fallback={t.never} />
      {eventsThroughOn !== null && (
        <p className="text-[0.8125rem]">{t.eventsThrough(formatDate(`${eventsThroughOn}T12:00:00Z`))}</p>
      )}
      {bytes !== null && bytes > mostForGoogle && (
        <p className="text-[0.8125rem] font-medium text-warning">{t.tooLarge((bytes / 1_000_000).toFixed(1))}</p>
      )}
      {lastUserAgent !== null && <p className="text-[0.8125rem] wrap-anywhere text-muted">{t.readBy(lastUserAgent)}</p>}
    </div>
  );
}

function Actions({
  feed,
  onReplace,
  onRevoke,
}: Omit<FeedTableProps, "feeds" | "onReplace"> & { feed: Feed; onReplace: FeedTableProps["onReplace"] | undefined }) {
  const of = <span className="sr-only"> {feed.name}</span>;
  return (
    <span className="flex flex-wrap gap-2 sm:justify-end">
      {onReplace !== undefined && (
        <Button size="sm" onClick={() => onReplace(feed)}>
          {t.replaceUrl}
          {of}
        </Button>
      )}
      <Button size="sm" variant="danger-quiet" onClick={() => onRevoke(feed)}>
        {t.revokeFeed}
        {of}
      </Button>
    </span>
  );
}
