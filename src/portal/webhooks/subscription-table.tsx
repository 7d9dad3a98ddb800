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
  className: "sm:min-w-36",
};

export function SubscriptionTable({ subscriptions, withKey = true }: SubscriptionTableProps) {
  return (
    <DataTable
      name="webhooks"
      caption={t.webhooks}
      rows={subscriptions}
      keyOf={({ id }) => id}
      columns={[
        { label: t.name, render: (subscription) => <NameCell subscription={subscription} />, text: ({ name }) => name },
        {
          label: t.status,
          render: (subscription) => <StatusAndSince subscription={subscription} />,
          text: (subscription) => nameStatus(showStatus(subscription)),
          onPhone: "beside",
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
          render: (subscription) => <LastSuccess subscription={subscription} />,
          text: ({ lastSuccessAt }) => lastSuccessAt,
          className: "sm:whitespace-nowrap",
        },
      ]}
    />
  );
}

function NameCell({ subscription: { id, name, url } }: { subscription: Subscription }) {
  const { href } = useOrganization();
  return (
    <div className="flex max-w-80 min-w-36 flex-wrap items-center gap-x-2 gap-y-1 sm:min-w-52 sm:flex-col sm:items-start">
      <PlainLink
        href={href(`/webhooks/${id}`)}
        className="rounded py-0.5 font-semibold text-accent wrap-anywhere hover:underline"
      >
        {name}
      </PlainLink>
      <Code>{hostOf(url)}</Code>
    </div>
  );
}

function KeyLink({ subscription: { keyId, keyName } }: { subscription: Subscription }) {
  const { href } = useOrganization();
  return (
    <TextLink href={href(`/credentials/${keyId}`)} className="inline-block min-h-6 py-0.5 wrap-anywhere">
      {keyName}
    </TextLink>
  );
}

function LastSuccess({ subscription: { lastSuccessAt, lastAttemptAt } }: { subscription: Subscription }) {
  return (
    <div>
      <RelativeTime instant={lastSuccessAt} />{" "}
      {lastAttemptAt !== lastSuccessAt && (
        <span className="text-muted sm:block sm:text-[0.8125rem]">
          {t.lastAttempt(<RelativeTime instant={lastAttemptAt} fallback={t.never} />)}
        </span>
      )}
    </div>
  );
}

function TypesInShort({ types: [first = "", ...others] }: { types: readonly string[] }) {
  if (first === "*") return t.allEventsItsKey;
  return (
    <div className="sm:min-w-36">
      <TypeName type={first} />{" "}
      {others.length > 0 && <span className="text-muted sm:block sm:text-[0.8125rem]">{t.andMore(others.length)}</span>}
    </div>
  );
}

const causes = t.causes;

function StatusAndSince({ subscription }: { subscription: Subscription }) {
  const { obstacle, failingSince, statusReason, statusChangedAt } = subscription;
  const shown = showStatus(subscription);
  const sinceOfStatus = {
    active: null,
    failing: failingSince,
    stopped: null,
    halted: statusChangedAt,
    disabled: statusChangedAt,
  };
  const since = sinceOfStatus[shown];
  return (
    <div className="grid min-w-28 justify-items-start gap-1">
      <StatusBadge status={shown} />
      {since !== null && (
        <span className="text-[0.8125rem] text-muted">
          {statusReason === "gone" && "HTTP 410,  "}
          <RelativeTime instant={since} />
        </span>
      )}
      {shown === "stopped" && obstacle !== null && (
        <span className="text-[0.8125rem] text-muted">{causes[obstacle]}</span>
      )}
    </div>
  );
}
