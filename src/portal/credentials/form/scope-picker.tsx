"use client";

import { Search } from "lucide-react";
import { useId, useState } from "react";
import type { Ref } from "react";
import type { Scope } from "../../../contract/scopes.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxBox } from "../../ui/forms/checkbox.tsx";
import { cn } from "../../ui/class-names.ts";
import { FieldError } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { findElevated, searchScopes, summarizeScopes, toggleScope } from "./scope-grid.ts";
import type { OtherScope, ScopeRow } from "./scope-grid.ts";
import { ScopeLegend, ScopeMarks } from "./scope-marks.tsx";

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
  const { rows, others } = searchScopes(search);
  const boxes: BoxesProps = { value, pending, onToggle: (scope) => onChange(toggleScope(value, scope)) };
  return (
    <div className="grid gap-4">
      <ScopeLegend />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="relative min-w-0 flex-1 basis-56 sm:max-w-xs">
          <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
          <TextInput
            ref={inputRef}
            type="search"
            aria-label="Search scopes"
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : errorId}
            placeholder="Search scopes"
            value={search}
            className="pl-9"
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") event.preventDefault();
            }}
          />
        </div>
        <output className="text-sm text-muted">
          {value.length === 0 ? "No scopes selected" : summarizeScopes(value.length, findElevated(value).length, 0)}
        </output>
        {value.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => onChange([])}>
            Clear all
          </Button>
        )}
      </div>
      <FieldError id={errorId} message={error} />
      {rows.length > 0 && <Grid rows={rows} {...boxes} />}
      {others.length > 0 && <Others others={others} {...boxes} />}
      {rows.length + others.length === 0 && (
        <p className="rounded-lg border border-dashed border-edge/60 px-4 py-8 text-center text-sm text-muted">
          No scopes match “{search}”.{" "}
          <button type="button" className="cursor-pointer rounded text-accent underline underline-offset-3" onClick={() => setSearch("")}>
            Show all
          </button>
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

function Grid({ rows, ...boxes }: BoxesProps & { rows: readonly ScopeRow[] }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <table className="w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">Scopes by area</caption>
        <thead className="border-b border-line bg-sunken text-left text-[0.8125rem] text-muted">
          <tr>
            <th scope="col" className="w-[40%] py-2 pl-2.5 font-semibold sm:px-4">
              Area
            </th>
            <th scope="col" className="w-[29%] px-1.5 py-2 font-semibold sm:w-[24%] sm:px-4">
              Read
            </th>
            <th scope="col" className="px-1.5 py-2 font-semibold sm:px-4">
              Write
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.area}>
              <th scope="row" className="py-2 pl-2.5 text-left align-middle text-[0.8125rem] font-medium sm:px-4 sm:text-sm">
                {row.label}
                {row.holds !== null && <span className="block text-[0.8125rem] leading-snug font-normal text-muted">{row.holds}</span>}
              </th>
              <ScopeCell scope={row.read} name={`Read ${row.label}`} {...boxes} />
              <ScopeCell scope={row.write} name={`Write ${row.label}`} {...boxes} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ScopeCell({ scope, name, value, pending, onToggle }: BoxesProps & { scope: Scope; name: string }) {
  const isTicked = value.includes(scope);
  return (
    <td className={cn("h-px p-0", isTicked && "bg-accent-soft")}>
      <label title={scope} className="flex h-full min-h-11 cursor-pointer flex-wrap content-center items-center gap-x-2 gap-y-1 px-1.5 py-2 hover:bg-sunken/70 sm:px-4">
        <CheckboxBox checked={isTicked} onChange={() => onToggle(scope)} />
        <span className="sr-only">
          {name} ({scope})
        </span>
        <ScopeMarks scope={scope} isPending={pending.has(scope)} />
      </label>
    </td>
  );
}

function Others({ others, value, pending, onToggle }: BoxesProps & { others: readonly OtherScope[] }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">Other scopes</legend>
      <div className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2">
        {others.map((other) => (
          <OtherBox key={other.scope} other={other} isTicked={value.includes(other.scope)} isPending={pending.has(other.scope)} onToggle={onToggle} />
        ))}
        {/* An odd last cell fills its row. */}
        {others.length % 2 === 1 && <div aria-hidden className="bg-surface max-sm:hidden" />}
      </div>
    </fieldset>
  );
}

interface OtherBoxProps {
  other: OtherScope;
  isTicked: boolean;
  isPending: boolean;
  onToggle: (scope: Scope) => void;
}

function OtherBox({ other: { scope, title, description }, isTicked, isPending, onToggle }: OtherBoxProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      title={scope}
      className={cn("flex cursor-pointer items-start gap-3 bg-surface px-3 py-2.5 hover:bg-sunken sm:px-4", isTicked && "bg-accent-soft hover:bg-accent-soft")}
    >
      <CheckboxBox id={id} checked={isTicked} onChange={() => onToggle(scope)} className="mt-0.5" />
      <span className="min-w-0 text-sm leading-snug">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {title}
          <ScopeMarks scope={scope} isPending={isPending} />
        </span>
        <span className="mt-0.5 block text-[0.8125rem] text-muted">{description}</span>
      </span>
    </label>
  );
}
