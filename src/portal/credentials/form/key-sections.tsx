"use client";

import { Fragment } from "react";
import { useController, useFormContext } from "react-hook-form";
import { Banner } from "../../ui/feedback/banner.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { Code } from "../../ui/code-block.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Switch } from "../../ui/forms/switch.tsx";
import { Textarea, TextInput } from "../../ui/forms/text-input.tsx";
import { joinWords } from "./abilities.ts";
import { AttorneySelect } from "./attorney-select.tsx";
import { ChipsField, describeEntryFault } from "./chips-field.tsx";
import { isEverywhere, validateHost, validateNetwork } from "./host-and-network.ts";
import type { KeyValues } from "./key-form.ts";
import { PresetChoice } from "./preset-choice.tsx";
import { findOnBehalf } from "./scope-grid.ts";
import { ScopePicker } from "./scope-picker.tsx";

/** What the key is called. */
export function NameSection() {
  const { register, formState } = useFormContext<KeyValues>();
  return (
    <SectionCard title="Name and purpose" description="Whoever meets this key in a list or a log should know what it is for and whose it is.">
      <Field label="Name" hint="For example “Website intake form” or “Nightly sync to Acme Analytics”." error={formState.errors.name?.message} required>
        {(control) => <TextInput {...control} {...register("name")} autoComplete="off" maxLength={200} className="max-w-md" />}
      </Field>
    </SectionCard>
  );
}

interface ScopesSectionProps {
  presets?: boolean;
  /** Elevated scopes that wait for a decision. */
  pending?: ReadonlySet<string>;
  /** Elevated scopes that are chosen and must be asked for. */
  requested: readonly string[];
}

/** What the key may do, and why it needs more than the standard. */
export function ScopesSection({ presets = false, pending, requested }: ScopesSectionProps) {
  const { control, formState, trigger } = useFormContext<KeyValues>();
  const { field } = useController({ control, name: "scopes" });
  const change = (scopes: KeyValues["scopes"]) => {
    field.onChange(scopes);
    // What these must be depends on the scopes.
    if (formState.isSubmitted) void trigger(["scopes", "actingAttorneyId", "purpose", "validUntil"]);
  };
  return (
    <SectionCard
      id="scopes"
      title="Scopes"
      description="Every scope is given one by one. Writing never includes reading: a key that writes leads cannot see them unless you tick both."
    >
      <div className="grid gap-6">
        {presets && <PresetChoice value={field.value} onChange={change} />}
        <ScopePicker value={field.value} onChange={change} error={formState.errors.scopes?.message} inputRef={field.ref} {...(pending !== undefined && { pending })} />
        {requested.length > 0 && <PurposeField requested={requested} />}
      </div>
    </SectionCard>
  );
}

function PurposeField({ requested }: { requested: readonly string[] }) {
  const { control } = useFormContext<KeyValues>();
  const { field, fieldState } = useController({ control, name: "purpose" });
  return (
    <div className="grid gap-4 rounded-lg border border-warning/30 bg-warning-soft p-4">
      <p className="max-w-prose text-sm">
        <strong className="font-semibold">{joinWords([...requested])}</strong> {requested.length === 1 ? "is elevated" : "are elevated"}. The key works at once
        with its standard scopes; the request goes to the platform administrators, who grant or deny it scope by scope. It lapses after 14 days.
      </p>
      <Field label="What the elevated scopes are needed for" hint="One or two sentences. No names of clients, please." error={fieldState.error?.message} required>
        {(attributes) => (
          <Textarea
            {...attributes}
            ref={field.ref}
            name={field.name}
            value={field.value ?? ""}
            maxLength={1000}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(event.target.value === "" ? undefined : event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}

interface AttorneySectionProps {
  former?: { id: string; name: string } | null;
}

/** On whose behalf the key acts, once a chosen scope asks for it. */
export function AttorneySection({ former = null }: AttorneySectionProps) {
  const { control, watch } = useFormContext<KeyValues>();
  const { field, fieldState } = useController({ control, name: "actingAttorneyId" });
  const onBehalf = findOnBehalf(watch("scopes"));
  const isNeeded = onBehalf.length > 0;
  return (
    <SectionCard
      id="acting-attorney"
      title="Acting attorney"
      description={
        isNeeded
          ? "Somebody of the firm answers for what this key does. When the attorney is deactivated, these scopes stop at the next request."
          : "None of the chosen scopes acts on behalf of an attorney, so nobody has to be chosen."
      }
    >
      <AttorneySelect
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        required={isNeeded}
        former={former}
        error={fieldState.error?.message}
        hint={
          isNeeded
            ? <Attribution scopes={onBehalf} />
            : "When chosen nevertheless, the name is recorded with what the key does."
        }
      />
    </SectionCard>
  );
}

function Attribution({ scopes }: { scopes: readonly string[] }) {
  return (
    <>
      What is done under{" "}
      {scopes.map((scope, index) => (
        <Fragment key={scope}>
          {index > 0 && " "}
          <Code>{scope}</Code>
        </Fragment>
      ))}{" "}
      is recorded as done on behalf of this person.
    </>
  );
}

/** Whether reports may take in the organizations below. */
export function ReportsSection() {
  const { register } = useFormContext<KeyValues>();
  return (
    <SectionCard title="Report hierarchy">
      <Switch
        {...register("reportIncludeChildOrganizations")}
        label="Include child organizations in reports"
        hint="A report over the organizations below this one takes in their figures, when the key has an acting attorney. Off: this organization alone."
      />
    </SectionCard>
  );
}

/** Where webhooks that this key sets up may go. */
export function HostsSection() {
  const { control } = useFormContext<KeyValues>();
  const { field, fieldState } = useController({ control, name: "webhookAllowedHosts" });
  return (
    <SectionCard id="webhook-hosts" title="Webhook hosts" description="Webhooks of this key are delivered over HTTPS and to these hosts alone. Without any host it can set up no webhook.">
      <ChipsField
        label="Allowed hosts"
        noun="host"
        placeholder="hooks.example.com"
        hint="Host names, without protocol, port or path."
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        judge={validateHost}
        error={describeEntryFault(fieldState.error, field.value)}
      />
    </SectionCard>
  );
}

/** From where the key may be used. */
export function NetworksSection() {
  const { control } = useFormContext<KeyValues>();
  const { field, fieldState } = useController({ control, name: "allowedNetworks" });
  const isRestricted = field.value.length > 0;
  return (
    <SectionCard id="networks" title="Allowed networks" description="Without any, the key works from everywhere.">
      <div className="grid gap-2">
        <ChipsField
          label="Networks"
          noun="network"
          placeholder="203.0.113.0/24"
          hint="CIDR notation or single addresses, IPv4 or IPv6."
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          judge={validateNetwork}
          error={describeEntryFault(fieldState.error, field.value)}
        />
        {isRestricted && (
          <Banner tone={field.value.some(isEverywhere) ? "warning" : "info"}>
            {field.value.some(isEverywhere)
              ? "A network that ends in /0 allows every address, so this list restricts nothing."
              : "Requests from any other address are refused with 403, also your own tests from this computer."}
          </Banner>
        )}
      </div>
    </SectionCard>
  );
}
