import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { noteLength } from "../../../contract/portal/scope-requests.ts";
import { isScope, scopeCatalog } from "../../../contract/scopes.ts";
import { useTRPC } from "../../client/trpc.ts";
import { useFormErrors } from "../../client/forms/use-form-errors.ts";
import { useChange } from "../../client/use-change.ts";
import { useInvalidate } from "../../client/use-invalidate.ts";
import { findCeiling, resolvePreset, formatExpiry } from "../../credentials/form/expiry.ts";
import { ExpiryField } from "../../credentials/form/expiry-field.tsx";
import { Code } from "../../ui/code-block.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Options, Select } from "../../ui/forms/select.tsx";
import { Textarea } from "../../ui/forms/text-input.tsx";
import { fillTemplate } from "./decision-templates.ts";
import { foreseeExpiry } from "./grant-expiry.ts";
import { RequestFacts } from "./request-facts.tsx";
import type { Decision, QueuedRequest } from "../views.ts";

interface DecisionDialogProps {
  request: QueuedRequest;
  decision: Decision;
  onClose: () => void;
}

type FaultyField = "note" | "latestExpiryAt";

export function DecisionDialog({ request, decision, onClose }: DecisionDialogProps) {
  const [note, setNote] = useState("");
  const [latest, setLatest] = useState(() => resolvePreset({ days: 0, years: 1 }, new Date()).toISOString());
  const isGrant = decision === "grant";
  const { decide, isPending, rejection, faults } = useDecision(request, decision, onClose);
  return (
    <FormDialog
      title={
        <>
          {isGrant ? "Grant" : "Deny"} <Code>{request.scope}</Code>
        </>
      }
      description={`For “${request.keyName}” of ${request.organizationName}.`}
      action={isGrant ? "Grant scope" : "Deny scope"}
      width="xl"
      danger={!isGrant}
      busy={isPending}
      rejection={rejection}
      rejectionTitle={isGrant ? "Not granted" : "Not denied"}
      faults={faults}
      onSubmit={() => decide(note.trim(), isGrant ? latest : null)}
      onClose={onClose}
    >
      {/* Beside each other, so that facts, note and button are on one screen. */}
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2 lg:items-start">
        <RequestFacts request={request} />
        <div className="grid gap-5">
          {isGrant && <GrantTerms request={request} latest={latest} onChange={setLatest} error={faults.latestExpiryAt} />}
          <NoteField isGrant={isGrant} request={request} value={note} onChange={setNote} error={faults.note} />
        </div>
      </div>
    </FormDialog>
  );
}

interface NoteFieldProps {
  isGrant: boolean;
  request: QueuedRequest;
  value: string;
  onChange: (note: string) => void;
  error: string | undefined;
}

function NoteField({ isGrant, request, value, onChange, error }: NoteFieldProps) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.administration.listDecisionTemplates.queryOptions({}));
  const choose = (id: string) => {
    const template = data?.templates.find((each) => each.id === id);
    if (template !== undefined) onChange(fillTemplate(template.text, request));
  };
  return (
    <>
      <Field label="Template" why="fields#decision-templates" hint="Fills the note below, which you can edit." optional>
        {(control) => (
          <Select {...control} defaultValue="" onChange={({ target }) => choose(target.value)}>
            <option value="">None</option>
            <Options of={(data?.templates ?? []).map(({ id, name }) => [id, name])} />
          </Select>
        )}
      </Field>
      <Field
        label={isGrant ? "Note" : "Reason"}
        why="fields#note"
        optional={isGrant}
        required={!isGrant}
        hint={`Visible to ${request.requestedBy.name} and members who manage the firm’s API keys, in the portal and by email.`}
        error={error}
      >
        {(control) => <Textarea {...control} name="note" rows={3} maxLength={noteLength} value={value} onChange={({ target }) => onChange(target.value)} />}
      </Field>
    </>
  );
}

function useDecision(request: QueuedRequest, decision: Decision, onDone: () => void) {
  const trpc = useTRPC();
  const { faults, rejection, validate, reject } = useFormErrors<FaultyField>();
  const mutation = useChange(trpc.administration.decideScopeRequest.mutationOptions(), {
    done: ({ keyExpiresAt }) => {
      const ends = decision === "grant" ? ` The key expires ${formatExpiry(keyExpiresAt)}.` : "";
      return `${request.scope} was ${decision === "grant" ? "granted to" : "denied for"} “${request.keyName}”.${ends}`;
    },
    onDone,
    onRejected: reject,
    refetch: useInvalidate(({ administration, account }) => [administration.listScopeRequests.pathFilter(), account.get.pathFilter()]),
  });
  const decide = (note: string, latestExpiryAt: string | null) => {
    if (!validate(findFaults(decision, note, latestExpiryAt))) return;
    mutation.mutate({ organizationId: request.organizationId, requestId: request.id, decision, note: note === "" ? null : note, latestExpiryAt });
  };
  return { decide, isPending: mutation.isPending, rejection, faults };
}

function findFaults(decision: Decision, note: string, latestExpiryAt: string | null): Partial<Record<FaultyField, string>> {
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
      <ExpiryField legend="Latest key expiry" label="Latest" hidesBarred value={latest} onChange={onChange} hasElevated error={error} />
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
