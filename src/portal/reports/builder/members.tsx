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

interface TicksProps {
  legend: string;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
}

interface MemberTicksProps extends TicksProps {
  /** Leaves out the signed-in member. */
  withoutMe?: boolean;
}

export function MemberTicks({ withoutMe = false, ...props }: MemberTicksProps) {
  const trpc = useTRPC();
  const { memberId } = useOrganization();
  const { data, error: failure } = useQuery(trpc.reports.members.queryOptions({}, { staleTime: 60_000 }));
  if (data === undefined)
    return failure === null ? <SkeletonText lines={4} /> : <FieldError message={readError(failure).message} />;
  const offered = data.members.filter(({ id }) => !withoutMe || id !== memberId);
  return (
    <Ticks
      {...props}
      offered={offered.map(({ id, name }) => ({ id, name, label: id === memberId ? t.you(name) : name }))}
      search={t.searchByName}
      noMatch={t.noMatchingMembers}
      none={t.noMembersSelected}
    />
  );
}

/** Nothing for an organization without teams. */
export function TeamTicks(props: TicksProps) {
  const trpc = useTRPC();
  const { data, error: failure } = useQuery(
    trpc.teams.list.queryOptions({ sort: "name", limit: 200 }, { staleTime: 60_000 }),
  );
  if (data === undefined)
    return failure === null ? <SkeletonText lines={4} /> : <FieldError message={readError(failure).message} />;
  if (data.teams.length === 0) return null;
  return (
    <Ticks
      {...props}
      offered={data.teams.map(({ id, name }) => ({ id, name, label: name }))}
      search={t.searchTeams}
      noMatch={t.noMatchingTeams}
      none={t.noTeamsSelected}
    />
  );
}

interface OfferedProps extends TicksProps {
  offered: readonly { id: string; name: string; label: string }[];
  search: string;
  noMatch: string;
  none: string;
}

/** Records to tick, with a search by name. */
export function Ticks({ legend, value, onChange, error, offered, search, noMatch, none }: OfferedProps) {
  const [words, setWords] = useState("");
  const listed = offered.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()));
  const toggle = (id: string) => onChange(value.includes(id) ? value.filter((each) => each !== id) : [...value, id]);
  return (
    <FieldGroup legend={legend} error={error}>
      <div className="grid max-w-md gap-2">
        <TextInput
          type="search"
          aria-label={search}
          placeholder={search}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- scrolled by keyboard */}
        <div
          role="group"
          aria-label={t.toChooseFrom(legend)}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
          tabIndex={0}
          className="grid max-h-56 content-start gap-2.5 overflow-y-auto rounded-md border border-edge bg-surface px-3 py-3 -outline-offset-3!"
        >
          {listed.map(({ id, label }) => (
            <Checkbox key={id} label={label} checked={value.includes(id)} onChange={() => toggle(id)} />
          ))}
          {listed.length === 0 && <p className="py-3 text-center text-sm text-muted">{noMatch}</p>}
        </div>
        <output className="text-sm text-muted">{value.length === 0 ? none : t.selected(value.length)}</output>
      </div>
    </FieldGroup>
  );
}
