"use client";

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

/** Of what the program is told. */
export function EventTypesSection({ chosen }: { chosen: KeyFacts | null }) {
  const { control } = useFormContext<WebhookValues>();
  const { field: { value, onChange, ref }, fieldState } = useController({ control, name: "eventTypes" });
  const isAll = value[0] === "*";
  // What was ticked is there again when one goes back from "everything".
  const [ticked, setTicked] = useState<string[]>(isAll ? [] : value);
  const choose = (types: string[]) => {
    setTicked(types);
    onChange(types);
  };
  return (
    <SectionCard title="Events" description="A message holds ids, type and time, and no record: the program reads the record with its key.">
      <div className="grid gap-5">
        {chosen !== null && seesNothing(chosen.scopes) && <Blind keyId={chosen.id} />}
        <FieldGroup legend="Which events" error={fieldState.error?.message}>
          <div className="grid gap-2.5 sm:grid-cols-2">
            <RadioCard
              ref={ref}
              name="which"
              title="Everything the key may see"
              hint="Also kinds of events that are added later."
              checked={isAll}
              onChange={() => onChange(["*"])}
            />
            <RadioCard name="which" title="Only some" hint="The kinds that you tick." checked={!isAll} onChange={() => onChange(ticked)} />
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
      title="This key may see no event"
      actions={
        <LinkButton size="sm" href={href(`/credentials/${keyId}?tab=edit#scopes`)} target="_blank">
          Change its scopes
        </LinkButton>
      }
    >
      It would never be told anything. It needs events:read, or the reading scope of an area such as cases:read.
    </Banner>
  );
}
