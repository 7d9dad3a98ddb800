import { eventEntityNames, eventTypeNames } from "../../contract/events/event-types.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/forms/field.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { TypedFilter } from "../ui/forms/typed-filter.tsx";
import { ChoiceField } from "../ui/forms/fields.tsx";
import { useKeys } from "../webhooks/use-keys.ts";
import { listTypes, nameEntity, nameEvent } from "./event-labels.ts";
import { everything, readRecordId, writeEventsQuery, type EventsQuery } from "./events-query.ts";
import { eventsFilters as t } from "./strings.ts";
import { TimeSpanFields } from "./time-span-fields.tsx";

type Change = (changes: Partial<EventsQuery>) => void;

interface EventsFiltersProps {
  query: EventsQuery;
  change: Change;
}

export function EventsFilters({ query, change }: EventsFiltersProps) {
  return (
    <search className="mb-4 grid grid-cols-2 gap-x-3 gap-y-3.5 rounded-lg border border-line bg-surface p-4 shadow-xs lg:grid-cols-3 2xl:grid-cols-5">
      <What query={query} change={change} />
      <Actor actorId={query.actorId} change={change} />
      <TypedFilter
        label={t.recordId}
        value={query.entityId}
        placeholder="case_01jc…"
        read={readRecordId}
        fault={t.enterRecordId}
        onChange={(entityId) => change({ entityId })}
      />
      <TimeSpanFields query={query} days={90} change={change} />
      {writeEventsQuery(query) !== "" && (
        <div className="self-end sm:mt-6.5 sm:self-start">
          <Button variant="ghost" onClick={() => change(everything)}>
            {t.clearFilters}
          </Button>
        </div>
      )}
    </search>
  );
}

function What({ query: { entity, eventType }, change }: EventsFiltersProps) {
  return (
    <>
      <ChoiceField
        label={t.recordType}
        values={eventEntityNames}
        name={nameEntity}
        none={t.allRecordTypes}
        value={entity}
        onChange={(next) => change({ entity: next })}
      />
      <Field label={t.action}>
        {(control) => (
          <Select
            {...control}
            value={eventType ?? ""}
            onChange={({ target }) =>
              change({ eventType: eventTypeNames.find((each) => each === target.value) ?? null })
            }
          >
            <option value="">{t.allActions}</option>
            {listTypes(entity).map((group) => (
              <optgroup key={group.entity} label={nameEntity(group.entity)}>
                <Options of={group.types.map((type) => [type, nameEvent(type)])} />
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

/** Other actors, and keys beyond the first 200, are chosen from one of their events. */
function Actor({ actorId, change }: { actorId: string | null; change: Change }) {
  const keys = useKeys().data ?? [];
  const isKnown = actorId === null || keys.some(({ id }) => id === actorId);
  return (
    <Field label={t.key}>
      {(control) => (
        <Select
          {...control}
          value={actorId ?? ""}
          onChange={({ target }) => change({ actorId: target.value === "" ? null : target.value })}
        >
          <option value="">{t.allKeys}</option>
          {!isKnown && <option value={actorId}>{actorId}</option>}
          <Options of={keys.map(({ id, name }) => [id, name])} />
        </Select>
      )}
    </Field>
  );
}
