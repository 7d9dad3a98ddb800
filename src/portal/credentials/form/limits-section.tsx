import { useController, useFormContext } from "react-hook-form";
import { Banner } from "../../ui/feedback/banner.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { ChipsField, describeEntryFault } from "./chips-field.tsx";
import { isEverywhere, readHost, validateHost, validateNetwork } from "./host-and-network.ts";
import { HostPresets } from "./host-presets.tsx";
import type { KeyValues } from "./key-form.ts";
import { limitsSection as t } from "./lazy-strings.ts";

export function LimitsSection() {
  return (
    <SectionCard id="limits" title={t.title}>
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
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
        label={t.webhookHosts}
        why="fields#webhook-hosts"
        noun={t.host}
        placeholder={t.hooksExampleCom}
        hint={t.webhookHostsHint}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        validate={validateHost}
        normalize={readHost}
        error={describeEntryFault(fieldState.error, field.value)}
      />
      <HostPresets hosts={field.value} onAdd={(host) => field.onChange([...new Set([...field.value, host])])} />
    </div>
  );
}

function NetworksField() {
  const { control } = useFormContext<KeyValues>();
  const { field, fieldState } = useController({ control, name: "allowedNetworks" });
  const isRestricted = field.value.length > 0;
  return (
    <div id="networks" className="grid content-start gap-2">
      <ChipsField
        label={t.allowedNetworks}
        why="fields#allowed-networks"
        noun={t.network}
        placeholder="203.0.113.0/24"
        hint={t.allowedNetworksHint}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        validate={validateNetwork}
        error={describeEntryFault(fieldState.error, field.value)}
      />
      {isRestricted && (
        <Banner tone={field.value.some(isEverywhere) ? "warning" : "info"}>
          {field.value.some(isEverywhere) ? t.rangeEndingIn0 : t.requestsFromOtherIp}
        </Banner>
      )}
    </div>
  );
}
