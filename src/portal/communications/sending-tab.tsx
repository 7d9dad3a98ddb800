import { useQuery } from "@tanstack/react-query";
import { type FormEvent } from "react";
import { formatTimeOfDay } from "../../contract/values/due-time.ts";
import { SenderFields } from "../client/forms/sender-fields.tsx";
import { useSettingsForm } from "../client/forms/use-settings-form.ts";
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
  const { values, change, faults, validate, reject, bar } = useSettingsForm(toFormValues(settings), onDirtyChange);
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
  const part: PartProps = { values, faults, change };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <EmailCard {...part} />
      <HoursCard {...part} timezone={settings.timezone} />
      <RepliesCard {...part} settings={settings} />
      <SaveBar isBusy={mutation.isPending} {...bar} />
    </form>
  );
}

function EmailCard({ values, faults, change }: PartProps) {
  return (
    <SectionCard title={t.email} why="fields#sender-of-emails-to-clients">
      <SenderFields texts={t} values={values} faults={faults} change={change} />
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
