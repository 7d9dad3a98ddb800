import dynamic from "next/dynamic";
import { useController, useFormContext } from "react-hook-form";
import type { ReportVisibility } from "../../../contract/reports/definition.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { permissionTitles } from "../../team/permission-labels.ts";
import { SectionCard } from "../../ui/card.tsx";
import { FieldGroup } from "../../ui/forms/field.tsx";
import { RadioCard } from "../../ui/forms/radio-cards.tsx";
import { SkeletonText } from "../../ui/feedback/skeleton.tsx";
import { Switch } from "../../ui/forms/switch.tsx";
import { isForKeys, type ReportValues } from "./form.ts";
import { retryable } from "../../ui/feedback/retryable.tsx";

// Members are fetched when members are to be selected.
const MemberTicks = dynamic(retryable(() => import("./members.tsx").then((module) => module.MemberTicks)), { ssr: false, loading: () => <SkeletonText lines={4} /> });

const audiences: readonly { value: ReportVisibility; title: string; hint: string }[] = [
  { value: "private", title: "Only me", hint: "Only you can see this report." },
  { value: "team", title: "Selected members", hint: "The members selected below." },
  { value: "organization", title: "The whole firm", hint: "All members with permission to view reports." },
  { value: "shared_children", title: "This organization and its child organizations", hint: "Each child organization sees its own records." },
];

/** It grants no permission: each reader sees only data they can view. */
export function AudienceSection() {
  const { control, register, watch } = useFormContext<ReportValues>();
  const { can } = useOrganization();
  const { field, fieldState } = useController({ control, name: "visibility" });
  const canShare = can("reports:manage");
  const canReachKeys = canShare && isForKeys(watch("visibility"));
  return (
    <SectionCard
      id="audience"
      title="Sharing"
      why="fields#sharing"
      description={
        canShare
          ? "To run it, members also need the permissions for its data."
          : `Sharing a report needs the permission “${permissionTitles["reports:manage"]}”. Until then, only you can see your reports.`
      }
    >
      <div className="grid gap-5">
        <FieldGroup legend="Visible to" error={fieldState.error?.message}>
          <div className="grid gap-2.5 sm:grid-cols-2">
            {audiences.map(({ value, title, hint }) => (
              <RadioCard
                key={value}
                ref={field.value === value ? field.ref : undefined}
                name="visibility"
                title={title}
                hint={hint}
                disabled={!canShare && value !== "private" && value !== field.value}
                checked={field.value === value}
                onChange={() => field.onChange(value)}
              />
            ))}
          </div>
        </FieldGroup>
        {field.value === "team" && <ColleaguePicker />}
        <div className="border-t border-line pt-4">
          <Switch
            {...register("apiVisible")}
            disabled={!canReachKeys}
            label="API access"
            hint={canReachKeys ? "API keys with the scopes of its data can run it." : isForKeys(field.value) ? "Requires permission to manage reports." : "Available only for reports shared with the whole firm."}
          />
        </div>
      </div>
    </SectionCard>
  );
}

function ColleaguePicker() {
  const { control } = useFormContext<ReportValues>();
  const { field, fieldState } = useController({ control, name: "sharedWith" });
  return <MemberTicks legend="Members" value={field.value} onChange={field.onChange} error={fieldState.error?.message} withoutMe />;
}
