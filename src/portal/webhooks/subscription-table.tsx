"use client";

import { hostOf } from "../../contract/webhooks/url.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Code } from "../ui/code-block.tsx";
import { PlainLink, TextLink } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { StatusBadge } from "../ui/feedback/status-badge.tsx";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "../ui/table.tsx";
import { showStatus } from "./subscription-status.ts";
import { TypeName } from "./type-name.tsx";
import type { Subscription } from "./webhook-types.ts";

interface SubscriptionTableProps {
  subscriptions: readonly Subscription[];
  /** False if all have the same key. */
  withKey?: boolean;
}

export function SubscriptionTable({ subscriptions, withKey = true }: SubscriptionTableProps) {
  return (
    <Table caption="Webhooks">
      <TableHead>
        <HeadCell>Name</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell>Events</HeadCell>
        {withKey && <HeadCell>Key</HeadCell>}
        <HeadCell>Last success</HeadCell>
      </TableHead>
      <TableBody>
        {subscriptions.map((subscription) => (
          <SubscriptionRow key={subscription.id} subscription={subscription} withKey={withKey} />
        ))}
      </TableBody>
    </Table>
  );
}

function SubscriptionRow({ subscription, withKey }: { subscription: Subscription; withKey: boolean }) {
  const { href } = useOrganization();
  const { id, name, url, eventTypes, keyId, keyName, lastSuccessAt, lastAttemptAt } = subscription;
  return (
    <Row>
      <Cell head>
        <div className="grid max-w-80 min-w-36 justify-items-start gap-1 sm:min-w-52">
          <PlainLink href={href(`/webhooks/${id}`)} className="rounded font-semibold text-accent wrap-anywhere hover:underline">
            {name}
          </PlainLink>
          <Code>{hostOf(url)}</Code>
        </div>
      </Cell>
      <Cell label="Status">
        <StatusAndSince subscription={subscription} />
      </Cell>
      <Cell label="Events">
        <TypesInShort types={eventTypes} />
      </Cell>
      {withKey && (
        <Cell label="Key" className="sm:min-w-36">
          <TextLink href={href(`/credentials/${keyId}`)} className="wrap-anywhere">
            {keyName}
          </TextLink>
        </Cell>
      )}
      <Cell label="Last success" className="sm:whitespace-nowrap">
        <div>
          <RelativeTime instant={lastSuccessAt} />
          {lastAttemptAt !== lastSuccessAt && (
            <span className="block text-[0.8125rem] text-muted">
              last attempt <RelativeTime instant={lastAttemptAt} fallback="never" />
            </span>
          )}
        </div>
      </Cell>
    </Row>
  );
}

function TypesInShort({ types: [first = "", ...others] }: { types: readonly string[] }) {
  if (first === "*") return "All events its key can read";
  return (
    <div className="sm:min-w-36">
      <TypeName type={first} />
      {others.length > 0 && <span className="block text-[0.8125rem] text-muted">and {others.length} more</span>}
    </div>
  );
}

const causes = { key_revoked: "its key is revoked", key_expired: "its key has expired", key_paused: "its key is paused", host_not_allowed: "host not allowed" } as const;

function StatusAndSince({ subscription }: { subscription: Subscription }) {
  const { obstacle, failingSince, statusReason, statusChangedAt } = subscription;
  const shown = showStatus(subscription);
  const since = { active: null, failing: failingSince, stopped: null, halted: statusChangedAt, disabled: statusChangedAt }[shown];
  return (
    <div className="grid min-w-28 justify-items-start gap-1">
      <StatusBadge status={shown} />
      {since !== null && (
        <span className="text-[0.8125rem] text-muted">
          {statusReason === "gone" && "HTTP 410,  "}
          <RelativeTime instant={since} />
        </span>
      )}
      {shown === "stopped" && obstacle !== null && <span className="text-[0.8125rem] text-muted">{causes[obstacle]}</span>}
    </div>
  );
}
