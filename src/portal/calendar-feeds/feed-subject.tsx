import { useQuery } from "@tanstack/react-query";
import { readError } from "../client/portal-error.ts";
import { useTRPC, type PortalInputs } from "../client/trpc.ts";
import { Ticks } from "../reports/builder/members.tsx";
import { SkeletonText } from "../ui/feedback/skeleton.tsx";
import { Field, FieldError } from "../ui/forms/field.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { OneOfField } from "../ui/forms/fields.tsx";
import { feedSubject as t } from "./lazy-strings.ts";

type Given = PortalInputs["calendarFeeds"]["create"];

/** The values of the form of a new feed. */
export interface NewFeedValues {
  name: string;
  includeDeadlines: boolean;
  scope: NonNullable<Given["scope"]>;
  subjectIds: string[];
  eventTypes: NonNullable<Given["eventTypes"]>;
}

export const mostMembers = 50;
export const eventTypes = ["all", "court_dates", "none"] as const;
const scopes = ["member", "members", "team", "office", "organization"] as const;

interface FeedSubjectProps {
  values: NewFeedValues;
  onChange: (changed: Partial<NewFeedValues>) => void;
  error: string | undefined;
}

/** Whose calendar a feed has. */
export function FeedSubject({ values: { scope, subjectIds }, onChange, error }: FeedSubjectProps) {
  return (
    <>
      <OneOfField
        label={t.whose}
        hint={scope === "member" ? undefined : t.sharedHint}
        why="fields#calendar-feeds"
        values={scopes}
        name={(each) => t.scopes[each]}
        value={scope}
        onChange={(each) => onChange({ scope: each, subjectIds: [] })}
      />
      {scope !== "member" && scope !== "organization" && (
        <Subjects scope={scope} subjectIds={subjectIds} onChange={onChange} error={error} />
      )}
    </>
  );
}

interface SubjectsProps extends Omit<FeedSubjectProps, "values"> {
  scope: "members" | "team" | "office";
  subjectIds: readonly string[];
}

function Subjects({ scope, subjectIds, onChange, error }: SubjectsProps) {
  const trpc = useTRPC();
  const { data, error: failure } = useQuery(trpc.calendarFeeds.subjects.queryOptions({}, { staleTime: 60_000 }));
  if (data === undefined)
    return failure === null ? <SkeletonText lines={3} /> : <FieldError message={readError(failure).message} />;
  if (scope === "members") {
    const offered = data.members.map((member) => ({ ...member, label: member.name }));
    return (
      <Ticks
        legend={t.members}
        value={subjectIds}
        onChange={(ids) => onChange({ subjectIds: ids })}
        error={error}
        offered={offered}
        search={t.searchByName}
        noMatch={t.noMatchingMembers}
        none={t.noMembersSelected}
      />
    );
  }
  const [offered, label, none] =
    scope === "team" ? [data.teams, t.team, t.noTeams] : [data.offices, t.office, t.noOffices];
  if (offered.length === 0) return <p className="text-sm text-muted">{none}</p>;
  return (
    <Field label={label} error={error} why="fields#calendar-feeds" required>
      {(control) => (
        <Select
          {...control}
          value={subjectIds[0] ?? ""}
          onChange={({ target }) => onChange({ subjectIds: target.value === "" ? [] : [target.value] })}
        >
          <option value="">{t.choose}</option>
          <Options of={offered.map(({ id, name }) => [id, name])} />
        </Select>
      )}
    </Field>
  );
}
