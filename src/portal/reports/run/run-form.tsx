import { Play } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { OfficeChooser } from "./office-chooser.tsx";
import { ParameterField } from "./parameter-field.tsx";
import { validateTyped, type Typed } from "./parameter-values.ts";
import type { Offices } from "../report-query.ts";
import type { Parameter } from "../report-types.ts";
import { joinList } from "../../ui/join-list.ts";
import { runForm as t } from "./strings.ts";

interface RunFormProps {
  parameters: readonly Parameter[];
  reach: readonly { id: string; name: string; isOwn: boolean }[];
  /** The URL's values; when they change (Back), the fields follow. */
  address: string;
  typed: Typed;
  offices: Offices;
  /** Parameters that the URL does not hold; the user enters them again. */
  withheld: readonly Parameter[];
  faults: Readonly<Record<string, string>>;
  isBusy: boolean;
  onRun: (typed: Typed, offices: Offices) => void;
}

export function RunForm({ parameters, reach, withheld, isBusy, onRun, ...shown }: RunFormProps) {
  const { draft, offices, faults, change, changeOffices, setChecked } = useDraft(shown);
  const form = useRef<HTMLFormElement>(null);
  const [rejections, setRejections] = useState(0);
  useEffect(() => {
    if (rejections > 0)
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[aria-describedby$="-error"] input')
        ?.focus();
  }, [rejections]);
  const hasOffices = reach.length > 1;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = {
      ...validateTyped(parameters, draft).faults,
      ...(offices.length === 0 && { offices: t.chooseAtLeastOne }),
    };
    setChecked(checked);
    if (Object.keys(checked).length === 0) onRun(draft, offices);
    else setRejections(rejections + 1);
  };
  return (
    <SectionCard title={parameters.length === 0 && !hasOffices ? t.runReport : t.parameters}>
      <form ref={form} onSubmit={submit} noValidate method="post" className="grid gap-5">
        {withheld.length > 0 && (
          <Banner title={t.reEnterValues}>{t.valueOfIsNot(joinList(withheld.map(({ label }) => `“${label}”`)))}</Banner>
        )}
        {(parameters.length > 0 || hasOffices) && (
          <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
            {parameters.map((parameter) => (
              <ParameterField
                key={parameter.key}
                parameter={parameter}
                value={draft[parameter.key] ?? ""}
                error={faults[parameter.key]}
                onChange={(value) => change(parameter.key, value)}
              />
            ))}
            {hasOffices && (
              <OfficeChooser reach={reach} value={offices} error={faults["offices"]} onChange={changeOffices} />
            )}
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" variant="primary" busy={isBusy}>
            {!isBusy && <Play aria-hidden className="size-4" />}
            {isBusy ? t.runningReport : t.runReport}
          </Button>
          {parameters.length === 0 && !hasOffices && <p className="text-sm text-muted">{t.noParameters}</p>}
        </div>
      </form>
    </SectionCard>
  );
}

/** From the URL until the user types. */
function useDraft({
  address,
  typed,
  offices: given,
  faults: found,
}: Pick<RunFormProps, "address" | "typed" | "offices" | "faults">) {
  const [draft, setDraft] = useState(typed);
  const [offices, setOffices] = useState(given);
  const [former, setFormer] = useState({ address, found });
  const [faults, setChecked] = useState<Readonly<Record<string, string>>>(found);
  if (former.address !== address) {
    setDraft(typed);
    setOffices(given);
  }
  if (former.address !== address || former.found !== found) {
    setFormer({ address, found });
    setChecked(found);
  }
  const clearError = (name: string) =>
    setChecked(Object.fromEntries(Object.entries(faults).filter(([each]) => each !== name)));
  const change = (key: string, value: string | readonly string[]) => {
    setDraft({ ...draft, [key]: value });
    clearError(key);
  };
  const changeOffices = (chosen: Offices) => {
    setOffices(chosen);
    clearError("offices");
  };
  return { draft, offices, faults, change, changeOffices, setChecked };
}
