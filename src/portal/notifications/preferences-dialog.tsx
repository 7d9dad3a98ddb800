import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readError } from "../client/portal-error.ts";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { useOrganization } from "../shell/account-context.tsx";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import type { GuideAnchor } from "../ui/forms/why.tsx";
import { OneOfField, TextField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { preferencesDialog as t } from "./lazy-strings.ts";

type Preferences = PortalOutputs["notifications"]["preferences"]["preferences"];

export default function PreferencesDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const showToast = useToast();
  const stored = useQuery(trpc.notifications.preferences.queryOptions({}));
  const [changed, setChanged] = useState<Partial<Preferences>>({});
  const save = useMutation(
    trpc.notifications.setPreferences.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.notifications.preferences.pathFilter());
        showToast(t.saved);
        onClose();
      },
    }),
  );
  const values = stored.data === undefined ? null : { ...stored.data.preferences, ...changed };
  return (
    <FormDialog
      title={t.title}
      description={t.description}
      action={t.save}
      busy={save.isPending}
      disabled={Object.keys(changed).length === 0}
      rejection={save.error === null ? null : readError(save.error).message}
      onSubmit={() => save.mutate(changed)}
      onClose={onClose}
    >
      {values === null ? (
        <QueryFallback query={stored} what={t.what} placeholder={<Skeleton className="h-56" />} />
      ) : (
        <PreferenceFields values={values} onChange={(some) => setChanged({ ...changed, ...some })} />
      )}
    </FormDialog>
  );
}

const valuesOf = <Name extends string>(labels: Record<Name, string>) => Object.keys(labels) as Name[];

type Channelled = "taskAssigned" | "taskReminder" | "deadlineReminder" | "calendarEvent" | "calendarReminder";

function PreferenceFields({
  values,
  onChange,
}: {
  values: Preferences;
  onChange: (some: Partial<Preferences>) => void;
}) {
  const of = (name: Channelled) => ({
    name,
    value: values[name],
    onChange: (value: Preferences[Channelled]) => onChange({ [name]: value }),
  });
  return (
    <>
      <ChannelField {...of("taskAssigned")} why="fields#notifications-of-tasks" />
      <ChannelField {...of("taskReminder")} />
      <OneOfField
        label={t.taskDigest}
        hint={t.taskDigestHint}
        values={valuesOf(t.digests)}
        name={(each) => t.digests[each]}
        value={values.taskDigest}
        onChange={(taskDigest) => onChange({ taskDigest })}
      />
      <OneOfField
        label={t.deadlineWarning}
        hint={t.deadlineWarningHint}
        why="fields#notifications-of-deadlines"
        values={valuesOf(t.warnings)}
        name={(each) => t.warnings[each]}
        value={values.deadlineWarning}
        onChange={(deadlineWarning) => onChange({ deadlineWarning })}
      />
      <OneOfField
        label={t.deadlineChange}
        hint={t.deadlineChangeHint}
        values={valuesOf(t.changes)}
        name={(each) => t.changes[each]}
        value={values.deadlineChange}
        onChange={(deadlineChange) => onChange({ deadlineChange })}
      />
      <ChannelField {...of("deadlineReminder")} />
      <DocketFields values={values} onChange={onChange} />
      <ChannelField {...of("calendarEvent")} why="fields#notifications-of-events" />
      <ChannelField {...of("calendarReminder")} />
    </>
  );
}

const maxDocketDays = 60;

/** A docket of more than the own deadlines is offered to members who may view all deadlines and events. */
function DocketFields({
  values: { docket, docketDays, docketWhenEmpty },
  onChange,
}: Parameters<typeof PreferenceFields>[0]) {
  const { can } = useOrganization();
  const isWide = can("deadlines:view") && can("calendar:view");
  const offered = valuesOf(t.dockets).filter((each) => isWide || each === "none" || each === "own" || each === docket);
  return (
    <>
      <OneOfField
        label={t.docket}
        hint={t.docketHint}
        values={offered}
        name={(each) => t.dockets[each]}
        value={docket}
        onChange={(chosen) => onChange({ docket: chosen })}
      />
      {docket !== "none" && (
        <>
          <TextField
            label={t.docketDays}
            type="number"
            min={1}
            max={maxDocketDays}
            value={docketDays}
            onChange={(text) =>
              onChange({ docketDays: Math.min(maxDocketDays, Math.max(1, Math.trunc(Number(text)))) })
            }
          />
          <Checkbox
            label={t.docketWhenEmpty}
            checked={docketWhenEmpty}
            onChange={({ target }) => onChange({ docketWhenEmpty: target.checked })}
          />
        </>
      )}
    </>
  );
}

interface ChannelFieldProps {
  name: Channelled;
  value: Preferences[Channelled];
  why?: GuideAnchor | undefined;
  onChange: (value: Preferences[Channelled]) => void;
}

function ChannelField({ name, value, why, onChange }: ChannelFieldProps) {
  return (
    <OneOfField
      label={t[name]}
      hint={t[`${name}Hint`]}
      why={why}
      values={valuesOf(t.channels)}
      name={(each) => t.channels[each]}
      value={value}
      onChange={onChange}
    />
  );
}
