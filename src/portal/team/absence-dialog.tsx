import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/forms/field.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { orNone } from "../ui/forms/typed-text.ts";
import { absenceDialog as t } from "./lazy-strings.ts";
import { nameMember, type Member } from "./team-query.ts";
import { useTeamAction } from "./use-team-action.ts";

interface Values {
  startOn: string;
  endOn: string;
  /** Empty for nobody. */
  delegateMemberId: string;
  note: string;
}

function readValues({ outOfOffice }: Member): Values {
  if (outOfOffice === null) return { startOn: "", endOn: "", delegateMemberId: "", note: "" };
  const { startOn, endOn, delegate, note } = outOfOffice;
  return { startOn, endOn, delegateMemberId: delegate?.id ?? "", note: note ?? "" };
}

export default function AbsenceDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { set: setAbsence, end: endAbsence } = useAbsence(member.id);
  const [values, setValues] = useState(() => readValues(member));
  const { startOn, endOn, delegateMemberId, note } = values;
  const name = nameMember(member);
  const save = useTeamAction(
    () => setAbsence({ startOn, endOn, delegateMemberId: orNone(delegateMemberId), note: orNone(note) }),
    () => t.wasSet(name),
    onClose,
  );
  const end = useTeamAction(endAbsence, () => t.wasEnded(name), onClose);
  return (
    <FormDialog
      title={t.absenceOf(name)}
      description={t.description}
      action={t.saveAbsence}
      busy={save.isBusy}
      disabled={startOn === "" || endOn === ""}
      rejection={(save.rejection ?? end.rejection)?.message}
      onSubmit={save.run}
      onClose={onClose}
    >
      <AbsenceFields
        values={values}
        memberId={member.id}
        onChange={(changed) => setValues({ ...values, ...changed })}
      />
      {member.outOfOffice !== null && (
        <div>
          <Button size="sm" busy={end.isBusy} onClick={end.run}>
            {t.endAbsence}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

/** Members without the permission for others' absences set their own by procedures of its own. */
function useAbsence(memberId: string) {
  const { outOfOffice, ownAbsence } = useTRPCClient().members;
  const { can, memberId: ownId } = useOrganization();
  if (memberId === ownId && !can("organization:manage"))
    return { set: ownAbsence.set.mutate, end: () => ownAbsence.delete.mutate({}) };
  return {
    set: (absence: Parameters<typeof ownAbsence.set.mutate>[0]) => outOfOffice.set.mutate({ memberId, ...absence }),
    end: () => outOfOffice.delete.mutate({ memberId }),
  };
}

function AbsenceFields({
  values,
  memberId,
  onChange,
}: {
  values: Values;
  memberId: string;
  onChange: (changed: Partial<Values>) => void;
}) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.members.list.queryOptions({ status: "active", limit: 200 }));
  const others = data?.members.filter(({ id }) => id !== memberId) ?? [];
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t.firstDay}
          why="fields#absence"
          required
          type="date"
          value={values.startOn}
          onChange={(text) => onChange({ startOn: text })}
        />
        <TextField
          label={t.lastDay}
          required
          type="date"
          value={values.endOn}
          onChange={(text) => onChange({ endOn: text })}
        />
      </div>
      <Field label={t.delegate} hint={t.delegateHint}>
        {(control) => (
          <Select
            {...control}
            value={values.delegateMemberId}
            onChange={({ target }) => onChange({ delegateMemberId: target.value })}
          >
            <option value="">{t.nobody}</option>
            <Options of={others.map((other) => [other.id, nameMember(other)])} />
          </Select>
        )}
      </Field>
      <TextField label={t.note} maxLength={200} value={values.note} onChange={(text) => onChange({ note: text })} />
    </>
  );
}
