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
import { Switch } from "../ui/forms/switch.tsx";
import { Textarea } from "../ui/forms/text-input.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { useFocusOnFault } from "./use-focus-on-error.ts";
import type { OrganizationView } from "./views.ts";

export function ReportingDialog({ organization, onClose }: { organization: OrganizationView; onClose: () => void }) {
  const [reports, setReports] = useState(organization.reportsToHeadquarters);
  const [note, setNote] = useState("");
  const { save, isPending, rejection, fault } = useReporting(organization, onClose);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFault(form, fault);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isPending) save(reports, note.trim());
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Reporting of ${organization.name}`}
      description="Headquarters reports can include child organizations. Applies from the next page of a report."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="reporting" variant="primary" busy={isPending}>
            Save changes
          </Button>
        </>
      }
    >
      <form ref={form} id="reporting" onSubmit={submit} noValidate className="grid gap-5">
        {rejection !== null && (
          <Banner tone="danger" live title="Not changed">
            {rejection}
          </Banner>
        )}
        <Switch
          label="Include in headquarters reports"
          hint="If off, this organization and its child organizations are excluded."
          checked={reports}
          onChange={(event) => setReports(event.target.checked)}
        />
        <Field label="Note" hint="Reason. Shown in the organization’s audit log." error={fault.note} required>
          {(control) => <Textarea {...control} name="note" rows={2} maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />}
        </Field>
      </form>
    </Dialog>
  );
}

function useReporting(organization: OrganizationView, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [rejection, setRejection] = useState<string | null>(null);
  const [fault, setFault] = useState<{ note?: string }>({});
  const mutation = useMutationWithConfirmation(
    trpc.administration.setReporting.mutationOptions({
      onSuccess: ({ reportsToHeadquarters }) => {
        showToast(reportsToHeadquarters ? `${organization.name} is included in parent reports.` : `${organization.name} is excluded from parent reports.`);
        onDone();
      },
      onError: (error) => {
        const { code, message } = readError(error);
        setRejection(code === "CANCELLED" ? null : message);
      },
      onSettled: () => queryClient.invalidateQueries(trpc.administration.listOrganizations.pathFilter()),
    }),
  );
  const save = (reportsToHeadquarters: boolean, note: string) => {
    setRejection(null);
    setFault(note === "" ? { note: "Enter a reason." } : {});
    if (note !== "") mutation.mutate({ organizationId: organization.id, reportsToHeadquarters, note });
  };
  return { save, isPending: mutation.isPending, rejection, fault };
}
