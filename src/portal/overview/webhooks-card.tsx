import type { ReactNode } from "react";
import { useOrganization } from "../shell/account-context.tsx";
import { SectionCard } from "../ui/card.tsx";
import { LinkButton, TextLink } from "../ui/link.tsx";
import { formatNumber } from "../ui/format.ts";
import { CardLine } from "./card-list.tsx";
import { formatSuccess, type Cards } from "./overview-figures.ts";

type Webhooks = NonNullable<Cards["webhooks"]>;

export function WebhooksCard({ webhooks }: { webhooks: Webhooks }) {
  const { href } = useOrganization();
  const { active, paused, disabled, succeeded, failed, backlog, stopped } = webhooks;
  if (active + paused + disabled === 0) {
    return (
      <SectionCard title="Webhooks" actions={<LinkButton size="sm" href={href("/webhooks/new")}>Create webhook</LinkButton>}>
        <p className="text-sm text-muted">No webhooks yet. A webhook sends events to an HTTPS endpoint of your integration, within seconds.</p>
      </SectionCard>
    );
  }
  return (
    <SectionCard title="Webhooks" actions={<TextLink href={href("/webhooks")} className="py-1 text-sm">All webhooks</TextLink>}>
      <dl className="grid grid-cols-3 gap-4">
        <Figure label="Delivered" value={formatSuccess(succeeded, failed)} note={succeeded + failed === 0 ? "no deliveries in 24 hours" : `${formatNumber(failed)} of ${formatNumber(succeeded + failed)} failed in 24 hours`} />
        <Figure label="Backlog" value={formatNumber(backlog)} note={backlog === 0 ? "nothing waits" : "wait for an attempt"} />
        <Figure label="Active" value={formatNumber(active)} note={`${formatNumber(paused)} paused, ${formatNumber(disabled)} disabled`} />
      </dl>
      {stopped.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-t border-line pt-3 text-sm">
          {stopped.map(({ subscriptionId, name, statusReason }) => (
            <CardLine key={subscriptionId} end={stopLabels[statusReason ?? "none"]}>
              <TextLink href={href(`/webhooks/${subscriptionId}`)}>{name}</TextLink>
            </CardLine>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

const stopLabels = {
  failures: "Paused after 120 hours of failed deliveries",
  gone: "Disabled: its endpoint returned 410",
  by_hand: "Disabled by a member",
  none: "Its key no longer allows the host",
} as const;

function Figure({ label, value, note }: { label: string; value: string; note: ReactNode }) {
  return (
    <div>
      <dt className="text-[0.8125rem] text-muted">{label}</dt>
      <dd>
        <span className="block text-2xl leading-tight font-semibold tabular-nums">{value}</span>
        <span className="block text-xs text-muted">{note}</span>
      </dd>
    </div>
  );
}
