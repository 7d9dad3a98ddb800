import { useController, useFormContext } from "react-hook-form";
import type { Key } from "../../credentials/portal-types.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { Code } from "../../ui/code-block.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { LinkButton } from "../../ui/link.tsx";
import { Options, Select } from "../../ui/forms/select.tsx";
import { nameStatus } from "../../ui/feedback/status-badge.tsx";
import { keySection as t } from "./strings.ts";
import type { WebhookValues } from "./webhook-form.ts";

export function KeySection({ keys, chosen }: { keys: readonly Key[]; chosen: Key | null }) {
  const { control } = useFormContext<WebhookValues>();
  const { field, fieldState } = useController({ control, name: "keyId" });
  return (
    <SectionCard title={t.apiKey} description={t.apiKeyDescription}>
      <div className="grid gap-4">
        <Field
          label={t.key}
          why="fields#key-of-a-webhook"
          error={fieldState.error?.message}
          required
          className="max-w-xl"
        >
          {(attributes) => (
            <Select
              {...attributes}
              ref={field.ref}
              name={field.name}
              value={field.value}
              onBlur={field.onBlur}
              onChange={field.onChange}
            >
              <option value="">{t.chooseKey}</option>
              <Options
                of={keys.map(({ id, name, status }) => [
                  id,
                  status === "active" || status === "expiring" ? name : `${name} (${nameStatus(status).toLowerCase()})`,
                ])}
              />
            </Select>
          )}
        </Field>
        {chosen !== null && <Hosts chosen={chosen} />}
        {chosen?.status === "paused" && <Banner tone="warning">{t.thisKeyIsPaused}</Banner>}
      </div>
    </SectionCard>
  );
}

function Hosts({ chosen: { id, webhookAllowedHosts: hosts } }: { chosen: Key }) {
  const { href } = useOrganization();
  if (hosts.length === 0) {
    return (
      <Banner
        tone="warning"
        title={t.thisKeyDoesNot}
        actions={
          <LinkButton size="sm" href={href(`/credentials/${id}?tab=edit#webhook-hosts`)} target="_blank">
            {t.editKey}
          </LinkButton>
        }
      >
        {t.webhooksCanOnlyUse}
      </Banner>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
      <span className="text-muted">{t.allowedWebhookHosts}</span>
      <ul className="flex flex-wrap gap-1.5" aria-label={t.allowedHosts}>
        {hosts.map((host) => (
          <li key={host}>
            <Code>{host}</Code>
          </li>
        ))}
      </ul>
    </div>
  );
}
