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
import { later } from "../../ui/feedback/later.tsx";
import { audience as t } from "./lazy-strings.ts";

// Members are fetched when members are to be selected.
const MemberTicks = later(
  () => import("./members.tsx").then((module) => module.MemberTicks),
  () => <SkeletonText lines={4} />,
);
const TeamTicks = later(
  () => import("./members.tsx").then((module) => module.TeamTicks),
  () => <SkeletonText lines={4} />,
);

const audiences: readonly { value: ReportVisibility; title: string; hint: string }[] = [
  { value: "private", title: t.onlyMe, hint: t.onlyMeHint },
  { value: "team", title: t.selectedMembers, hint: t.selectedMembersHint },
  { value: "organization", title: t.wholeFirm, hint: t.wholeFirmHint },
  { value: "shared_children", title: t.childOrganizations, hint: t.childOrganizationsHint },
];

/** It grants no permission: each reader sees only data they can view. */
export function AudienceSection() {
  const { control, register, watch } = useFormContext<ReportValues>();
  const { can } = useOrganization();
  const { field, fieldState } = useController({ control, name: "visibility" });
  const canShare = can("reports:manage");
  const canReachKeys = canShare && isForKeys(watch("visibility"));
  const whyNot = isForKeys(field.value) ? t.requiresPermission : t.onlyForFirm;
  return (
    <SectionCard
      id="audience"
      title={t.sharing}
      why="fields#sharing"
      description={canShare ? t.needsPermissions : t.sharingNeeds(permissionTitles["reports:manage"])}
    >
      <div className="grid gap-5">
        <FieldGroup legend={t.visibleTo} error={fieldState.error?.message}>
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
        {field.value === "team" && <TeamPicker />}
        <div className="border-t border-line pt-4">
          <Switch
            {...register("apiVisible")}
            disabled={!canReachKeys}
            label={t.apiAccess}
            hint={canReachKeys ? t.apiAccessHint : whyNot}
          />
        </div>
      </div>
    </SectionCard>
  );
}

function ColleaguePicker() {
  const { control } = useFormContext<ReportValues>();
  const { field, fieldState } = useController({ control, name: "sharedWith" });
  return (
    <MemberTicks
      legend={t.members}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
      withoutMe
    />
  );
}

function TeamPicker() {
  const { control } = useFormContext<ReportValues>();
  const { field, fieldState } = useController({ control, name: "sharedWithTeamIds" });
  return <TeamTicks legend={t.teams} value={field.value} onChange={field.onChange} error={fieldState.error?.message} />;
}
