import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode, type Ref } from "react";
import { readError } from "../../client/portal-error.ts";
import { useTRPC } from "../../client/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { attorneySelect as t } from "../strings.ts";

interface AttorneySelectProps {
  value: string | null;
  onChange: (attorneyId: string | null) => void;
  onBlur?: () => void;
  required: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  inputRef?: Ref<HTMLSelectElement>;
  /** The current attorney if no longer active; cannot be chosen again. */
  former?: { id: string; name: string } | null | undefined;
  /** Chosen once by itself while nothing is, if an attorney; taken back when none is required any more. */
  proposed?: string | null;
}

export function AttorneySelect({
  value,
  onChange,
  onBlur,
  required,
  hint,
  error,
  inputRef,
  former = null,
  proposed = null,
}: AttorneySelectProps) {
  const trpc = useTRPC();
  const { data, error: failure, isPending, isFetching, refetch } = useQuery(trpc.keys.listAttorneys.queryOptions({}));
  const attorneys = data?.attorneys ?? [];
  const wasProposed = useRef<string>(null);
  const isProposable = value === null && attorneys.some(({ memberId }) => memberId === proposed);
  useEffect(() => {
    if (isProposable && wasProposed.current === null) {
      wasProposed.current = proposed;
      onChange(proposed);
    } else if (!required && value !== null && value === wasProposed.current) {
      wasProposed.current = null;
      onChange(null);
    }
  }, [isProposable, proposed, required, value, onChange]);
  const none = required ? t.chooseAttorney : t.none;
  if (data !== undefined && attorneys.length === 0) {
    return <p className="text-sm text-danger">{t.thisOrganizationHasNo}</p>;
  }
  return (
    <Field
      label={t.actingAttorney}
      why="fields#acting-attorney"
      hint={hint}
      error={failure === null ? error : readError(failure).message}
      required={required}
      optional={!required}
    >
      {(control) => (
        <div className="flex max-w-md gap-2">
          <Select
            {...control}
            ref={inputRef}
            className="min-w-0 flex-1"
            value={value ?? ""}
            // Not disabled while it loads: a submission puts the focus on it.
            aria-busy={isPending}
            onBlur={onBlur}
            onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
          >
            <option value="">{isPending ? t.loading : none}</option>
            {former !== null && (
              <option value={former.id} disabled>
                {t.deactivated(former.name)}
              </option>
            )}
            {attorneys.map(({ memberId, firstName, lastName, email }) => (
              <option key={memberId} value={memberId}>
                {`${lastName}, ${firstName} (${email})`}
              </option>
            ))}
          </Select>
          {failure !== null && (
            <Button busy={isFetching} onClick={() => void refetch()}>
              {t.tryAgain}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

/** The required choice of another attorney in a dialog. `require` returns it, or shows that it is missing. */
export function useAttorneyChoice() {
  const [attorneyId, setAttorneyId] = useState<string | null>(null);
  const [fault, setFault] = useState<string>();
  const choose = (chosen: string | null) => {
    setAttorneyId(chosen);
    setFault(undefined);
  };
  const require = () => {
    if (attorneyId === null) setFault(t.chooseAttorney);
    return attorneyId;
  };
  return {
    attorneyId,
    fault,
    setFault,
    require,
    field: <AttorneySelect value={attorneyId} required error={fault} onChange={choose} />,
  };
}
