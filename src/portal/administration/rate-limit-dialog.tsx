"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { FormEvent } from "react";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { Field } from "../ui/forms/field.tsx";
import { Textarea, TextInput } from "../ui/forms/text-input.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { formatNumber } from "../usage/usage-figures.ts";
import { limitTiers, readLimit } from "./rate-limit-labels.ts";
import type { LimitTier } from "./rate-limit-labels.ts";
import { useFocusOnFault } from "./use-focus-on-error.ts";
import type { DefaultLimits, OrganizationView, RateLimits } from "./views.ts";

interface RateLimitDialogProps {
  organization: OrganizationView;
  defaults: DefaultLimits;
  onClose: () => void;
}

type Typed = Record<LimitTier | "note", string>;
type Faults = Partial<Typed>;

export function RateLimitDialog({ organization, defaults, onClose }: RateLimitDialogProps) {
  const [typed, setTyped] = useState<Typed>(() => writeLimits(organization.rateLimits));
  const { save, isPending, rejection, faults } = useRateLimits(organization, onClose);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFault(form, faults);
  const set = (field: keyof Typed) => (event: { target: { value: string } }) => setTyped({ ...typed, [field]: event.target.value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isPending) save(typed);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Rate limits of ${organization.name}`}
      description="Requests per minute and key. All keys together can send a multiple of it. Applies from the next request."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="rate-limits" variant="primary" busy={isPending}>
            Save changes
          </Button>
        </>
      }
    >
      <form ref={form} id="rate-limits" onSubmit={submit} noValidate className="grid gap-5">
        {rejection !== null && (
          <Banner tone="danger" live title="Limits not changed">
            {rejection}
          </Banner>
        )}
        <div className="grid gap-5 sm:grid-cols-3">
          {limitTiers.map(({ tier, label, hint }) => (
            <Field key={tier} label={label} hint={hint} error={faults[tier]}>
              {(control) => (
                <TextInput {...control} name={tier} inputMode="numeric" autoComplete="off" placeholder={`${formatNumber(defaults[tier])}, default`} value={typed[tier]} onChange={set(tier)} />
              )}
            </Field>
          ))}
        </div>
        <p className="-mt-2 text-sm text-muted">Leave empty to use the installation’s limit.</p>
        <Field label="Note" hint="Reason for the limits. Shown in the firm’s audit log." error={faults.note} required>
          {(control) => <Textarea {...control} name="note" rows={2} maxLength={1000} value={typed.note} onChange={set("note")} />}
        </Field>
      </form>
    </Dialog>
  );
}

function useRateLimits(organization: OrganizationView, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [rejection, setRejection] = useState<string | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const mutation = useMutationWithConfirmation(
    trpc.administration.setRateLimits.mutationOptions({
      onSuccess: () => {
        showToast(`Rate limits of ${organization.name} saved.`);
        onDone();
      },
      onError: (error) => {
        const { code, message, faults: found } = readError(error);
        setFaults(Object.fromEntries(found.map((fault) => [fault.path, fault.message])));
        setRejection(code === "CANCELLED" || found.length > 0 ? null : message);
      },
      onSettled: () => queryClient.invalidateQueries(trpc.administration.listOrganizations.pathFilter()),
    }),
  );
  const save = (typed: Typed) => {
    const { limits, faults: found } = readForm(typed);
    setFaults(found);
    setRejection(null);
    if (Object.keys(found).length === 0) mutation.mutate({ organizationId: organization.id, ...limits, note: typed.note.trim() });
  };
  return { save, isPending: mutation.isPending, rejection, faults };
}

function writeLimits({ read, write, sensitive }: RateLimits): Typed {
  const spell = (limit: number | null) => (limit === null ? "" : String(limit));
  return { read: spell(read), write: spell(write), sensitive: spell(sensitive), note: "" };
}

function readForm(typed: Typed): { limits: RateLimits; faults: Faults } {
  const limits: RateLimits = { read: null, write: null, sensitive: null };
  const faults: Faults = typed.note.trim() === "" ? { note: "Enter a reason." } : {};
  for (const { tier } of limitTiers) {
    const read = readLimit(typed[tier]);
    if (read.fault === undefined) limits[tier] = read.limit;
    else faults[tier] = read.fault;
  }
  return { limits, faults };
}
