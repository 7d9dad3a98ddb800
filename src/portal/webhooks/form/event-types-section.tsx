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
import { eventTypesSection as t } from "./strings.ts";
import type { KeyFacts, WebhookValues } from "./webhook-form.ts";

export function EventTypesSection({ chosen }: { chosen: KeyFacts | null }) {
  const { control } = useFormContext<WebhookValues>();
  const {
    field: { value, onChange, ref },
    fieldState,
  } = useController({ control, name: "eventTypes" });
  const isAll = value[0] === "*";
  // Restores the ticked types when leaving "everything".
  const [ticked, setTicked] = useState<string[]>(isAll ? [] : value);
  const choose = (types: string[]) => {
    setTicked(types);
    onChange(types);
  };
  return (
    <SectionCard title={t.events} description={t.eventsDescription}>
      <div className="grid gap-5">
        {chosen !== null && seesNothing(chosen.scopes) && <Blind keyId={chosen.id} />}
        <FieldGroup legend={t.eventTypes} why="fields#event-types" error={fieldState.error?.message}>
          <div className="grid gap-2.5 sm:grid-cols-2">
            <RadioCard
              ref={ref}
              name="which"
              title={t.allEventsKey}
              hint={t.allEventsKeyHint}
              checked={isAll}
              onChange={() => onChange(["*"])}
            />
            <RadioCard
              name="which"
              title={t.selectedEventTypes}
              hint={t.selectedEventTypesHint}
              checked={!isAll}
              onChange={() => onChange(ticked)}
            />
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
      title={t.thisKeyCannotRead}
      actions={
        <LinkButton size="sm" href={href(`/credentials/${keyId}?tab=edit#scopes`)} target="_blank">
          {t.editScopes}
        </LinkButton>
      }
    >
      {t.itNeedsEventsRead}
    </Banner>
  );
}
