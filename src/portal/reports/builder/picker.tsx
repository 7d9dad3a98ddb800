import { Plus } from "lucide-react";
import { useState } from "react";
import { permissionTitles } from "../../team/permission-labels.ts";
import { FieldGroup } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import type { ReportField } from "./draft.ts";
import { typeLabels } from "./builder-labels.ts";
import { picker as t } from "./strings.ts";

interface FieldPickerProps {
  fields: readonly ReportField[];
  error: string | undefined;
  onPick: (field: ReportField) => void;
}

export function FieldPicker({ fields, error, onPick }: FieldPickerProps) {
  const [search, setSearch] = useState("");
  const groups = groupFields(fields, search);
  return (
    <FieldGroup legend={t.fields} error={error}>
      <TextInput
        type="search"
        aria-label={t.searchFields}
        aria-invalid={error !== undefined}
        placeholder={t.searchFields}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- scrolled by keyboard */}
      <div
        role="group"
        aria-label={t.fieldsToChooseFrom}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        className="relative max-h-72 overflow-y-auto rounded-lg border border-line -outline-offset-3! lg:max-h-96"
      >
        {groups.map(({ group, members }) => (
          <div key={group}>
            <p className="sticky top-0 z-1 border-b border-line bg-sunken px-3 py-1.5 text-xs font-semibold text-muted">
              {group}
            </p>
            <ul>
              {members.map((field) => (
                <li key={field.name}>
                  <FieldButton field={field} onPick={onPick} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        {groups.length === 0 && <p className="px-4 py-8 text-center text-sm text-muted">{t.noMatch(search)}</p>}
      </div>
    </FieldGroup>
  );
}

function FieldButton({ field, onPick }: { field: ReportField; onPick: (field: ReportField) => void }) {
  const { label, type, isAllowed } = field;
  return (
    <button
      type="button"
      disabled={!isAllowed}
      onClick={() => onPick(field)}
      className="flex w-full cursor-pointer items-center gap-2.5 px-3 py-2 text-left text-sm -outline-offset-3! hover:bg-sunken disabled:cursor-not-allowed disabled:bg-surface"
    >
      <Plus aria-hidden className={isAllowed ? "size-4 shrink-0 text-accent" : "invisible size-4 shrink-0"} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className={isAllowed ? undefined : "text-muted"}>
          {t.add(label, (text) => (
            <span className="sr-only">{text}</span>
          ))}
        </span>
        {!isAllowed && <span className="block text-[0.8125rem] text-muted">{describeBar(field)}</span>}
      </span>
      <span className="shrink-0 text-xs text-muted">{typeLabels[type]}</span>
    </button>
  );
}

export function describeBar({ permission }: Pick<ReportField, "permission">): string {
  return permission === null ? t.onlyForKeys : t.needs(permissionTitles[permission]);
}

export function groupFields(
  fields: readonly ReportField[],
  search: string,
): { group: string; members: ReportField[] }[] {
  const wanted = search.trim().toLowerCase();
  const groups = new Map<string, ReportField[]>();
  for (const field of fields) {
    if (!`${field.label} ${field.group} ${field.name}`.toLowerCase().includes(wanted)) continue;
    groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  }
  return [...groups].map(([group, members]) => ({ group, members }));
}
