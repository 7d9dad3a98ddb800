import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { StatusBadge } from "../ui/feedback/status-badge.tsx";
import { TextField, TextareaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { consentTextsTab as t } from "./lazy-strings.ts";
import type { ConsentText } from "./views.ts";

const useInvalidateTexts = () => useInvalidate((trpc) => [trpc.esignConsentTexts.pathFilter()]);

/** The current text of each language. Former versions stay in the certificates of what was signed with them. */
export function ConsentTextsTab() {
  const trpc = useTRPC();
  const found = useQuery(trpc.esignConsentTexts.list.queryOptions({ isCurrent: true }));
  if (found.data === undefined) return <QueryFallback query={found} what={t.texts} placeholder={<SkeletonTab />} />;
  const current = found.data.consentTexts;
  return (
    <>
      {current.some(({ verification }) => verification === "unverified") && (
        <Banner tone="warning" title={t.checkFirst}>
          {t.checkFirstHint}
        </Banner>
      )}
      {current
        .toSorted((one, other) => one.language.localeCompare(other.language))
        .map((text) => (
          <TextCard key={text.id} text={text} />
        ))}
    </>
  );
}

function TextCard({ text }: { text: ConsentText }) {
  const trpc = useTRPC();
  const [isEditing, setEditing] = useState(false);
  const { id, language, version, title, body, sha256, verification, verifiedBy, createdAt } = text;
  const verify = useChange(trpc.esignConsentTexts.verify.mutationOptions(), {
    successMessage: () => t.wasVerified,
    invalidate: useInvalidateTexts(),
  });
  const actions = (
    <>
      {verification === "unverified" && (
        <Button busy={verify.isPending} onClick={() => verify.mutate({ consentTextId: id })}>
          {t.verify}
        </Button>
      )}
      <Button onClick={() => setEditing(true)}>{t.newVersion}</Button>
    </>
  );
  return (
    <SectionCard title={t.languages[language]} why="fields#consent-to-electronic-signatures" actions={actions}>
      <div className="grid gap-4">
        <DescriptionList
          facts={[
            [t.title, title],
            [
              t.status,
              <span key="status" className="flex flex-wrap items-center gap-2">
                <StatusBadge status={verification} />
                {verifiedBy !== null && t.verifiedBy(`${verifiedBy.firstName} ${verifiedBy.lastName}`)}
              </span>,
            ],
            [
              t.version,
              createdAt === null ? t.shipped(version) : t.versionOf(version, <RelativeTime instant={createdAt} />),
            ],
            [
              t.hash,
              <code key="hash" className="font-mono text-[0.8125rem] break-all">
                {sha256}
              </code>,
            ],
          ]}
        />
        <details>
          <summary className="min-h-6 cursor-pointer text-sm font-semibold">{t.read}</summary>
          <p className="mt-3 max-w-prose text-sm whitespace-pre-line">{body}</p>
        </details>
      </div>
      {isEditing && <VersionDialog text={text} onClose={() => setEditing(false)} />}
    </SectionCard>
  );
}

function VersionDialog({ text, onClose }: { text: ConsentText; onClose: () => void }) {
  const trpc = useTRPC();
  const { language, version } = text;
  const [values, setValues] = useState({ title: text.title, body: text.body });
  const { faults, rejection, validate, reject } = useFormErrors<keyof typeof values>();
  const mutation = useChange(trpc.esignConsentTexts.createVersion.mutationOptions(), {
    successMessage: () => t.wasCreated,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateTexts(),
  });
  const { title, body } = values;
  const submit = () => {
    const found = {
      ...(title.trim() === "" && { title: t.enterTitle }),
      ...(body.trim().length < 200 && { body: t.enterBody }),
    };
    if (validate(found))
      mutation.mutate({ language, expectedVersion: version, title: title.trim(), body: body.trim() });
  };
  return (
    <FormDialog
      width="xl"
      title={t.newVersionOf(t.languages[language])}
      description={t.newVersionHint}
      action={t.save}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.title}
        error={faults.title}
        required
        maxLength={200}
        autoComplete="off"
        value={title}
        onChange={(to) => setValues({ ...values, title: to })}
      />
      <TextareaField
        label={t.body}
        hint={t.bodyHint}
        error={faults.body}
        required
        rows={18}
        maxLength={20_000}
        value={body}
        onChange={(to) => setValues({ ...values, body: to })}
      />
    </FormDialog>
  );
}
