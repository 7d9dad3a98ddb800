import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readError } from "../../client/portal-error.ts";
import { useTRPC } from "../../client/trpc.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { FieldError, FieldGroup } from "../../ui/forms/field.tsx";
import { SkeletonText } from "../../ui/feedback/skeleton.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { memberTicks as t } from "./lazy-strings.ts";

interface MemberTicksProps {
  legend: string;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
  /** Leaves out the signed-in member. */
  withoutMe?: boolean;
}

export function MemberTicks({ legend, value, onChange, error, withoutMe = false }: MemberTicksProps) {
  const trpc = useTRPC();
  const { memberId } = useOrganization();
  const [search, setSearch] = useState("");
  const { data, error: failure } = useQuery(trpc.reports.members.queryOptions({}, { staleTime: 60_000 }));
  if (data === undefined) return failure === null ? <SkeletonText lines={4} /> : <FieldError message={readError(failure).message} />;
  const listed = data.members.filter(({ id, name }) => (!withoutMe || id !== memberId) && name.toLowerCase().includes(search.trim().toLowerCase()));
  const toggle = (id: string) => onChange(value.includes(id) ? value.filter((each) => each !== id) : [...value, id]);
  return (
    <FieldGroup legend={legend} error={error}>
      <div className="grid max-w-md gap-2">
        <TextInput type="search" aria-label={t.searchByName} placeholder={t.searchByName} value={search} onChange={({ target }) => setSearch(target.value)} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrolled by keyboard */}
        <div role="group" aria-label={t.toChooseFrom(legend)} tabIndex={0} className="grid max-h-56 content-start gap-2.5 overflow-y-auto rounded-md border border-edge bg-surface px-3 py-3 -outline-offset-3!">
          {listed.map(({ id, name }) => (
            <Checkbox key={id} label={id === memberId ? t.you(name) : name} checked={value.includes(id)} onChange={() => toggle(id)} />
          ))}
          {listed.length === 0 && <p className="py-3 text-center text-sm text-muted">{t.noMatchingMembers}</p>}
        </div>
        <output className="text-sm text-muted">{value.length === 0 ? t.noMembersSelected : t.selected(value.length)}</output>
      </div>
    </FieldGroup>
  );
}
