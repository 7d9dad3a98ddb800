import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { Field } from "../ui/forms/field.tsx";
import { Select } from "../ui/forms/select.tsx";
import { TypedFilter } from "../ui/forms/typed-filter.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import {
  everything,
  isBackwards,
  isSecurityOnly,
  readAuditSearch,
  writeAuditQuery,
  type AuditQuery,
} from "./audit-query.ts";
import { entityTitles, type SecurityEntity } from "./audit-labels.ts";
import { auditFilters as t } from "./strings.ts";

interface AuditFiltersProps {
  query: AuditQuery;
  onChange: (query: AuditQuery) => void;
}

export function AuditFilters({ query, onChange }: AuditFiltersProps) {
  const { entity, from, until, isWhole, keyId, requestId, address, search } = query;
  return (
    <search className="mb-4 grid grid-cols-2 gap-x-3 gap-y-3.5 rounded-lg border border-line bg-surface p-4 shadow-xs lg:grid-cols-4">
      <Who query={query} onChange={onChange} />
      <Field label={t.action}>
        {(control) => (
          <Select
            {...control}
            value={entity ?? ""}
            onChange={({ target }) => onChange({ ...query, entity: findEntity(target.value) })}
          >
            <option value="">{t.allActions}</option>
            {Object.entries(entityTitles).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Day label={t.from} value={from} onChange={(day) => onChange({ ...query, from: day })} />
      <Day
        label={t.until}
        value={until}
        error={isBackwards(query) ? t.mustNotBeBefore : undefined}
        onChange={(day) => onChange({ ...query, until: day })}
      />
      <div className="col-span-2">
        <TypedFilter
          label={t.search}
          value={keyId ?? requestId ?? address ?? search}
          placeholder={t.name}
          read={(typed) => (typed.trim() === "" ? null : typed.trim())}
          onChange={(typed) => onChange({ ...query, ...readAuditSearch(typed ?? "") })}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 col-span-2 self-end min-h-9.5">
        <Checkbox
          label={t.includeReadsAndWrites}
          checked={isWhole}
          disabled={entity !== null || isSecurityOnly(query)}
          onChange={({ target }) => onChange({ ...query, isWhole: target.checked })}
        />
        {writeAuditQuery(query) !== "" && (
          <Button variant="ghost" size="sm" onClick={() => onChange(everything)}>
            {t.clearFilters}
          </Button>
        )}
      </div>
    </search>
  );
}

function findEntity(value: string): SecurityEntity | null {
  return (Object.keys(entityTitles) as SecurityEntity[]).find((entity) => entity === value) ?? null;
}

/** Other actors (a key, a member of a large firm) are chosen from one of their entries. */
function Who({ query, onChange }: AuditFiltersProps) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.members.list.queryOptions({ limit: 200 }, { staleTime: 60_000 }));
  const members = data?.members ?? [];
  const { actorId } = query;
  const isKnown = actorId === null || members.some(({ id }) => id === actorId);
  return (
    <Field label={t.actor}>
      {(control) => (
        <Select
          {...control}
          value={actorId ?? ""}
          onChange={({ target }) => onChange({ ...query, actorId: target.value === "" ? null : target.value })}
        >
          <option value="">{t.allActors}</option>
          {!isKnown && <option value={actorId}>{actorId.startsWith("key_") ? t.apiKey(actorId) : actorId}</option>}
          {members.map(({ id, firstName, lastName }) => (
            <option key={id} value={id}>
              {firstName} {lastName}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

interface DayProps {
  label: string;
  value: string | null;
  error?: string | undefined;
  onChange: (day: string | null) => void;
}

function Day({ label, value, error, onChange }: DayProps) {
  return (
    <TextField
      label={label}
      error={error}
      type="date"
      min="1970-01-01"
      max="2099-12-31"
      value={value ?? ""}
      onChange={(text) => onChange(text === "" ? null : text)}
    />
  );
}
