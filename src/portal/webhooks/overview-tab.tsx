import { useOrganization } from "../shell/account-context.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { LinkButton, TextLink } from "../ui/link.tsx";
import { ExactTime, RelativeTime } from "../ui/relative-time.tsx";
import { HealthCard } from "./health-card.tsx";
import { overviewTab as t } from "./strings.ts";
import type { Subscription } from "./webhook-types.ts";

export function OverviewTab({ subscription }: { subscription: Subscription }) {
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,4fr)_minmax(0,3fr)]">
      <div className="grid gap-5">
        <HealthCard subscription={subscription} />
        <EventTypes subscription={subscription} />
      </div>
      <div className="grid gap-5">
        <Details subscription={subscription} />
        <Secrets secrets={subscription.secrets} />
      </div>
    </div>
  );
}

function EventTypes({ subscription: { id, eventTypes } }: { subscription: Subscription }) {
  const { href } = useOrganization();
  const isAll = eventTypes[0] === "*";
  return (
    <SectionCard
      title={t.events}
      description={isAll ? t.allEventsItsKey : describeKinds(eventTypes.length)}
      actions={
        <LinkButton size="sm" href={href(`/webhooks/${id}?tab=edit`)}>
          {t.editEvents}
        </LinkButton>
      }
    >
      {isAll ? undefined : (
        <ul className="flex flex-wrap gap-1.5 text-sm">
          {eventTypes.map((type) => (
            <li key={type}>
              <Code>{type}</Code>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

function describeKinds(count: number): string {
  return t.eventTypes(count);
}

function Details({ subscription }: { subscription: Subscription }) {
  const { href } = useOrganization();
  const { keyId, keyName, createdAt, createdBy, updatedAt, id } = subscription;
  return (
    <SectionCard title={t.details}>
      <DescriptionList
        facts={[
          [
            t.apiKey,
            <TextLink key="key" href={href(`/credentials/${keyId}`)}>
              {keyName}
            </TextLink>,
          ],
          [
            t.created,
            <span key="created">{t.by(<ExactTime instant={createdAt} time={false} />, createdBy.name)}</span>,
          ],
          [t.lastChanged, <RelativeTime key="changed" instant={updatedAt} />],
          ["ID", <Code key="id">{id}</Code>],
        ]}
      />
    </SectionCard>
  );
}

function Secrets({ secrets }: { secrets: Subscription["secrets"] }) {
  const { href } = useOrganization();
  return (
    <SectionCard title={secrets.length > 1 ? t.signingSecrets : t.signingSecret} description={t.description}>
      <ul className="grid gap-2.5 text-sm">
        {secrets.map(({ prefix, createdAt, expiresAt }) => (
          <li key={prefix} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Code>{prefix}…</Code>
            <span className="text-muted">
              {expiresAt === null
                ? t.secretCreated(<RelativeTime instant={createdAt} />)
                : t.rotated(<ExactTime instant={expiresAt} />)}
            </span>
          </li>
        ))}
      </ul>
      {secrets.length > 1 && <p className="mt-3 text-sm text-muted">{t.untilThenEveryDelivery}</p>}
      <p className="mt-3 text-sm">
        <TextLink href={href("/webhooks/verify")}>{t.verifySignature}</TextLink>
      </p>
    </SectionCard>
  );
}
