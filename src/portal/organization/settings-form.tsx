import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { accountKey } from "../client/query-client.ts";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { UnsavedGuard } from "../credentials/form/unsaved-guard.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { Field, FieldError } from "../ui/forms/field.tsx";
import { SaveBar } from "../ui/forms/save-bar.tsx";
import { Switch } from "../ui/forms/switch.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { TimeZoneSelect } from "../ui/forms/time-zone-select.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { settingsForm as t } from "./strings.ts";

export type Settings = PortalOutputs["organization"]["get"];

interface Values {
  name: string;
  timezone: string;
  keysVisibleTo: string[];
}

const read = ({ name, timezone, headquarters }: Settings): Values => ({ name, timezone, keysVisibleTo: headquarters.filter(({ seesKeys }) => seesKeys).map(({ id }) => id) });

/** Only what was changed here, so that it does not undo what another member changed meanwhile. */
function listChanges(before: Values, after: Values): Partial<Values> {
  return {
    ...(after.name.trim() !== before.name && { name: after.name.trim() }),
    ...(after.timezone !== before.timezone && { timezone: after.timezone }),
    ...(after.keysVisibleTo.toSorted().join() !== before.keysVisibleTo.toSorted().join() && { keysVisibleTo: after.keysVisibleTo }),
  };
}

export function SettingsForm({ settings }: { settings: Settings }) {
  const { values, change, isDirty, isBusy, faults, rejection, reset, submit } = useSettingsForm(settings);
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <SectionCard title={t.title}>
        <div className="grid gap-5">
          <Field label={t.name} why="fields#name-of-the-organization" hint={t.nameHint} error={faults.name} required>
            {(control) => <TextInput {...control} autoComplete="organization" maxLength={200} className="max-w-md" value={values.name} onChange={({ target }) => change({ name: target.value })} />}
          </Field>
          <Field label={t.timeZone} why="fields#time-zone" hint={t.timeZoneHint} error={faults.timezone} required>
            {(control) => <TimeZoneSelect {...control} className="max-w-md" value={values.timezone} onChange={(timezone) => change({ timezone })} />}
          </Field>
        </div>
      </SectionCard>
      <VisibilityCard headquarters={settings.headquarters} value={values.keysVisibleTo} onChange={(keysVisibleTo) => change({ keysVisibleTo })} error={faults.keysVisibleTo} />
      <SaveBar
        isDirty={isDirty}
        isBusy={isBusy}
        hasFaults={Object.keys(faults).length > 0}
        onReset={reset}
        notice={rejection === null ? null : <Banner tone="danger" live title={t.nothingWasSaved}>{rejection}</Banner>}
      />
      <UnsavedGuard active={isDirty} title={t.leaveWithoutSaving} description={t.leaveWithoutSavingDescription} leave={t.leavePage} />
    </form>
  );
}

function useSettingsForm(settings: Settings) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const showToast = useToast();
  const [start, setStart] = useState(() => read(settings));
  const [values, setValues] = useState(start);
  const { faults, rejection, validate, reject } = useFormErrors<keyof Values>();
  const changes = listChanges(start, values);
  const begin = (saved: Settings) => {
    setStart(read(saved));
    setValues(read(saved));
    validate({});
  };
  const mutation = useMutationWithConfirmation(
    trpc.organization.update.mutationOptions({
      onSuccess: async (saved) => {
        begin(saved);
        showToast(t.organizationSaved);
        queries.setQueryData(trpc.organization.get.queryKey({}), saved);
        await queries.invalidateQueries({ queryKey: accountKey });
      },
      onError: reject,
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (validate(values.name.trim() === "" ? { name: t.enterName } : {})) mutation.mutate(changes);
  };
  const change = (changed: Partial<Values>) => setValues({ ...values, ...changed });
  return { values, change, isDirty: Object.keys(changes).length > 0, isBusy: mutation.isPending, faults, rejection, reset: () => begin(settings), submit };
}

interface VisibilityCardProps {
  headquarters: Settings["headquarters"];
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
}

function VisibilityCard({ headquarters, value, onChange, error }: VisibilityCardProps) {
  return (
    <SectionCard
      title={t.apiKeysVisible}
      why="fields#api-keys-visible-to-headquarters"
      description={t.apiKeysVisibleDescription}
    >
      {headquarters.length === 0 ? (
        <p className="text-sm text-muted">{t.noHeadquartersIsAbove}</p>
      ) : (
        <div className="grid gap-4">
          {headquarters.map(({ id, name }) => (
            <Switch
              key={id}
              label={t.visibleTo(name)}
              checked={value.includes(id)}
              onChange={({ target }) => onChange(target.checked ? [...value, id] : value.filter((each) => each !== id))}
            />
          ))}
          <FieldError message={error} />
        </div>
      )}
    </SectionCard>
  );
}
