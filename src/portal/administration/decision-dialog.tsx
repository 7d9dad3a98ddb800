"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { FormEvent } from "react";
import { isScope, scopeCatalog } from "../../contract/scopes.ts";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { findCeiling, resolvePreset, formatExpiry } from "../credentials/form/expiry.ts";
import { ExpiryField } from "../credentials/form/expiry-field.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Code } from "../ui/code-block.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { Field } from "../ui/forms/field.tsx";
import { Textarea } from "../ui/forms/text-input.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { foreseeExpiry } from "./grant-expiry.ts";
import { useFocusOnFault } from "./use-focus-on-error.ts";
import type { Decision, QueuedRequest } from "./views.ts";

interface DecisionDialogProps {
  request: QueuedRequest;
  decision: Decision;
  onClose: () => void;
}

type Faults = Partial<Record<"note" | "latestExpiryAt", string>>;

const noteLength = 1000;

export function DecisionDialog({ request, decision, onClose }: DecisionDialogProps) {
  const [note, setNote] = useState("");
  const [latest, setLatest] = useState(() => resolvePreset({ days: 0, years: 1 }, new Date()).toISOString());
  const isGrant = decision === "grant";
  const form = useRef<HTMLFormElement>(null);
  const { decide, isPending, rejection, faults } = useDecision(request, decision, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isPending) decide(note.trim(), isGrant ? latest : null);
  };
  useFocusOnFault(form, faults);
  const formId = `decide-${request.id}`;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        <>
          {isGrant ? "Grant" : "Deny"} <Code>{request.scope}</Code>
        </>
      }
      description={`For “${request.keyName}” of ${request.organizationName}.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant={isGrant ? "primary" : "danger"} busy={isPending}>
            {isGrant ? "Grant scope" : "Deny scope"}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} onSubmit={submit} noValidate className="grid gap-5">
        {rejection !== null && (
          <Banner tone="danger" live title={isGrant ? "Not granted" : "Not denied"}>
            {rejection}
          </Banner>
        )}
        {isGrant && <GrantTerms request={request} latest={latest} onChange={setLatest} error={faults.latestExpiryAt} />}
        <NoteField isGrant={isGrant} requester={request.requestedBy.name} value={note} onChange={setNote} error={faults.note} />
      </form>
    </Dialog>
  );
}

interface NoteFieldProps {
  isGrant: boolean;
  requester: string;
  value: string;
  onChange: (note: string) => void;
  error: string | undefined;
}

function NoteField({ isGrant, requester, value, onChange, error }: NoteFieldProps) {
  return (
    <Field
      label={isGrant ? "Note" : "Reason"}
      optional={isGrant}
      required={!isGrant}
      hint={`Visible to ${requester} and members who manage the firm’s API keys, in the portal and by email.`}
      error={error}
    >
      {(control) => <Textarea {...control} name="note" rows={3} maxLength={noteLength} value={value} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  );
}

function useDecision(request: QueuedRequest, decision: Decision, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [rejection, setRejection] = useState<string | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const mutation = useMutationWithConfirmation(
    trpc.administration.decideScopeRequest.mutationOptions({
      onSuccess: ({ keyExpiresAt }) => {
        const ends = decision === "grant" ? ` The key expires ${formatExpiry(keyExpiresAt)}.` : "";
        showToast(`${request.scope} was ${decision === "grant" ? "granted to" : "denied for"} “${request.keyName}”.${ends}`);
        onDone();
      },
      onError: (error) => {
        const read = readError(error);
        setFaults(Object.fromEntries(read.faults.map(({ path, message }) => [path, message])));
        setRejection(read.code === "CANCELLED" || read.faults.length > 0 ? null : read.message);
      },
      // Also after a rejection: another administrator may have decided.
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.administration.listScopeRequests.pathFilter()),
          queryClient.invalidateQueries(trpc.account.get.pathFilter()),
        ]),
    }),
  );
  const decide = (note: string, latestExpiryAt: string | null) => {
    const found = validate(decision, note, latestExpiryAt);
    setFaults(found);
    setRejection(null);
    if (Object.keys(found).length > 0) return;
    mutation.mutate({ organizationId: request.organizationId, requestId: request.id, decision, note: note === "" ? null : note, latestExpiryAt });
  };
  return { decide, isPending: mutation.isPending, rejection, faults };
}

function validate(decision: Decision, note: string, latestExpiryAt: string | null): Faults {
  if (decision === "deny") return note === "" ? { note: "Enter a reason for the firm." } : {};
  const latest = Date.parse(latestExpiryAt ?? "");
  if (Number.isNaN(latest)) return { latestExpiryAt: "Choose a date." };
  if (latest <= Date.now()) return { latestExpiryAt: "Choose a date in the future." };
  return latest > findCeiling(true, new Date()).getTime() ? { latestExpiryAt: "Elevated scopes last at most one year." } : {};
}

interface GrantTermsProps {
  request: QueuedRequest;
  latest: string;
  onChange: (latest: string) => void;
  error: string | undefined;
}

function GrantTerms({ request, latest, onChange, error }: GrantTermsProps) {
  const { scope, keyExpiresAt } = request;
  const entry = isScope(scope) ? scopeCatalog.get(scope) : undefined;
  const foreseen = latest === "" ? null : foreseeExpiry(keyExpiresAt, latest);
  return (
    <>
      {entry !== undefined && <p className="text-sm">{entry.description} Applies from the key’s next request.</p>}
      <ExpiryField legend="Latest key expiry" label="Latest" hidesBarred value={latest} onChange={onChange} hasElevated initialChoice="1y" error={error} />
      <p aria-live="polite" className="-mt-2 rounded-md bg-sunken px-3 py-2.5 text-sm">
        {foreseen === null && "Choose a date."}
        {foreseen?.isShortened === true && (
          <>
            <strong>The key’s expiry is shortened.</strong> New expiry instead of {formatExpiry(keyExpiresAt)}.
          </>
        )}
        {foreseen?.isShortened === false && (
          <>
            <strong>The key’s expiry does not change.</strong> It expires earlier: {formatExpiry(keyExpiresAt)}.
          </>
        )}
      </p>
    </>
  );
}
