import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useOrganization } from "../../shell/account-context.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { FieldGroup } from "../../ui/forms/field.tsx";
import { LinkButton } from "../../ui/link.tsx";
import { RadioCard } from "../../ui/forms/radio-cards.tsx";
import { EventTypePicker } from "./event-type-picker.tsx";
import { seesNothing } from "./event-type-groups.ts";
import type { KeyFacts, WebhookValues } from "./webhook-form.ts";

export function EventTypesSection({ chosen }: { chosen: KeyFacts | null }) {
  const { control } = useFormContext<WebhookValues>();
  const { field: { value, onChange, ref }, fieldState } = useController({ control, name: "eventTypes" });
  const isAll = value[0] === "*";
  // Restores the ticked types when leaving "everything".
  const [ticked, setTicked] = useState<string[]>(isAll ? [] : value);
  const choose = (types: string[]) => {
    setTicked(types);
    onChange(types);
  };
  return (
    <SectionCard title="Events" description="A request contains IDs, type and time, not the record. The integration reads the record with its key.">
      <div className="grid gap-5">
        {chosen !== null && seesNothing(chosen.scopes) && <Blind keyId={chosen.id} />}
        <FieldGroup legend="Event types" why="fields#event-types" error={fieldState.error?.message}>
          <div className="grid gap-2.5 sm:grid-cols-2">
            <RadioCard
              ref={ref}
              name="which"
              title="All events the key can read"
              hint="Includes event types added later."
              checked={isAll}
              onChange={() => onChange(["*"])}
            />
            <RadioCard name="which" title="Selected event types" hint="Only the types you select." checked={!isAll} onChange={() => onChange(ticked)} />
          </div>
        </FieldGroup>
        {!isAll && <EventTypePicker scopes={chosen?.scopes ?? null} value={value} onChange={choose} />}
      </div>
    </SectionCard>
  );
}

function Blind({ keyId }: { keyId: string }) {
  const { href } = useOrganization();
  return (
    <Banner
      tone="warning"
      title="This key cannot read any events"
      actions={
        <LinkButton size="sm" href={href(`/credentials/${keyId}?tab=edit#scopes`)} target="_blank">
          Edit scopes
        </LinkButton>
      }
    >
      It needs events:read or a read scope such as cases:read.
    </Banner>
  );
}
