import { Search } from "lucide-react";
import { useId, useState, type Ref } from "react";
import type { Scope } from "../../../contract/scopes.ts";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";
import { CheckboxBox } from "../../ui/forms/checkbox.tsx";
import { cn } from "../../ui/class-names.ts";
import { FieldError } from "../../ui/forms/field.tsx";
import { holdEnter, TextInput } from "../../ui/forms/text-input.tsx";
import {
  findElevated,
  findOnBehalf,
  searchScopes,
  summarizeScopes,
  toggleScope,
  type TableGroup,
  type TableRow,
} from "./scope-grid.ts";
import { scopePicker as t } from "./strings.ts";

interface ScopePickerProps {
  value: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
  /** Elevated scopes awaiting a decision. */
  pending?: ReadonlySet<string>;
  error?: string | undefined;
  /** Focused if the scopes are invalid. */
  inputRef?: Ref<HTMLInputElement>;
}

const nothing: ReadonlySet<string> = new Set();

export function ScopePicker({ value, onChange, pending = nothing, error, inputRef }: ScopePickerProps) {
  const [search, setSearch] = useState("");
  const errorId = useId();
  const groups = searchScopes(search);
  const boxes: BoxesProps = { value, pending, onToggle: (scope) => onChange(toggleScope(value, scope)) };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="relative min-w-0 flex-1 basis-56 sm:max-w-xs">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          />
          <TextInput
            ref={inputRef}
            type="search"
            aria-label={t.searchScopes}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : errorId}
            placeholder={t.searchScopes}
            value={search}
            className="pl-9"
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={holdEnter}
          />
        </div>
        <output className="text-sm text-muted">
          {value.length === 0 ? t.noScopesSelected : summarizeScopes(value.length, findElevated(value).length, 0)}
        </output>
        {value.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => onChange([])}>
            {t.clearAll}
          </Button>
        )}
      </div>
      <FieldError id={errorId} message={error} />
      {groups.length > 0 && <ScopeTable groups={groups} {...boxes} />}
      {groups.length === 0 && (
        <p className="rounded-lg border border-dashed border-edge/60 px-4 py-8 text-center text-sm text-muted">
          {t.noMatch(search, (text) => (
            <button
              type="button"
              className="cursor-pointer rounded text-accent underline underline-offset-3"
              onClick={() => setSearch("")}
            >
              {text}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}

interface BoxesProps {
  value: readonly Scope[];
  pending: ReadonlySet<string>;
  onToggle: (scope: Scope) => void;
}

function ScopeTable({ groups, ...boxes }: BoxesProps & { groups: readonly TableGroup[] }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <table className="w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">{t.scopesByArea}</caption>
        <thead className="border-b border-line bg-sunken text-left text-[0.8125rem] text-muted">
          <tr>
            <th scope="col" className="py-2 pl-3 font-semibold sm:px-4">
              {t.area}
            </th>
            <th scope="col" className="w-[21%] px-1 py-2 text-center font-semibold">
              {t.read}
            </th>
            <th scope="col" className="w-[21%] px-1 py-2 text-center font-semibold">
              {t.write}
            </th>
          </tr>
        </thead>
        {groups.map(({ label, rows }) => (
          <tbody key={label} className="divide-y divide-line border-t border-line first-of-type:border-0">
            <tr>
              <th
                scope="rowgroup"
                colSpan={3}
                className="bg-sunken/60 px-3 py-1 text-left text-[0.8125rem] font-semibold text-muted sm:px-4"
              >
                {label}
              </th>
            </tr>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row" className="py-1.5 pl-3 text-left align-middle leading-snug font-medium sm:px-4">
                  {row.label}
                  {row.hint !== null && (
                    <span
                      className={cn(
                        "block text-[0.8125rem] font-normal text-muted",
                        (row.read === null || row.write === null) && "max-sm:hidden",
                      )}
                    >
                      {row.hint}
                    </span>
                  )}
                  <Conditions row={row} />
                </th>
                <ScopeCell scope={row.read} name={row.write === null ? row.label : t.readArea(row.label)} {...boxes} />
                <ScopeCell scope={row.write} name={row.read === null ? row.label : t.writeArea(row.label)} {...boxes} />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** Who decides on the row's scopes, and how long that takes; for whom they act. */
function Conditions({ row: { read, write } }: { row: TableRow }) {
  const scopes = [read, write].filter((scope) => scope !== null);
  const elevated = findElevated(scopes);
  const onBehalf = findOnBehalf(scopes);
  return (
    <span className="block text-[0.8125rem] font-normal text-warning">
      {elevated.length > 0 && <span className="block">{t.elevatedCondition}</span>}
      {onBehalf.length > 0 && <span className="block text-muted">{t.attorneyCondition}</span>}
    </span>
  );
}

function ScopeCell({ scope, name, value, pending, onToggle }: BoxesProps & { scope: Scope | null; name: string }) {
  if (scope === null) return <td className="text-center text-muted">—</td>;
  const isTicked = value.includes(scope);
  return (
    <td className={cn("h-px p-0", isTicked && "bg-accent-soft")}>
      <label
        title={scope}
        className="flex h-full min-h-10 cursor-pointer flex-wrap content-center items-center justify-center gap-x-2 gap-y-1 px-1 py-1 hover:bg-sunken/70"
      >
        <CheckboxBox checked={isTicked} onChange={() => onToggle(scope)} />
        <span className="sr-only">
          {name} ({scope})
        </span>
        {pending.has(scope) && <Badge tone="info">{t.pending}</Badge>}
      </label>
    </td>
  );
}
