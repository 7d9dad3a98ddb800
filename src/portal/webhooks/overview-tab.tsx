import { useOrganization } from "../shell/account-context.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { LinkButton, TextLink } from "../ui/link.tsx";
import { ExactTime, RelativeTime } from "../ui/relative-time.tsx";
import { HealthCard } from "./health-card.tsx";
import type { Subscription } from "./webhook-types.ts";
import { plural } from "../ui/plural.ts";

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
      title="Events"
      description={isAll ? "All events its key can read, including types added later." : describeKinds(eventTypes.length)}
      actions={
        <LinkButton size="sm" href={href(`/webhooks/${id}?tab=edit`)}>
          Edit events
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
  return plural(count, "One event type.", "# event types.");
}

function Details({ subscription }: { subscription: Subscription }) {
  const { href } = useOrganization();
  const { keyId, keyName, createdAt, createdBy, updatedAt, id } = subscription;
  return (
    <SectionCard title="Details">
      <DescriptionList
        facts={[
          ["API key", <TextLink key="key" href={href(`/credentials/${keyId}`)}>{keyName}</TextLink>],
          ["Created", <span key="created"><ExactTime instant={createdAt} time={false} /> by {createdBy.name}</span>],
          ["Last changed", <RelativeTime key="changed" instant={updatedAt} />],
          ["ID", <Code key="id">{id}</Code>],
        ]}
      />
    </SectionCard>
  );
}

function Secrets({ secrets }: { secrets: Subscription["secrets"] }) {
  const { href } = useOrganization();
  return (
    <SectionCard title={secrets.length > 1 ? "Signing secrets" : "Signing secret"} description="Only prefixes are shown. Secrets are shown once, at creation.">
      <ul className="grid gap-2.5 text-sm">
        {secrets.map(({ prefix, createdAt, expiresAt }) => (
          <li key={prefix} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Code>{prefix}…</Code>
            <span className="text-muted">
              {expiresAt === null ? (
                <>
                  created <RelativeTime instant={createdAt} />
                </>
              ) : (
                <>
                  rotated, signs until <ExactTime instant={expiresAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {secrets.length > 1 && <p className="mt-3 text-sm text-muted">Until then every delivery carries both signatures. One valid signature is enough.</p>}
      <p className="mt-3 text-sm">
        <TextLink href={href("/webhooks/verify")}>Verify signature</TextLink>
      </p>
    </SectionCard>
  );
}
