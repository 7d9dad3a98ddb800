import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { maxNoteLength } from "../../../contract/portal/scope-requests.ts";
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
import { TextareaField } from "../../ui/forms/fields.tsx";
import { fillTemplate } from "./decision-templates.ts";
import { foreseeExpiry } from "./grant-expiry.ts";
import { RequestFacts } from "./request-facts.tsx";
import type { Decision, QueuedRequest, RequestGroup } from "../views.ts";
import { joinScopes } from "./group-requests.ts";
import { countedScopes, decisionDialog as t } from "./strings.ts";

interface DecisionDialogProps {
  requests: RequestGroup;
  decision: Decision;
  onClose: () => void;
}

type FaultyField = "note" | "latestExpiryAt";

/** The key's own expiry where elevated scopes may last as long, else a year. */
function findDefaultLatest({ keyExpiresAt }: QueuedRequest): string {
  const longest = resolvePreset({ days: 0, years: 1 }, new Date());
  return new Date(Math.min(Date.parse(keyExpiresAt), longest.getTime())).toISOString();
}

export function DecisionDialog({ requests, decision, onClose }: DecisionDialogProps) {
  const [request] = requests;
  const [note, setNote] = useState("");
  const [latest, setLatest] = useState(() => findDefaultLatest(request));
  const isGrant = decision === "grant";
  const { decide, isPending, rejection, faults } = useDecision(requests, decision, onClose);
  return (
    <FormDialog
      title={
        <>
          {isGrant ? t.grant : t.deny} <Code>{joinScopes(requests)}</Code>
        </>
      }
      description={t.description(request.keyName, request.organizationName)}
      action={(isGrant ? t.grantScope : t.denyScope)(countedScopes(requests.length))}
      width="xl"
      danger={!isGrant}
      busy={isPending}
      rejection={rejection}
      rejectionTitle={isGrant ? t.notGranted : t.notDenied}
      faults={faults}
      onSubmit={() => decide(note.trim(), isGrant ? latest : null)}
      onClose={onClose}
    >
      {/* Beside each other, so that facts, note and button are on one screen. */}
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2 lg:items-start">
        <RequestFacts requests={requests} />
        <div className="grid gap-5">
          {isGrant && (
            <GrantTerms request={request} latest={latest} onChange={setLatest} error={faults.latestExpiryAt} />
          )}
          <NoteField
            isGrant={isGrant}
            request={{ ...request, scope: joinScopes(requests) }}
            value={note}
            onChange={setNote}
            error={faults.note}
          />
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
      <Field label={t.template} why="fields#decision-templates" hint={t.templateHint} optional>
        {(control) => (
          <Select {...control} defaultValue="" onChange={({ target }) => choose(target.value)}>
            <option value="">{t.none}</option>
            <Options of={(data?.templates ?? []).map(({ id, name }) => [id, name])} />
          </Select>
        )}
      </Field>
      <TextareaField
        label={isGrant ? t.note : t.reason}
        why="fields#note"
        optional={isGrant}
        required={!isGrant}
        hint={t.visibleToAndMembers(request.requestedBy.name)}
        error={error}
        name="note"
        rows={3}
        maxLength={maxNoteLength}
        value={value}
        onChange={onChange}
      />
    </>
  );
}

function useDecision(requests: RequestGroup, decision: Decision, onSuccess: () => void) {
  const [request, ...others] = requests;
  const trpc = useTRPC();
  const { faults, rejection, validate, reject } = useFormErrors<FaultyField>();
  const mutation = useChange(trpc.administration.decideScopeRequest.mutationOptions(), {
    successMessage: ({ keyExpiresAt }) => {
      const ends = decision === "grant" ? t.keyExpires(formatExpiry(keyExpiresAt)) : "";
      return t.decided(joinScopes(requests), decision, request.keyName, ends);
    },
    onSuccess,
    onRejected: reject,
    invalidate: useInvalidate(({ administration, account }) => [
      administration.listScopeRequests.pathFilter(),
      account.get.pathFilter(),
    ]),
  });
  const decide = (note: string, latestExpiryAt: string | null) => {
    if (!validate(findFaults(decision, note, latestExpiryAt))) return;
    mutation.mutate({
      organizationId: request.organizationId,
      requestId: request.id,
      alsoRequestIds: others.map(({ id }) => id),
      decision,
      note: note === "" ? null : note,
      latestExpiryAt,
    });
  };
  return { decide, isPending: mutation.isPending, rejection, faults };
}

function findFaults(
  decision: Decision,
  note: string,
  latestExpiryAt: string | null,
): Partial<Record<FaultyField, string>> {
  if (decision === "deny") return note === "" ? { note: t.enterReasonForFirm } : {};
  const latest = Date.parse(latestExpiryAt ?? "");
  if (Number.isNaN(latest)) return { latestExpiryAt: t.chooseDate };
  if (latest <= Date.now()) return { latestExpiryAt: t.chooseDateInFuture };
  return latest > findCeiling(true, new Date()).getTime() ? { latestExpiryAt: t.elevatedScopesLast } : {};
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
  const [given] = useState(() => findDefaultLatest(request));
  const foreseen = latest === "" ? null : foreseeExpiry(keyExpiresAt, latest);
  return (
    <>
      {entry !== undefined && <p className="text-sm">{t.appliesFromKeysNext(entry.description)}</p>}
      <ExpiryField
        legend={t.latestKeyExpiry}
        label={t.latest}
        hidesBarred
        {...(given === new Date(keyExpiresAt).toISOString() && { given: { title: t.keysExpiry, instant: given } })}
        value={latest}
        onChange={onChange}
        hasElevated
        error={error}
      />
      <p aria-live="polite" className="-mt-2 rounded-md bg-sunken px-3 py-2.5 text-sm">
        {foreseen === null && t.chooseDate}
        {foreseen?.isShortened === true &&
          t.newExpiryInsteadOf((text) => <strong>{text}</strong>, formatExpiry(keyExpiresAt))}
        {foreseen?.isShortened === false &&
          t.itExpiresEarlier((text) => <strong>{text}</strong>, formatExpiry(keyExpiresAt))}
      </p>
    </>
  );
}
