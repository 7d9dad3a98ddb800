import { useController, useFormContext } from "react-hook-form";
import { Banner } from "../../ui/feedback/banner.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { ChipsField, describeEntryFault } from "./chips-field.tsx";
import { isEverywhere, readHost, validateHost, validateNetwork } from "./host-and-network.ts";
import type { KeyValues } from "./key-form.ts";

export function LimitsSection() {
  return (
    <SectionCard id="limits" title="Limits">
      <div className="grid gap-6">
        <HostsField />
        <NetworksField />
      </div>
    </SectionCard>
  );
}

function HostsField() {
  const { control } = useFormContext<KeyValues>();
  const { field, fieldState } = useController({ control, name: "webhookAllowedHosts" });
  return (
    <div id="webhook-hosts">
      <ChipsField
        label="Webhook hosts"
        why="fields#webhook-hosts"
        noun="host"
        placeholder="hooks.example.com"
        hint="Webhooks of this key may be sent to these hosts. Leave empty to disallow webhooks."
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        validate={validateHost}
        normalize={readHost}
        error={describeEntryFault(fieldState.error, field.value)}
      />
    </div>
  );
}

function NetworksField() {
  const { control } = useFormContext<KeyValues>();
  const { field, fieldState } = useController({ control, name: "allowedNetworks" });
  const isRestricted = field.value.length > 0;
  return (
    <div id="networks" className="grid gap-2">
      <ChipsField
        label="Allowed networks"
        why="fields#allowed-networks"
        noun="network"
        placeholder="203.0.113.0/24"
        hint="CIDR ranges or single IP addresses. Leave empty to allow requests from any IP address."
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        validate={validateNetwork}
        error={describeEntryFault(fieldState.error, field.value)}
      />
      {isRestricted && (
        <Banner tone={field.value.some(isEverywhere) ? "warning" : "info"}>
          {field.value.some(isEverywhere)
            ? "A range ending in /0 allows all IP addresses."
            : "Requests from other IP addresses fail with 403, including your own tests from this computer."}
        </Banner>
      )}
    </div>
  );
}
