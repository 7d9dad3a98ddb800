import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useDirtyReport } from "../client/forms/use-dirty-report.ts";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { SectionCard } from "../ui/card.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { FieldGroup } from "../ui/forms/field.tsx";
import { RadioCard } from "../ui/forms/radio-cards.tsx";
import { SaveBar } from "../ui/forms/save-bar.tsx";
import { policyTab as t } from "./strings.ts";

type Policy = PortalOutputs["trustPolicy"]["get"]["trustPolicy"];
const approvals = Object.keys(t.approvals) as Policy["approval"][];

interface PolicyTabProps {
  onDirtyChange: (isDirty: boolean) => void;
}

export function PolicyTab({ onDirtyChange }: PolicyTabProps) {
  const trpc = useTRPC();
  const found = useQuery(trpc.trustPolicy.get.queryOptions({}));
  if (found.data === undefined) return <QueryFallback query={found} what={t.policy} placeholder={<SkeletonTab />} />;
  const { trustPolicy } = found.data;
  return <PolicyForm key={trustPolicy.revision} policy={trustPolicy} onDirtyChange={onDirtyChange} />;
}

function PolicyForm({ policy, onDirtyChange }: PolicyTabProps & { policy: Policy }) {
  const trpc = useTRPC();
  const { role } = useOrganization();
  const isOwner = role === "owner";
  const [approval, setApproval] = useState(policy.approval);
  const isDirty = approval !== policy.approval;
  useDirtyReport(isDirty, onDirtyChange);
  const { rejection, validate, reject } = useFormErrors();
  const mutation = useChange(trpc.trustPolicy.edit.mutationOptions(), {
    successMessage: () => t.saved,
    onRejected: reject,
    invalidate: useInvalidate((client) => [client.trustPolicy.pathFilter()]),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (validate({})) mutation.mutate({ approval });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <SectionCard title={t.title} description={isOwner ? t.description : `${t.description} ${t.ownerOnly}`}>
        <FieldGroup legend={t.approval} why="fields#approval-of-a-disbursement" className="max-w-2xl">
          {approvals.map((each) => (
            <RadioCard
              key={each}
              name="approval"
              title={t.approvals[each]}
              hint={each === "sole_attorney" ? t.soleHint : undefined}
              disabled={!isOwner}
              checked={approval === each}
              onChange={() => setApproval(each)}
            />
          ))}
        </FieldGroup>
      </SectionCard>
      {isOwner && (
        <SaveBar
          isDirty={isDirty}
          isBusy={mutation.isPending}
          hasFaults={false}
          onReset={() => setApproval(policy.approval)}
          rejection={rejection}
        />
      )}
    </form>
  );
}
