import { useState } from "react";
import { Field } from "../ui/forms/field.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { fromLocal, isBackwards, spans, toLocal, type EventsQuery } from "./events-query.ts";
import { eventsFilters as t } from "./strings.ts";

interface TimeSpanFieldsProps {
  query: Pick<EventsQuery, "span" | "since" | "until">;
  /** How long the records are kept. */
  days: number;
  change: (changes: Partial<TimeSpanFieldsProps["query"]>) => void;
}

/** A span of time, which request logs filter by as well: without the names of event types, which they need not load. */
export function TimeSpanFields({ query, days, change }: TimeSpanFieldsProps) {
  const { span, since, until } = query;
  return (
    <>
      <Field label={t.time}>
        {(control) => (
          <Select
            {...control}
            value={span}
            onChange={({ target }) =>
              change({ span: spans.find(({ value }) => value === target.value)?.value ?? "all" })
            }
          >
            <Options of={spans.map(({ value, label }) => [value, value === "all" ? t.allDays(days) : label])} />
          </Select>
        )}
      </Field>
      {span === "between" && (
        <>
          <Instant label={t.from} value={since} onChange={(instant) => change({ since: instant })} />
          <Instant
            label={t.until}
            value={until}
            error={isBackwards(query) ? t.mustNotBeBefore : undefined}
            onChange={(instant) => change({ until: instant })}
          />
        </>
      )}
    </>
  );
}

interface InstantProps {
  label: string;
  value: string | null;
  error?: string | undefined;
  onChange: (instant: string | null) => void;
}

/** While typing, the year 2026 is 2 for a moment: invalid input stays in the field. */
function Instant({ label, value, error, onChange }: InstantProps) {
  const [typed, setTyped] = useState(toLocal(value));
  const [former, setFormer] = useState(value);
  if (former !== value) {
    setFormer(value);
    setTyped(toLocal(value));
  }
  const take = (text: string) => {
    setTyped(text);
    const instant = fromLocal(text);
    if (text === "" || instant !== null) onChange(instant);
  };
  return (
    <TextField
      label={label}
      error={error}
      type="datetime-local"
      min="1970-01-01T00:00"
      max="2099-12-31T23:59"
      value={typed}
      onChange={take}
    />
  );
}
