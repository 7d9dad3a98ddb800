import { hostOf } from "../../contract/webhooks/url.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Code } from "../ui/code-block.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { PlainLink, TextLink } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { nameStatus, StatusBadge } from "../ui/feedback/status-badge.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { subscriptionTable as t } from "./strings.ts";
import { showStatus } from "./subscription-status.ts";
import { TypeName } from "./type-name.tsx";
import type { Subscription } from "./webhook-types.ts";

interface SubscriptionTableProps {
  subscriptions: readonly Subscription[];
  /** False if all have the same key. */
  withKey?: boolean;
}

const keyColumn: Column<Subscription> = {
  label: t.key,
  render: (subscription) => <KeyLink subscription={subscription} />,
  text: ({ keyName }) => keyName,
  className: "sm:max-w-44",
};

export function SubscriptionTable({ subscriptions, withKey = true }: SubscriptionTableProps) {
  return (
    <DataTable
      name="webhooks"
      caption={t.webhooks}
      rows={subscriptions}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.name,
          render: (subscription) => <NameCell subscription={subscription} />,
          text: ({ name }) => name,
          className: "sm:max-w-50",
        },
        {
          label: t.status,
          render: (subscription) => <Status subscription={subscription} />,
          text: (subscription) => nameStatus(showStatus(subscription)),
          onPhone: "beside",
        },
        {
          label: t.since,
          render: (subscription) => <RelativeTime instant={findSince(subscription)} fallback={t.none} />,
          text: findSince,
          isOptional: true,
        },
        {
          label: t.host,
          render: ({ url }) => <Code>{hostOf(url)}</Code>,
          text: ({ url }) => hostOf(url),
          onPhone: "line",
        },
        { label: t.webhookId, render: ({ id }) => <ShortId id={id} />, text: ({ id }) => id, isOptional: true },
        {
          label: t.endpointUrl,
          render: ({ url }) => <span className="wrap-anywhere">{url}</span>,
          text: ({ url }) => url,
          isOptional: true,
        },
        {
          label: t.events,
          render: ({ eventTypes }) => <TypesInShort types={eventTypes} />,
          text: ({ eventTypes }) => eventTypes.join(" "),
        },
        ...(withKey ? [keyColumn] : []),
        {
          label: t.lastSuccess,
          render: ({ lastSuccessAt }) => <RelativeTime instant={lastSuccessAt} />,
          text: ({ lastSuccessAt }) => lastSuccessAt,
          className: "sm:whitespace-nowrap",
        },
        {
          label: t.lastAttempt,
          render: ({ lastAttemptAt }) => <RelativeTime instant={lastAttemptAt} />,
          text: ({ lastAttemptAt }) => lastAttemptAt,
          className: "sm:whitespace-nowrap",
          isOptional: true,
        },
      ]}
    />
  );
}

function NameCell({ subscription: { id, name } }: { subscription: Subscription }) {
  const { href } = useOrganization();
  return (
    <PlainLink
      href={href(`/webhooks/${id}`)}
      title={name}
      className="block rounded py-0.5 font-semibold text-accent hover:underline max-sm:wrap-anywhere sm:truncate"
    >
      {name}
    </PlainLink>
  );
}

function KeyLink({ subscription: { keyId, keyName } }: { subscription: Subscription }) {
  const { href } = useOrganization();
  return (
    <TextLink
      href={href(`/credentials/${keyId}`)}
      title={keyName}
      className="block min-h-6 py-0.5 max-sm:wrap-anywhere sm:truncate"
    >
      {keyName}
    </TextLink>
  );
}

function TypesInShort({ types: [first = "", ...others] }: { types: readonly string[] }) {
  if (first === "*") return t.allEventsItsKey;
  return (
    <div className="sm:min-w-36">
      <TypeName type={first} />{" "}
      {others.length > 0 && <span className="whitespace-nowrap text-muted">{t.andMore(others.length)}</span>}
    </div>
  );
}

const causes = t.causes;

/** Since when it fails, or is paused or disabled; null for one that works. */
function findSince(subscription: Subscription): string | null {
  const { failingSince, statusChangedAt } = subscription;
  const sinceOfStatus = {
    active: null,
    failing: failingSince,
    stopped: null,
    halted: statusChangedAt,
    disabled: statusChangedAt,
  };
  return sinceOfStatus[showStatus(subscription)];
}

function Status({ subscription }: { subscription: Subscription }) {
  const { obstacle, statusReason } = subscription;
  const shown = showStatus(subscription);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusBadge status={shown} />
      {statusReason === "gone" && <span className="text-[0.8125rem] text-muted">{t.gone}</span>}
      {shown === "stopped" && obstacle !== null && (
        <span className="text-[0.8125rem] text-muted">{causes[obstacle]}</span>
      )}
    </div>
  );
}
