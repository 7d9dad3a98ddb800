import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useSettingsForm } from "../client/forms/use-settings-form.ts";
import { RejectionAlert } from "../client/rejection-alert.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { OneOfField, TextField } from "../ui/forms/fields.tsx";
import { SaveBar } from "../ui/forms/save-bar.tsx";
import { Switch } from "../ui/forms/switch.tsx";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { profileTab as t } from "./lazy-strings.ts";
import { parseProfile, toFormValues } from "./profile-values.ts";
import type { Profile } from "./views.ts";

const acceptances = Object.keys(t.acceptsFrom) as Profile["accepts"][];

const useRefetch = () => useInvalidate((client) => [client.referralProfile.pathFilter()]);

/** How other firms see the firm, add it, and whether they can refer to it. */
export function ProfileTab({ onDirtyChange }: { onDirtyChange: (isDirty: boolean) => void }) {
  const trpc = useTRPC();
  const found = useQuery(trpc.referralProfile.get.queryOptions({}));
  if (found.data === undefined) return <QueryFallback query={found} what={t.profile} placeholder={<SkeletonTab />} />;
  const { referralProfile } = found.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <OwnCode profile={referralProfile} />
      <ProfileForm key={referralProfile.revision} profile={referralProfile} onDirtyChange={onDirtyChange} />
    </div>
  );
}

function OwnCode({ profile: { code, revision } }: { profile: Profile }) {
  const trpc = useTRPC();
  const [isAsked, setAsked] = useState(false);
  const rotation = useChange(trpc.referralProfile.rotateCode.mutationOptions(), {
    successMessage: () => t.codeIsNew,
    onSuccess: () => setAsked(false),
    ...(code !== null && { onRejected: null }),
    invalidate: useRefetch(),
  });
  const rotate = () => rotation.mutate({ expectedRevision: revision });
  return (
    <SectionCard
      title={t.code}
      description={t.codeHint}
      why="fields#referral-code"
      actions={
        code === null ? (
          <Button busy={rotation.isPending} onClick={rotate}>
            {t.createCode}
          </Button>
        ) : (
          <Button onClick={() => setAsked(true)}>{t.replaceCode}</Button>
        )
      }
    >
      {code === null ? <p className="text-sm text-muted">{t.noCode}</p> : <CodeBlock title={t.code} text={code} />}
      <AlertDialog
        open={isAsked}
        onOpenChange={() => setAsked(false)}
        title={t.replaceTitle}
        description={t.replaceConsequence}
        confirm={t.replaceCode}
        busy={rotation.isPending}
        onConfirm={rotate}
      >
        <RejectionAlert error={rotation.error} />
      </AlertDialog>
    </SectionCard>
  );
}

function ProfileForm({ profile, onDirtyChange }: { profile: Profile; onDirtyChange: (isDirty: boolean) => void }) {
  const trpc = useTRPC();
  const { values, change, faults, validate, reject, bar } = useSettingsForm(toFormValues(profile), onDirtyChange);
  const mutation = useChange(trpc.referralProfile.edit.mutationOptions(), {
    successMessage: () => t.saved,
    onRejected: reject,
    invalidate: useRefetch(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseProfile(values, t);
    validate(parsed.faults);
    if (parsed.changes !== null) mutation.mutate({ expectedRevision: profile.revision, ...parsed.changes });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <SectionCard title={t.taking} why="fields#taking-referrals">
        <div className="grid max-w-2xl gap-5">
          <TextField
            label={t.displayName}
            error={faults.displayName}
            required
            autoComplete="off"
            maxLength={200}
            value={values.displayName}
            onChange={(displayName) => change({ displayName })}
          />
          <OneOfField
            label={t.accepts}
            error={faults.accepts}
            values={acceptances}
            name={(each) => t.acceptsFrom[each]}
            value={values.accepts}
            onChange={(accepts) => change({ accepts })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={t.answer}
              hint={t.answerHint}
              error={faults.answerWithinBusinessDays}
              required
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              value={values.answerWithinBusinessDays}
              onChange={(answerWithinBusinessDays) => change({ answerWithinBusinessDays })}
            />
            <TextField
              label={t.expires}
              hint={t.expiresHint}
              error={faults.expiresAfterDays}
              required
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              value={values.expiresAfterDays}
              onChange={(expiresAfterDays) => change({ expiresAfterDays })}
            />
          </div>
          <Switch
            label={t.needsConflictCheck}
            hint={t.needsConflictCheckHint}
            checked={values.needsConflictCheck}
            onChange={({ target }) => change({ needsConflictCheck: target.checked })}
          />
          <Switch
            label={t.autoUpdates}
            hint={t.autoUpdatesHint}
            checked={values.autoUpdates}
            onChange={({ target }) => change({ autoUpdates: target.checked })}
          />
        </div>
      </SectionCard>
      <SaveBar isBusy={mutation.isPending} {...bar} />
    </form>
  );
}
