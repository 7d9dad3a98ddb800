import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { Badge, type BadgeTone } from "../ui/feedback/badge.tsx";
import { OneOfField, TextareaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import type { Channel } from "./composer-values.ts";
import { consentDialog as t } from "./lazy-strings.ts";
import type { Person } from "./views.ts";

type Consent = PortalOutputs["consents"]["list"]["consents"][number];
type Change = Consent["history"][number];

const statuses = ["opted_in", "opted_out"] as const;
const sources = ["intake_form", "retainer", "call", "in_person", "import", "other"] as const;
const tones: Readonly<Record<Consent["status"], BadgeTone>> = {
  opted_in: "success",
  opted_out: "danger",
  unknown: "neutral",
};

interface ConsentDialogProps {
  person: Person;
  channel: Channel;
  onClose: () => void;
}

/** Whether a person agreed to texts or emails, how that changed with its evidence, and a change of it. */
export function ConsentDialog({ person, channel, onClose }: ConsentDialogProps) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.consents.list.queryOptions({ ...person, channel }));
  const consent = data?.consents[0];
  const [values, setValues] = useState<{ status: (typeof statuses)[number]; source: (typeof sources)[number] }>({
    status: "opted_in",
    source: "call",
  });
  const [proof, setProof] = useState("");
  const { faults, rejection, validate, reject } = useFormErrors<"proof">();
  const mutation = useChange(trpc.consents.record.mutationOptions(), {
    successMessage: () => t.wasRecorded,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidate((client) => [client.consents.pathFilter(), { queryKey: ["message-preview"] }]),
  });
  const submit = () => {
    if (validate(proof.trim() === "" ? { proof: t.enterProof } : {}))
      mutation.mutate({ ...person, channel, ...values, proof: { text: proof.trim() } });
  };
  return (
    <FormDialog
      width="lg"
      title={t.title[channel]}
      description={t.hint}
      action={t.save}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      {consent !== undefined && <History consent={consent} />}
      <OneOfField
        label={t.status}
        why="fields#consent-to-texts"
        values={statuses}
        name={(each) => t.statuses[each]}
        value={values.status}
        onChange={(status) => setValues({ ...values, status })}
      />
      <OneOfField
        label={t.source}
        values={sources}
        name={(each) => t.sources[each]}
        value={values.source}
        onChange={(source) => setValues({ ...values, source })}
      />
      <TextareaField
        label={t.proof}
        hint={t.proofHint}
        error={faults.proof}
        required
        rows={3}
        maxLength={5_000}
        value={proof}
        onChange={setProof}
      />
    </FormDialog>
  );
}

function History({ consent: { history, suppression } }: { consent: Consent }) {
  return (
    <section aria-label={t.history}>
      <h3 className="mb-2 text-sm font-semibold">{t.history}</h3>
      {suppression !== null && <p className="mb-2 text-sm text-warning">{t.suppressed[suppression.reason]}</p>}
      <ol className="grid gap-2 border-l-2 border-line pl-4 text-sm">
        {history.map((change) => (
          <Entry key={change.recordedAt} change={change} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ change: { status, source, proof, actor, recordedAt, isOverride } }: { change: Change }) {
  return (
    <li className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[status]}>{t.statuses[status]}</Badge>
        {source !== null && <span>{t.sources[source]}</span>}
        {isOverride && <Badge tone="warning">{t.override}</Badge>}
        <span className="text-muted">
          <RelativeTime instant={recordedAt} />, {actor.name}
        </span>
      </span>
      {typeof proof?.text === "string" && (
        <span className="wrap-anywhere whitespace-pre-line text-muted">{proof.text}</span>
      )}
    </li>
  );
}
