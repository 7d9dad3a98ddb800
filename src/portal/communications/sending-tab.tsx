import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { formatTimeOfDay } from "../../contract/values/due-time.ts";
import { useDirtyReport } from "../client/forms/use-dirty-report.ts";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { SectionCard } from "../ui/card.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { OneOfField, TextareaField, TextField } from "../ui/forms/fields.tsx";
import { SaveBar } from "../ui/forms/save-bar.tsx";
import { HealthCard } from "./health-card.tsx";
import { sendingTab as t } from "./lazy-strings.ts";
import { ProviderCard } from "./provider-card.tsx";
import {
  beginnings,
  endings,
  parseSettings,
  replyFields,
  replyNames,
  toFormValues,
  withChosen,
  type SettingsValues,
} from "./settings-values.ts";
import { useInvalidateSettings, type Settings } from "./views.ts";

const quietHours = Object.keys(t.quietHoursNames) as Settings["quietHours"][];

/** With what and when the firm sends, and how it went in the last day. */
export function SendingTab({ onDirtyChange }: { onDirtyChange: (isDirty: boolean) => void }) {
  const trpc = useTRPC();
  const found = useQuery(trpc.communicationSettings.get.queryOptions({}));
  if (found.data === undefined) return <QueryFallback query={found} what={t.settings} placeholder={<SkeletonTab />} />;
  const { communicationSettings } = found.data;
  return (
    <>
      <HealthCard />
      <ProviderCard settings={communicationSettings} />
      <SettingsForm
        key={communicationSettings.revision}
        settings={communicationSettings}
        onDirtyChange={onDirtyChange}
      />
    </>
  );
}

interface SettingsFormProps {
  settings: Settings;
  onDirtyChange: (isDirty: boolean) => void;
}

interface PartProps {
  values: SettingsValues;
  faults: Partial<Record<keyof SettingsValues, string>>;
  change: (changed: Partial<SettingsValues>) => void;
}

function SettingsForm({ settings, onDirtyChange }: SettingsFormProps) {
  const trpc = useTRPC();
  const saved = toFormValues(settings);
  const [values, setValues] = useState(saved);
  const { faults, rejection, validate, reject } = useFormErrors<keyof SettingsValues>();
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved);
  useDirtyReport(isDirty, onDirtyChange);
  const mutation = useChange(trpc.communicationSettings.update.mutationOptions(), {
    successMessage: () => t.saved,
    onRejected: reject,
    invalidate: useInvalidateSettings(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseSettings(values, t);
    validate(parsed.faults);
    if (parsed.changes !== null) mutation.mutate({ expectedRevision: settings.revision, ...parsed.changes });
  };
  const part: PartProps = { values, faults, change: (changed) => setValues({ ...values, ...changed }) };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <EmailCard {...part} />
      <HoursCard {...part} timezone={settings.timezone} />
      <RepliesCard {...part} settings={settings} />
      <SaveBar
        isDirty={isDirty}
        isBusy={mutation.isPending}
        hasFaults={Object.keys(faults).length > 0}
        onReset={() => {
          validate({});
          setValues(saved);
        }}
        rejection={rejection}
      />
    </form>
  );
}

function EmailCard({ values, faults, change }: PartProps) {
  return (
    <SectionCard title={t.email} why="fields#sender-of-emails-to-clients">
      <div className="grid max-w-2xl gap-4">
        <TextField
          label={t.senderName}
          hint={t.senderNameHint}
          error={faults.senderName}
          optional
          maxLength={100}
          autoComplete="off"
          value={values.senderName}
          onChange={(senderName) => change({ senderName })}
        />
        <TextField
          label={t.replyTo}
          hint={t.replyToHint}
          error={faults.replyTo}
          optional
          type="email"
          maxLength={254}
          autoComplete="off"
          value={values.replyTo}
          onChange={(replyTo) => change({ replyTo })}
        />
      </div>
    </SectionCard>
  );
}

function HoursCard({ values, faults, change, timezone }: PartProps & { timezone: string }) {
  return (
    <SectionCard title={t.hours} description={t.hoursHint(timezone)} why="fields#quiet-hours">
      <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
        <OneOfField
          label={t.quietHours}
          className="sm:col-span-2"
          values={quietHours}
          name={(each) => t.quietHoursNames[each]}
          value={values.quietHours}
          onChange={(to) => change({ quietHours: to })}
        />
        <OneOfField
          label={t.textsFrom}
          error={faults.textsFrom}
          values={withChosen(beginnings, values.textsFrom)}
          name={formatTimeOfDay}
          value={values.textsFrom}
          onChange={(textsFrom) => change({ textsFrom })}
        />
        <OneOfField
          label={t.textsUntil}
          error={faults.textsUntil}
          values={withChosen(endings, values.textsUntil)}
          name={formatTimeOfDay}
          value={values.textsUntil}
          onChange={(textsUntil) => change({ textsUntil })}
        />
        <TextField
          label={t.dailyLimit}
          hint={t.dailyLimitHint}
          error={faults.dailyLimit}
          className="sm:col-span-2"
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          value={values.dailyLimit}
          onChange={(dailyLimit) => change({ dailyLimit })}
        />
      </div>
    </SectionCard>
  );
}

function RepliesCard({ values, faults, change, settings }: PartProps & { settings: Settings }) {
  const { defaultReplies, connection } = settings;
  return (
    <SectionCard title={t.replies} description={t.repliesHint} why="fields#replies-to-keywords">
      <div className="grid max-w-2xl gap-4">
        {connection?.handlesStop === true && <Banner>{t.repliedByProvider}</Banner>}
        {replyNames.map((name) => (
          <TextareaField
            key={name}
            label={t.replyNames[name]}
            hint={t.replyHints[name]}
            error={faults[replyFields[name]]}
            rows={2}
            placeholder={defaultReplies[name]}
            value={values[replyFields[name]]}
            onChange={(text) => change({ [replyFields[name]]: text })}
          />
        ))}
      </div>
    </SectionCard>
  );
}
