import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { accountKey } from "../client/query-client.ts";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { UnsavedGuard } from "../ui/unsaved-guard.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { Field, FieldError } from "../ui/forms/field.tsx";
import { SaveBar } from "../ui/forms/save-bar.tsx";
import { Switch } from "../ui/forms/switch.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { TimeZoneSelect } from "../ui/forms/time-zone-select.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { ContactFields } from "./contact-fields.tsx";
import { faultOf } from "./contact-values.ts";
import { listChanges, readProfile, type Profile, type ProfileValues } from "./profile-values.ts";
import { settingsForm as t } from "./strings.ts";
import { TimeZonePreview } from "./time-zone-preview.tsx";

export type Headquarters = PortalOutputs["organization"]["listHeadquarters"]["headquarters"];

export function SettingsForm({ profile, headquarters }: { profile: Profile; headquarters: Headquarters }) {
  const { isDirty, isBusy, rejection, reset, submit, ...form } = useSettingsForm(profile);
  const { values, change, faults } = form;
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <NameCard form={form} savedZone={profile.timezone} />
      <SectionCard title={t.contact}>
        <div className="grid gap-5">
          <ContactFields values={values} onChange={change} faults={faults} />
          <TextField {...form} name="email" type="email" maxLength={254} />
          <TextField {...form} name="website" type="url" maxLength={2_000} />
        </div>
      </SectionCard>
      <SectionCard title={t.practice}>
        <div className="grid gap-5">
          <TextField {...form} name="practiceAreas" hint={t.practiceAreasHint} />
          <TextField {...form} name="jurisdictions" hint={t.jurisdictionsHint} />
          <TextField {...form} name="fee" hint={t.feeHint} path="defaultFeeBasisPoints" />
        </div>
      </SectionCard>
      <SectionCard title={t.invitations} why="fields#email-domains-of-members" description={t.invitationsDescription}>
        <TextField {...form} name="memberEmailDomains" hint={t.memberEmailDomainsHint} />
      </SectionCard>
      <VisibilityCard
        headquarters={headquarters}
        value={values.keysVisibleTo}
        onChange={(keysVisibleTo) => change({ keysVisibleTo })}
        error={faultOf(faults, "keysVisibleTo")}
      />
      <SectionCard
        title={t.hostedAssistants}
        why="fields#hosted-assistants"
        description={t.hostedAssistantsDescription}
      >
        <Switch
          label={t.hostedAssistantsAllowed}
          checked={values.hostedAssistantsAllowed}
          onChange={({ target }) => change({ hostedAssistantsAllowed: target.checked })}
        />
      </SectionCard>
      <SaveBar
        isDirty={isDirty}
        isBusy={isBusy}
        hasFaults={Object.keys(faults).length > 0}
        onReset={reset}
        notice={
          rejection === null ? null : (
            <Banner tone="danger" live title={t.nothingWasSaved}>
              {rejection}
            </Banner>
          )
        }
      />
      <UnsavedGuard
        active={isDirty}
        title={t.leaveWithoutSaving}
        description={t.leaveWithoutSavingDescription}
        leave={t.leavePage}
      />
    </form>
  );
}

type Form = Pick<ReturnType<typeof useSettingsForm>, "values" | "change" | "faults">;

function NameCard({ form, savedZone }: { form: Form; savedZone: string }) {
  const { values, change, faults } = form;
  return (
    <SectionCard title={t.title}>
      <div className="grid gap-5">
        <Field label={t.name} why="fields#name-of-the-organization" hint={t.nameHint} error={faults["name"]} required>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="organization"
              maxLength={200}
              className="max-w-md"
              value={values.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <TextField {...form} name="legalName" required maxLength={200} />
        <Field label={t.timeZone} why="fields#time-zone" hint={t.timeZoneHint} error={faults["timezone"]} required>
          {(control) => (
            <TimeZoneSelect
              {...control}
              className="max-w-md"
              value={values.timezone}
              onChange={(timezone) => change({ timezone })}
            />
          )}
        </Field>
        {values.timezone !== savedZone && <TimeZonePreview timezone={values.timezone} />}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...form} name="workdayStartsAt" required type="time" />
          <TextField {...form} name="workdayEndsAt" required type="time" />
        </div>
      </div>
    </SectionCard>
  );
}

interface TextFieldProps extends Form {
  name:
    | "legalName"
    | "workdayStartsAt"
    | "workdayEndsAt"
    | "email"
    | "website"
    | "practiceAreas"
    | "jurisdictions"
    | "fee"
    | "memberEmailDomains";
  required?: boolean;
  hint?: string;
  type?: string;
  maxLength?: number;
  /** The field's path among the faults, if it is not the name. */
  path?: string;
}

function TextField({ values, change, faults, name, required = false, hint, path = name, ...control }: TextFieldProps) {
  return (
    <Field label={t[name]} hint={hint} error={faultOf(faults, path)} required={required} optional={!required}>
      {(described) => (
        <TextInput
          {...described}
          {...control}
          className="max-w-md"
          value={values[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      )}
    </Field>
  );
}

function useSettingsForm(profile: Profile) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const showToast = useToast();
  const [start, setStart] = useState(() => readProfile(profile));
  const [values, setValues] = useState(start);
  const { faults, rejection, validate, reject } = useFormErrors<string>();
  const changes = listChanges(start, values);
  const begin = (saved: Profile) => {
    setStart(readProfile(saved));
    setValues(readProfile(saved));
    validate({});
  };
  const mutation = useMutationWithConfirmation(
    trpc.organization.update.mutationOptions({
      onSuccess: async (saved) => {
        begin(saved.organization);
        showToast(t.organizationSaved);
        queries.setQueryData(trpc.organization.get.queryKey({}), saved);
        await Promise.all([
          queries.invalidateQueries(trpc.organization.pathFilter()),
          queries.invalidateQueries({ queryKey: accountKey }),
        ]);
      },
      onError: reject,
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(values.name.trim() === "" && { name: t.enterName }),
      ...(Number.isNaN(Number(values.fee)) && { defaultFeeBasisPoints: t.enterPercent }),
    };
    if (validate(found)) mutation.mutate(changes);
  };
  const change = (changed: Partial<ProfileValues>) => setValues({ ...values, ...changed });
  return {
    values,
    change,
    isDirty: Object.keys(changes).length > 0,
    isBusy: mutation.isPending,
    faults,
    rejection,
    reset: () => begin(profile),
    submit,
  };
}

interface VisibilityCardProps {
  headquarters: Headquarters;
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
}

function VisibilityCard({ headquarters, value, onChange, error }: VisibilityCardProps) {
  // A headquarters that is no longer above the organization sees nothing, and cannot be named again.
  const chosen = headquarters.filter(({ id }) => value.includes(id)).map(({ id }) => id);
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
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
          ))}
          <FieldError message={error} />
        </div>
      )}
    </SectionCard>
  );
}
