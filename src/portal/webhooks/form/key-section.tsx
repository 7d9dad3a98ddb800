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
import type { WebhookValues } from "./webhook-form.ts";

export function KeySection({ keys, chosen }: { keys: readonly Key[]; chosen: Key | null }) {
  const { control } = useFormContext<WebhookValues>();
  const { field, fieldState } = useController({ control, name: "keyId" });
  return (
    <SectionCard title="API key" description="The webhook receives the events this key can read, at a host the key allows. It stops when the key expires.">
      <div className="grid gap-4">
        <Field label="Key" why="fields#key-of-a-webhook" error={fieldState.error?.message} required className="max-w-xl">
          {(attributes) => (
            <Select {...attributes} ref={field.ref} name={field.name} value={field.value} onBlur={field.onBlur} onChange={field.onChange}>
              <option value="">Choose a key</option>
              <Options of={keys.map(({ id, name, status }) => [id, status === "active" || status === "expiring" ? name : `${name} (${nameStatus(status).toLowerCase()})`])} />
            </Select>
          )}
        </Field>
        {chosen !== null && <Hosts chosen={chosen} />}
        {chosen?.status === "paused" && <Banner tone="warning">This key is paused. Events are not delivered until it is resumed.</Banner>}
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
        title="This key does not allow any hosts yet"
        actions={
          <LinkButton size="sm" href={href(`/credentials/${id}?tab=edit#webhook-hosts`)} target="_blank">
            Edit key
          </LinkButton>
        }
      >
        Webhooks can only use hosts their key allows. Enter the endpoint URL below to allow its host.
      </Banner>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
      <span className="text-muted">Allowed webhook hosts:</span>
      <ul className="flex flex-wrap gap-1.5" aria-label="Allowed hosts">
        {hosts.map((host) => (
          <li key={host}>
            <Code>{host}</Code>
          </li>
        ))}
      </ul>
    </div>
  );
}
