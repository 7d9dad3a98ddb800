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
      <SectionCard title="Settings">
        <div className="grid gap-5">
          <Field label="Name" why="fields#name-of-the-organization" hint="Members, emails and headquarters see it." error={faults.name} required>
            {(control) => <TextInput {...control} autoComplete="organization" maxLength={200} className="max-w-md" value={values.name} onChange={({ target }) => change({ name: target.value })} />}
          </Field>
          <Field label="Time zone" why="fields#time-zone" hint="Reports and dates use it. Scheduled reports keep their local time." error={faults.timezone} required>
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
        notice={rejection === null ? null : <Banner tone="danger" live title="Nothing was saved">{rejection}</Banner>}
      />
      <UnsavedGuard active={isDirty} title="Leave without saving?" description="Your changes on this page will be lost." leave="Leave page" />
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
        showToast("Organization saved.");
        queries.setQueryData(trpc.organization.get.queryKey({}), saved);
        await queries.invalidateQueries({ queryKey: accountKey });
      },
      onError: reject,
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (validate(values.name.trim() === "" ? { name: "Enter a name." } : {})) mutation.mutate(changes);
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
      title="API keys visible to headquarters"
      why="fields#api-keys-visible-to-headquarters"
      description="Members of the headquarters who manage keys see each key’s name, status, scopes, expiry, last use and counts of requests, and how many webhooks stopped. They see no secrets, requests or records, and change nothing."
    >
      {headquarters.length === 0 ? (
        <p className="text-sm text-muted">No headquarters is above this organization.</p>
      ) : (
        <div className="grid gap-4">
          {headquarters.map(({ id, name }) => (
            <Switch
              key={id}
              label={`Visible to ${name}`}
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
