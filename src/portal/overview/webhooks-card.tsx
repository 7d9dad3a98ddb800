import type { ReactNode } from "react";
import { useOrganization } from "../shell/account-context.tsx";
import { SectionCard } from "../ui/card.tsx";
import { LinkButton, TextLink } from "../ui/link.tsx";
import { formatNumber } from "../ui/format.ts";
import { CardLine } from "./card-list.tsx";
import { formatSuccess, type Cards } from "./overview-figures.ts";
import { webhooksCard as t } from "./strings.ts";

type Webhooks = NonNullable<Cards["webhooks"]>;

export function WebhooksCard({ webhooks }: { webhooks: Webhooks }) {
  const { href } = useOrganization();
  const { active, paused, disabled, succeeded, failed, backlog, stopped } = webhooks;
  if (active + paused + disabled === 0) {
    return (
      <SectionCard
        title={t.title}
        actions={
          <LinkButton size="sm" href={href("/webhooks/new")}>
            {t.createWebhook}
          </LinkButton>
        }
      >
        <p className="text-sm text-muted">{t.noWebhooksYet}</p>
      </SectionCard>
    );
  }
  return (
    <SectionCard
      title={t.title}
      actions={
        <TextLink href={href("/webhooks")} className="py-1 text-sm">
          {t.allWebhooks}
        </TextLink>
      }
    >
      <dl className="grid grid-cols-3 gap-4">
        <Figure
          label={t.delivered}
          value={formatSuccess(succeeded, failed)}
          note={
            succeeded + failed === 0
              ? t.noDeliveriesIn24
              : t.ofFailedIn24(formatNumber(failed), formatNumber(succeeded + failed))
          }
        />
        <Figure
          label={t.backlog}
          value={formatNumber(backlog)}
          note={backlog === 0 ? t.nothingWaits : t.waitForAttempt}
        />
        <Figure
          label={t.active}
          value={formatNumber(active)}
          note={t.paused(formatNumber(paused), formatNumber(disabled))}
        />
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

const stopLabels = t.stopLabels;

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
