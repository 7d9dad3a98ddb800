import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { valuesOf } from "../../contract/enumeration.ts";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import type { BarAdmission } from "../../contract/portal/member-record.ts";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { Badge } from "../ui/feedback/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Field, FieldGroup } from "../ui/forms/field.tsx";
import { OneOf, Options, Select } from "../ui/forms/select.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { nameRole } from "../../contract/role-name.ts";
import { orNone } from "../ui/forms/typed-text.ts";
import { profileDialog as t } from "./lazy-strings.ts";
import { nameMember, type Member } from "./team-query.ts";
import { useTeamAction } from "./use-team-action.ts";

const jurisdictions = [...valuesOf(sharedEnumerations.caseState), "US"] as const;
const statuses = valuesOf(sharedEnumerations.barStatus);

interface Values {
  title: string;
  phone: string;
  externalId: string;
  officeId: string | null;
  barAdmissions: readonly BarAdmission[];
}

function readValues({ title, phone, externalId, officeId, barAdmissions }: Member): Values {
  return { title: title ?? "", phone: phone ?? "", externalId: externalId ?? "", officeId, barAdmissions };
}

export default function ProfileDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const client = useTRPCClient();
  const [values, setValues] = useState(() => readValues(member));
  const change = (changed: Partial<Values>) => setValues({ ...values, ...changed });
  const name = nameMember(member);
  const { title, phone, externalId, officeId, barAdmissions } = values;
  const { rejection, isBusy, run } = useTeamAction(
    () =>
      client.members.update.mutate({
        memberId: member.id,
        expectedRevision: member.revision,
        title: orNone(title),
        phone: orNone(phone),
        externalId: orNone(externalId),
        barAdmissions: [...barAdmissions],
        ...(officeId !== member.officeId && { officeId }),
      }),
    () => t.wasChanged(name),
    onClose,
  );
  return (
    <FormDialog
      title={name}
      description={member.email}
      action={t.saveProfile}
      busy={isBusy}
      rejection={rejection?.message}
      onSubmit={run}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t.jobTitle}
          why="fields#profile-of-a-member"
          maxLength={100}
          value={title}
          onChange={(text) => change({ title: text })}
        />
        <TextField
          label={t.phone}
          why="fields#profile-of-a-member"
          type="tel"
          maxLength={50}
          value={phone}
          onChange={(text) => change({ phone: text })}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t.externalId}
          why="fields#profile-of-a-member"
          maxLength={200}
          autoComplete="off"
          value={externalId}
          onChange={(text) => change({ externalId: text })}
        />
        <Field label={t.office} why="fields#profile-of-a-member">
          {(control) => (
            <OfficeChoice
              {...control}
              own={member.office}
              value={officeId}
              onChange={(chosen) => change({ officeId: chosen })}
            />
          )}
        </Field>
      </div>
      <FieldGroup legend={t.barAdmissions} hint={t.barAdmissionsHint} why="fields#bar-admissions">
        {member.isAttorney && member.status === "active" && !member.canActForKeys && (
          <Badge tone="danger">{t.cannotActForKeys}</Badge>
        )}
        <Admissions admissions={barAdmissions} onChange={(changed) => change({ barAdmissions: changed })} />
      </FieldGroup>
    </FormDialog>
  );
}

interface OfficeChoiceProps extends Omit<ComponentProps<"select">, "value" | "onChange"> {
  /** The member's office: offered until the list is loaded, and if it was deleted since. */
  own: Member["office"];
  value: string | null;
  onChange: (officeId: string | null) => void;
}

/** A firm has at most 200 offices. */
function OfficeChoice({ own, value, onChange, ...control }: OfficeChoiceProps) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.offices.list.queryOptions({ sort: "name", limit: 200 }, { staleTime: 60_000 }));
  const listed: readonly { id: string; name: string }[] = data?.offices ?? [];
  const offices = own === null || listed.some(({ id }) => id === own.id) ? listed : [own, ...listed];
  return (
    <Select
      {...control}
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
    >
      <Options of={[["", t.noOffice], ...offices.map(({ id, name }) => [id, name] as const)]} />
    </Select>
  );
}

function Admissions({
  admissions,
  onChange,
}: {
  admissions: readonly BarAdmission[];
  onChange: (admissions: readonly BarAdmission[]) => void;
}) {
  const change = (at: number, changed: Partial<BarAdmission>) =>
    onChange(admissions.map((admission, index) => (index === at ? { ...admission, ...changed } : admission)));
  return (
    <>
      {admissions.map(({ jurisdiction, barNumber, status }, index) => (
        // Rows have no identity of their own: the list is replaced as a whole.
        // eslint-disable-next-line react/no-array-index-key
        <div key={index} className="flex flex-wrap gap-2">
          <OneOf
            className="w-24"
            aria-label={t.jurisdictionOf(index + 1)}
            values={jurisdictions}
            name={(each) => each}
            value={jurisdiction}
            onChange={(chosen) => change(index, { jurisdiction: chosen })}
          />
          <TextInput
            className="w-32 flex-1"
            aria-label={t.barNumberOf(index + 1)}
            placeholder={t.barNumber}
            maxLength={50}
            value={barNumber ?? ""}
            onChange={({ target }) => change(index, { barNumber: orNone(target.value) })}
          />
          <OneOf
            className="w-40"
            aria-label={t.statusOf(index + 1)}
            values={statuses}
            name={nameRole}
            value={status}
            onChange={(chosen) => change(index, { status: chosen })}
          />
          <Button
            variant="ghost"
            size="icon"
            aria-label={t.removeAdmission(index + 1)}
            onClick={() => onChange(admissions.filter((_, each) => each !== index))}
          >
            <X aria-hidden className="size-4" />
          </Button>
        </div>
      ))}
      <div>
        <Button
          size="sm"
          onClick={() =>
            onChange([
              ...admissions,
              { jurisdiction: "PA", barNumber: null, status: "active", admittedOn: null, statusChangedOn: null },
            ])
          }
        >
          <Plus aria-hidden className="size-4" />
          {t.addAdmission}
        </Button>
      </div>
    </>
  );
}
