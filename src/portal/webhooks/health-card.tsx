import { useQuery } from "@tanstack/react-query";
import { inBackground } from "../client/background.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { SectionCard } from "../ui/card.tsx";
import { cn } from "../ui/class-names.ts";
import { DescriptionList } from "../ui/description-list.tsx";
import { LinkButton } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { lineUpAttempts, summarizeAttempts, type StripEntry } from "./deliveries/attempt-strip.ts";
import { healthCard as t } from "./strings.ts";
import type { Subscription } from "./webhook-types.ts";

const refreshMilliseconds = 30_000;

export function HealthCard({ subscription }: { subscription: Subscription }) {
  const { href } = useOrganization();
  const trpc = useTRPC();
  const { id, lastAttemptAt, lastSuccessAt, failingSince, consecutiveFailures } = subscription;
  const { data } = useQuery(
    trpc.webhookSubscriptions.deliveries.list.queryOptions(
      { subscriptionId: id, limit: 50 },
      { refetchInterval: refreshMilliseconds, trpc: inBackground },
    ),
  );
  const strip = data === undefined ? undefined : lineUpAttempts(data.webhookDeliveries);
  return (
    <SectionCard
      title={t.title}
      actions={
        <LinkButton size="sm" href={href(`/webhooks/${id}?tab=deliveries`)}>
          {t.allDeliveries}
        </LinkButton>
      }
    >
      <div className="grid gap-4">
        {strip === undefined ? <Skeleton className="h-14" /> : <Strip entries={strip} />}
        <DescriptionList
          facts={[
            [t.lastSuccess, <RelativeTime key="success" instant={lastSuccessAt} />],
            [t.lastAttempt, <RelativeTime key="attempt" instant={lastAttemptAt} />],
            ...(failingSince === null
              ? []
              : ([
                  [
                    t.failingSince,
                    <span key="failing">{t.inRow(<RelativeTime instant={failingSince} />, consecutiveFailures)}</span>,
                  ],
                ] as const)),
          ]}
        />
      </div>
    </SectionCard>
  );
}

function Strip({ entries }: { entries: readonly StripEntry[] }) {
  const summary = summarizeAttempts(entries);
  if (entries.length === 0) return <p className="min-h-14 text-sm text-muted">{summary}</p>;
  return (
    <div className="grid min-h-14 min-w-0 content-start gap-2">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- marks, of which there is no picture file */}
      <div role="img" aria-label={summary} className="flex h-7 min-w-0 items-end gap-0.75">
        {entries.map(({ key, isFine, title }) => (
          // Failures differ in height as well as in color.
          <span
            key={key}
            title={title}
            className={cn("max-w-2 min-w-0.5 flex-1 rounded-xs", isFine ? "h-4 bg-success" : "h-7 bg-danger")}
          />
        ))}
      </div>
      <p aria-hidden className="text-sm text-muted">
        {summary}
      </p>
    </div>
  );
}
