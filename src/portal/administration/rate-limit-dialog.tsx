import { useState, type ReactNode } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useChange } from "../client/use-change.ts";
import { TextField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { formatNumber } from "../ui/format.ts";
import { NoteField } from "./note-field.tsx";
import { limitTiers, readLimit, type LimitTier } from "./rate-limit-labels.ts";
import { rateLimitDialog as t } from "./strings.ts";
import { describeUse, type ReadRateUse } from "./use-rate-use.ts";
import { useInvalidateOrganizations } from "./use-invalidate-organizations.ts";
import type { DefaultLimits, OrganizationView, RateLimits } from "./views.ts";

interface RateLimitDialogProps {
  organization: OrganizationView;
  defaults: DefaultLimits;
  readUse: ReadRateUse;
  onClose: () => void;
}

type Typed = Record<LimitTier | "note", string>;
type Faults = Partial<Typed>;

export function RateLimitDialog({ organization, defaults, readUse, onClose }: RateLimitDialogProps) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState<Typed>(() => writeLimits(organization.rateLimits));
  const { faults, rejection, validate, reject } = useFormErrors<keyof Typed>();
  const mutation = useChange(trpc.administration.setRateLimits.mutationOptions(), {
    successMessage: () => t.rateLimitsOfSaved(organization.name),
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateOrganizations(),
  });
  const change = (changed: Partial<Typed>) => setTyped({ ...typed, ...changed });
  const submit = () => {
    const { limits, faults: found } = readForm(typed);
    if (validate(found)) mutation.mutate({ organizationId: organization.id, ...limits, note: typed.note.trim() });
  };
  return (
    <FormDialog
      title={t.rateLimitsOf(organization.name)}
      description={t.description}
      action={t.saveChanges}
      busy={mutation.isPending}
      rejection={rejection}
      rejectionTitle={t.limitsNotChanged}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-3">
        {limitTiers.map(({ tier, label, hint }) => (
          <TextField
            key={tier}
            label={label}
            why="fields#rate-limits"
            hint={<Hint use={readUse(organization, tier)}>{hint}</Hint>}
            error={faults[tier]}
            name={tier}
            inputMode="numeric"
            autoComplete="off"
            placeholder={t.defaultLimit(formatNumber(defaults[tier]))}
            value={typed[tier]}
            onChange={(limit) => change({ [tier]: limit })}
          />
        ))}
      </div>
      <p className="-mt-2 text-sm text-muted">{t.leaveEmptyToUse}</p>
      <NoteField hint={t.noteHint} error={faults.note} value={typed.note} onChange={(note) => change({ note })} />
    </FormDialog>
  );
}

function Hint({ use, children }: { use: ReturnType<ReadRateUse>; children: ReactNode }) {
  return (
    <>
      {children}
      {use !== undefined && <span className="block tabular-nums">{t.allKeys(describeUse(use))}</span>}
    </>
  );
}

function writeLimits({ read, write, sensitive }: RateLimits): Typed {
  const spell = (limit: number | null) => (limit === null ? "" : String(limit));
  return { read: spell(read), write: spell(write), sensitive: spell(sensitive), note: "" };
}

function readForm(typed: Typed): { limits: RateLimits; faults: Faults } {
  const limits: RateLimits = { read: null, write: null, sensitive: null };
  const faults: Faults = typed.note.trim() === "" ? { note: t.enterReason } : {};
  for (const { tier } of limitTiers) {
    const read = readLimit(typed[tier]);
    if (read.fault === undefined) limits[tier] = read.limit;
    else faults[tier] = read.fault;
  }
  return { limits, faults };
}
