import { useQuery } from "@tanstack/react-query";
import { type FormEvent } from "react";
import { esignEnumerations } from "../../areas/esign/enumerations.ts";
import { valuesOf } from "../../contract/enumeration.ts";
import { SenderFields } from "../client/forms/sender-fields.tsx";
import { useSettingsForm } from "../client/forms/use-settings-form.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { SectionCard } from "../ui/card.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { OneOfField, TextField } from "../ui/forms/fields.tsx";
import { SaveBar } from "../ui/forms/save-bar.tsx";
import { formatDate } from "../ui/relative-time.tsx";
import { settingsTab as t } from "./lazy-strings.ts";
import { parseSettings, toFormValues } from "./settings-values.ts";
import type { Settings } from "./views.ts";

const languages = valuesOf(esignEnumerations.esignLanguage);

/** What new requests begin with, who mails come from, and what seals the files. */
export function SettingsTab({ onDirtyChange }: { onDirtyChange: (isDirty: boolean) => void }) {
  const trpc = useTRPC();
  const found = useQuery(trpc.esignSettings.get.queryOptions({}));
  if (found.data === undefined) return <QueryFallback query={found} what={t.settings} placeholder={<SkeletonTab />} />;
  const { esignSettings } = found.data;
  return (
    <>
      <SettingsForm key={esignSettings.revision} settings={esignSettings} onDirtyChange={onDirtyChange} />
      <Certificate certificate={esignSettings.sealingCertificate} />
    </>
  );
}

function SettingsForm({ settings, onDirtyChange }: { settings: Settings; onDirtyChange: (isDirty: boolean) => void }) {
  const trpc = useTRPC();
  const { values, change, faults, validate, reject, bar } = useSettingsForm(toFormValues(settings), onDirtyChange);
  const mutation = useChange(trpc.esignSettings.update.mutationOptions(), {
    successMessage: () => t.saved,
    onRejected: reject,
    invalidate: useInvalidate((client) => [client.esignSettings.pathFilter()]),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseSettings(values, t);
    validate(parsed.faults);
    if (parsed.changes !== null) mutation.mutate({ expectedRevision: settings.revision, ...parsed.changes });
  };
  const number = (name: "expiresInDays" | "firstAfterDays" | "everyDays" | "max") => (
    <TextField
      label={t.numbers[name]}
      error={faults[name]}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      value={values[name]}
      onChange={(text) => change({ [name]: text })}
    />
  );
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <SectionCard title={t.mail} why="fields#sender-of-signature-emails">
        <SenderFields texts={t} values={values} faults={faults} change={change} />
      </SectionCard>
      <SectionCard title={t.defaults} description={t.defaultsHint}>
        <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
          {number("expiresInDays")}
          <OneOfField
            label={t.language}
            values={languages}
            name={(each) => t.languages[each]}
            value={values.language}
            onChange={(language) => change({ language })}
          />
          {number("firstAfterDays")}
          {number("everyDays")}
          {number("max")}
        </div>
      </SectionCard>
      <SaveBar isBusy={mutation.isPending} {...bar} />
    </form>
  );
}

/** What a recipient compares with the certificate that their PDF viewer shows. */
function Certificate({ certificate }: { certificate: Settings["sealingCertificate"] }) {
  return (
    <SectionCard title={t.certificate} description={t.certificateHint} why="fields#certificate-that-seals-files">
      {certificate === null ? (
        <p className="text-sm text-muted">{t.noCertificate}</p>
      ) : (
        <div className="grid gap-5">
          <DescriptionList
            facts={[
              [t.subject, certificate.subject],
              [t.validTo, formatDate(certificate.validTo)],
              [
                t.fingerprint,
                <code key="fingerprint" className="font-mono text-[0.8125rem] break-all">
                  {certificate.sha256Fingerprint}
                </code>,
              ],
            ]}
          />
          <CodeBlock title={t.pem} text={certificate.pem} wrap />
        </div>
      )}
    </SectionCard>
  );
}
